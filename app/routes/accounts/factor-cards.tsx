import type { ReactNode } from 'react';
import { Form } from '#app/routes/owned-form.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { TextField } from '#app/ui/form.tsx';
import { Alert, rich, SubmitButton } from '#app/ui/page.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';
import type { Route } from './+types/own-second-factor';
import { deviceOf } from './device-name.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { ProofField } from './proof-field.tsx';

type Data = Route.ComponentProps['loaderData'];
type Own = NonNullable<Data['own']>;
type FormProps = { proof: Data['proof']; answer: Route.ComponentProps['actionData'] };

export const NewCodes = ({ codes }: { codes: readonly string[] }) => (
  <SettingsCard id="new-codes" title={t('secondFactorCards.yourRecoveryCodes')} className="grid gap-4">
    <Alert tone="warning" title={t('secondFactorCards.writeThemDownOrPrintThemNow')}>
      {t('secondFactorCards.theyAreNotShownAgain')}
    </Alert>
    <ul className="grid gap-2 sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>
          <code className="certificate-id">{code}</code>
        </li>
      ))}
    </ul>
  </SettingsCard>
);

type ProvedFormProps = FormProps & {
  intent: 'remove-app' | 'codes' | 'off';
  /** Label of the field for the password, where one is asked for. */
  password: string;
  button: string;
  variant: 'secondary' | 'danger';
  children?: ReactNode;
};

/** A form whose only field is the proof of identity. */
function ProvedForm({ intent, password, button, variant, proof, answer, children }: ProvedFormProps) {
  const { form, pending } = useIntent(answer, intent);
  return (
    <Form {...form} className="form" preventScrollReset>
      {children}
      <ProofField proof={proof} label={password} />
      <SubmitButton name="intent" value={intent} variant={variant} pending={pending}>
        {button}
      </SubmitButton>
    </Form>
  );
}

type AddAppProps = FormProps & { offer: NonNullable<Data['offer']>; isFirst: boolean };

