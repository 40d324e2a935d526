import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { rich } from '#app/ui/rich-text.tsx';
import { t } from '#messages';
import type { Route } from './+types/own-second-factor';
import { deviceOf } from './device-name.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { ProofField } from './proof-field.tsx';

type Data = Route.ComponentProps['loaderData'];
type Own = NonNullable<Data['own']>;
type FormProps = { proof: Data['proof']; answer: Route.ComponentProps['actionData'] };

const usePending = (intent: string) => useNavigation().formData?.get('intent') === intent;

const stateOf = (answer: FormProps['answer'], intent: string) =>
  formState(answer?.ok === false && answer.intent === intent ? answer : null);

export const NewCodes = ({ codes }: { codes: readonly string[] }) => (
  <Card className="grid gap-4" aria-labelledby="new-codes">
    <h2 id="new-codes" className="text-xl">
      {t('secondFactorCards.yourRecoveryCodes')}
    </h2>
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
  </Card>
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
const ProvedForm = ({ intent, password, button, variant, proof, answer, children }: ProvedFormProps) => (
  <Form method="post" className="form" preventScrollReset>
    {children}
    <ProofField proof={proof} label={password} errors={stateOf(answer, intent).errors('password')} />
    <SubmitButton name="intent" value={intent} variant={variant} pending={usePending(intent)}>
      {button}
    </SubmitButton>
  </Form>
);

type AddAppProps = FormProps & { offer: NonNullable<Data['offer']>; isFirst: boolean };

export function AddApp({ offer, isFirst, proof, answer }: AddAppProps) {
  const { errors } = stateOf(answer, 'on');
  return (
    <Card className="grid grid-cols-1 gap-5" aria-labelledby="add-app">
      <h2 id="add-app" className="text-xl">
        {isFirst ? t('secondFactorCards.switchItOn') : t('secondFactorCards.authenticatorApp')}
      </h2>
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
      <Form method="post" className="form" preventScrollReset>
        <input type="hidden" name="setup" value={offer.setup} />
        <TextField
          label={t('secondFactorCards.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          errors={errors('code')}
        />
        <ProofField proof={proof} errors={errors('password')} />
        <SubmitButton name="intent" value="on" pending={usePending('on')}>
          {isFirst ? t('secondFactorCards.switchOn') : t('secondFactorCards.addApp')}
        </SubmitButton>
      </Form>
    </Card>
  );
}

type AppProps = FormProps & {
  since: string | null | undefined;
  /** Whether it is the only second factor. */
  isOnly: boolean;
};

export const App = ({ since, isOnly, ...form }: AppProps) => (
  <Card className="grid gap-5" aria-labelledby="app">
    <h2 id="app" className="text-xl">
      {t('secondFactorCards.authenticatorApp')}
    </h2>
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
  </Card>
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
        {t('secondFactorCards.remove')}
      </SubmitButton>
    </Form>
  </li>
);

export function Passkeys({ passkeys, proof, answer }: FormProps & { passkeys: Own['passkeys'] }) {
  const { value, errors } = stateOf(answer, 'passkey');
  return (
    <Card className="grid gap-5" aria-labelledby="passkeys">
      <h2 id="passkeys" className="text-xl">
        {t('secondFactorCards.passkeys')}
      </h2>
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
      >
        <TextField
          label={t('secondFactorCards.name')}
          name="name"
          autoComplete="off"
          maxLength={80}
          required
          hint={t('secondFactorCards.suchAsMyPhone')}
          defaultValue={value('name')}
          errors={errors('name')}
        />
        <ProofField
          proof={proof}
          label={t('secondFactorCards.passwordToAddAPasskey')}
          errors={errors('password')}
        />
      </PasskeyForm>
    </Card>
  );
}

export const Devices = ({ devices }: { devices: Own['devices'] }) => (
  <Card className="grid gap-5" aria-labelledby="devices">
    <h2 id="devices" className="text-xl">
      {t('secondFactorCards.browsersThatAreNotAsked')}
    </h2>
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
  </Card>
);

export const RecoveryCodes = ({ left, ...form }: FormProps & { left: number }) => (
  <Card className="grid gap-5" aria-labelledby="codes">
    <h2 id="codes" className="text-xl">
      {t('secondFactorCards.recoveryCodes')}
    </h2>
    <p className="text-muted">{t('secondFactorCards.youHaveLeftOf10RecoveryCodesLeft', { left })}</p>
    <ProvedForm
      intent="codes"
      password={t('secondFactorCards.passwordForNewCodes')}
      button={t('secondFactorCards.newRecoveryCodes')}
      variant="secondary"
      {...form}
    />
  </Card>
);

export const SwitchOff = ({ isRequired, ...form }: FormProps & { isRequired: boolean }) => (
  <Card className="grid gap-5" aria-labelledby="switch-off">
    <h2 id="switch-off" className="text-xl">
      {t('secondFactorCards.switchItOff')}
    </h2>
    {isRequired ? (
      <p className="text-muted">{t('secondFactorCards.thisSiteRequiresASecondFactor')}</p>
    ) : (
      <ProvedForm
        intent="off"
        password={t('secondFactorCards.passwordToSwitchItOff')}
        button={t('secondFactorCards.switchOff')}
        variant="danger"
        {...form}
      >
        <p className="text-muted">{t('secondFactorCards.thisRemovesTheApp')}</p>
      </ProvedForm>
    )}
  </Card>
);