export function AddApp({ offer, isFirst, proof, answer }: AddAppProps) {
  const { form, pending } = useIntent(answer, 'on');
  return (
    <SettingsCard
      id="add-app"
      title={isFirst ? t('secondFactorCards.switchItOn') : t('secondFactorCards.authenticatorApp')}
      className="grid grid-cols-1 gap-5"
    >
      <p className="text-muted">{t('secondFactorCards.aLoginThenAsksForSix')}</p>
      <ol className="steps">
        <li>
          {rich('secondFactorCards.scanTheCodeWithYourApp', {
            strong: (text) => <strong>{text}</strong>,
            secret: <code className="certificate-id">{offer.secret}</code>,
          })}
          <img
            src={offer.qr}
            alt={t('secondFactorCards.qrCodeOfTheKey')}
            width={200}
            height={200}
            className="mt-4"
          />
        </li>
        <li>{rich('secondFactorCards.enterTheSixDigits', { strong: (text) => <strong>{text}</strong> })}</li>
      </ol>
      <Form {...form} className="form" preventScrollReset>
        <input type="hidden" name="setup" value={offer.setup} />
        <TextField
          label={t('secondFactor.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <ProofField proof={proof} />
        <SubmitButton name="intent" value="on" pending={pending}>
          {isFirst ? t('common.switchOn') : t('secondFactorCards.addApp')}
        </SubmitButton>
      </Form>
    </SettingsCard>
  );
}

type AppProps = FormProps & {
  since: string | null | undefined;
  /** Whether it is the only second factor. */
  isOnly: boolean;
};

export const App = ({ since, isOnly, ...form }: AppProps) => (
  <SettingsCard id="app" title={t('secondFactorCards.authenticatorApp')}>
    <p className="text-muted">{t('secondFactorCards.aLoginAsksForACode', { since: since ?? '' })}</p>
    {!isOnly && (
      <ProvedForm
        intent="remove-app"
        password={t('secondFactorCards.passwordToRemoveTheApp')}
        button={t('secondFactorCards.removeApp')}
        variant="danger"
        {...form}
      />
    )}
  </SettingsCard>
);

const PasskeyRow = ({ passkey }: { passkey: Own['passkeys'][number] }) => (
  <li>
    <div className="min-w-0">
      <p className="breakable font-semibold">{passkey.name}</p>
      <p className="text-muted text-sm">
        {passkey.lastUsed
          ? t('secondFactorCards.addedAndLastUsed', { since: passkey.since, lastUsed: passkey.lastUsed })
          : t('secondFactorCards.addedAndNeverUsed', { since: passkey.since })}
      </p>
    </div>
    <Form method="post" preventScrollReset>
      <input type="hidden" name="passkeyId" value={passkey.id} />
      <SubmitButton
        name="intent"
        value="remove-passkey"
        size="small"
        variant="danger"
        aria-label={t('secondFactorCards.removeThePasskeyName', { name: passkey.name })}
      >
        {t('common.remove')}
      </SubmitButton>
    </Form>
  </li>
);

export function Passkeys({ passkeys, proof, answer }: FormProps & { passkeys: Own['passkeys'] }) {
  const { form } = useIntent(answer, 'passkey');
  return (
    <SettingsCard id="passkeys" title={t('secondFactorCards.passkeys')}>
      <p className="text-muted">{t('secondFactorCards.aPasskeyIsInYourPhone')}</p>
      {passkeys.length > 0 && (
        <ul className="entries">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <PasskeyForm
        purpose="add"
        intent="passkey"
        label={t('secondFactorCards.addPasskey')}
        key={passkeys.length}
        failure={form.failure}
      >
        <TextField
          label={t('common.name')}
          name="name"
          autoComplete="off"
          maxLength={80}
          required
          hint={t('secondFactorCards.suchAsMyPhone')}
        />
        <ProofField proof={proof} label={t('secondFactorCards.passwordToAddAPasskey')} />
      </PasskeyForm>
    </SettingsCard>
  );
}

export const Devices = ({ devices }: { devices: Own['devices'] }) => (
  <SettingsCard id="devices" title={t('secondFactorCards.browsersThatAreNotAsked')}>
    {devices.length === 0 ? (
      <p className="text-muted">{t('secondFactorCards.noneALoginAsks')}</p>
    ) : (
      <ul className="entries">
        {devices.map(({ id, userAgent, address, since, until }) => (
          <li key={id}>
            <div className="min-w-0">
              <p className="breakable font-semibold">{deviceOf(userAgent)}</p>
              <p className="text-muted text-sm">
                {t('secondFactorCards.addressSinceSinceUntilUntil', { address, since, until })}
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="device" value={id} />
              <SubmitButton
                name="intent"
                value="forget"
                size="small"
                variant="danger"
                aria-label={t('secondFactorCards.askAgainOnUseragentSinceSince', {
                  userAgent: deviceOf(userAgent),
                  since,
                })}
              >
                {t('secondFactorCards.askAgain')}
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    )}
  </SettingsCard>
);

export const RecoveryCodes = ({ left, ...form }: FormProps & { left: number }) => (
  <SettingsCard id="codes" title={t('secondFactorCards.recoveryCodes')}>
    <p className="text-muted">{t('secondFactorCards.youHaveLeftOf10RecoveryCodesLeft', { left })}</p>
    <ProvedForm
      intent="codes"
      password={t('secondFactorCards.passwordForNewCodes')}
      button={t('secondFactorCards.newRecoveryCodes')}
      variant="secondary"
      {...form}
    />
  </SettingsCard>
);

export const SwitchOff = ({ isRequired, ...form }: FormProps & { isRequired: boolean }) => (
  <SettingsCard id="switch-off" title={t('secondFactorCards.switchItOff')}>
    {isRequired ? (
      <p className="text-muted">{t('common.thisSiteRequiresASecondFactor')}</p>
    ) : (
      <ProvedForm
        intent="off"
        password={t('secondFactorCards.passwordToSwitchItOff')}
        button={t('common.switchOff')}
        variant="danger"
        {...form}
      >
        <p className="text-muted">{t('secondFactorCards.thisRemovesTheApp')}</p>
      </ProvedForm>
    )}
  </SettingsCard>
);
