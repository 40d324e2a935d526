import { useNavigation } from 'react-router';
import { useFrame } from '#app/routes/layouts/use-frame.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { TextField } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { Alert, ButtonLink, Card, EmailText, IdText, rich, SubmitButton } from '#app/ui/page.tsx';
import { LanguageSwitch } from '#app/ui/preference-switches.tsx';
import { SettingsCard } from '#app/ui/settings-card.tsx';
import { t } from '#messages';
import type { Route } from './+types/settings';
import { deviceOf } from './device-name.ts';
import { PasskeyForm } from './passkey-form.tsx';

type Data = Route.ComponentProps['loaderData'];
type Answer = Route.ComponentProps['actionData'];

type AccountProps = { account: Data['account']; nameChange: Data['nameChange']; answer: Answer };

/** The state of an issuer's requested name. */
export const NameChange = ({
  change,
  present,
}: {
  change: NonNullable<Data['nameChange']>;
  present: string;
}) =>
  change.refused ? (
    <Alert tone="warning" title={t('common.yourNewNameWasRefused')}>
      <p className="breakable">
        {t('settingsCards.aSuperAdminRefusedNameOn', { name: change.name, at: change.at, present })}
      </p>
    </Alert>
  ) : (
    <Alert tone="info" title={t('common.yourNewNameIsWaitingForApproval')}>
      <p className="breakable">
        {t('settingsCards.youAskedForNameOnAt', { name: change.name, at: change.at, present })}
      </p>
    </Alert>
  );

export function AccountCard({ account, nameChange, answer }: AccountProps) {
  const { form, pending } = useIntent(answer, 'name');
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('common.account')}</h2>
      {nameChange && <NameChange change={nameChange} present={account.name} />}
      <dl className="account-facts">
        <dt>{t('common.username')}</dt>
        <dd>
          <IdText>{account.username}</IdText>
        </dd>
        {account.email && (
          <>
            <dt>{t('common.email')}</dt>
            <dd>
              <EmailText>{account.email}</EmailText>
            </dd>
          </>
        )}
      </dl>
      <Form {...form} className="form">
        <TextField
          label={t('common.fullName')}
          name="name"
          autoComplete="name"
          hint={account.isNameApproved ? t('settingsCards.aSuperAdminApprovesANew') : undefined}
          defaultValue={account.name}
        />
        <SubmitButton name="intent" value="name" pending={pending}>
          {t('settingsCards.saveName')}
        </SubmitButton>
      </Form>
    </Card>
  );
}

export const SecondFactorCard = ({ isOn }: { isOn: boolean }) => (
  <SettingsCard
    id="second-factor"
    title={t('common.secondFactor')}
    className="grid justify-items-start gap-5"
  >
    <p className="text-muted">
      {isOn ? t('settingsCards.onALoginAsksForACodeToo') : t('settingsCards.offWithItAStolenPassword')}
    </p>
    <ButtonLink to="/settings/second-factor" variant="secondary">
      {isOn ? t('common.manage') : t('settingsCards.setUp')}
      <span className="sr-only"> {t('settingsCards.theSecondFactor')}</span>
    </ButtonLink>
  </SettingsCard>
);

export function GoogleCard() {
  const pending = useNavigation().formData?.get('intent') === 'google';
  return (
    <SettingsCard
      id="google-link"
      title={t('login.loginWithGoogle')}
      className="grid justify-items-start gap-5"
    >
      <p className="text-muted">{t('settingsCards.aGoogleAccountCanLogInToYours')}</p>
      <Form method="post">
        <SubmitButton name="intent" value="google" variant="secondary" pending={pending}>
          {t('settingsCards.removeTheLink')}
        </SubmitButton>
      </Form>
    </SettingsCard>
  );
}

export const WebhooksCard = () => (
  <SettingsCard id="webhooks" title={t('common.webhooks')} className="grid justify-items-start gap-5">
    <p className="text-muted">{t('common.programsOfYoursThatAreToldWhatHappens')}</p>
    <ButtonLink to="/settings/webhooks" variant="secondary">
      {rich('settingsCards.manageWebhooks', { span: (text) => <span className="sr-only">{text}</span> })}
    </ButtonLink>
  </SettingsCard>
);

export const OrganisationsCard = () => (
  <SettingsCard
    id="own-organisations"
    title={t('common.organisations')}
    className="grid justify-items-start gap-5"
  >
    <p className="text-muted">{t('settingsCards.theOrganisationsThatYouAreAMemberOf')}</p>
    <ButtonLink to="/settings/organisations" variant="secondary">
      {t('common.seeYourOrganisations')}
    </ButtonLink>
  </SettingsCard>
);

export const DataCard = () => (
  <SettingsCard id="own-data" title={t('common.yourData')} className="grid justify-items-start gap-5">
    <p className="text-muted">{t('common.aCopyOfEverything')}</p>
    <ButtonLink to="/settings/data" variant="secondary">
      {t('settingsCards.seeYourData')}
    </ButtonLink>
  </SettingsCard>
);

const newPassword = () =>
  ({
    label: t('common.newPassword'),
    name: 'newPassword',
    type: 'password',
    autoComplete: 'new-password',
    hint: t('settingsCards.atLeast8Characters'),
  }) as const;

/** For a person who has forgotten the current password and has a passkey. */
function PasswordByPasskey({ answer }: { answer: Answer }) {
  const { form, mine } = useIntent(answer, 'password-by-passkey');
  return (
    <details className="grid gap-5" open={mine?.ok === false}>
      <summary>{t('settingsCards.useAPasskeyInsteadOfTheCurrentPassword')}</summary>
      <div key={mine?.ok ? 'changed' : 'open'} className="mt-4">
        <PasskeyForm
          purpose="proof"
          intent="password-by-passkey"
          label={t('settingsCards.changePasswordWithAPasskey')}
          variant="secondary"
          failure={form.failure}
        >
          <TextField {...newPassword()} id="new-password-by-passkey" />
        </PasskeyForm>
      </div>
    </details>
  );
}

type PasswordProps = { account: Data['account']; hasPasskeys: boolean; answer: Answer };

export function PasswordCard({ account, hasPasskeys, answer }: PasswordProps) {
  const { form, mine, pending } = useIntent(answer, 'password');
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('common.password')}</h2>
      {account.role === 'superadmin' ? (
        <p className="text-muted">{t('settingsCards.theOperatorOfThisSiteSets')}</p>
      ) : (
        <Form {...form} className="form" key={mine?.ok ? 'changed' : 'open'}>
          <TextField
            label={t('common.currentPassword')}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
          />
          <TextField {...newPassword()} />
          <SubmitButton name="intent" value="password" pending={pending}>
            {t('settingsCards.changePassword')}
          </SubmitButton>
        </Form>
      )}
      {hasPasskeys && account.role !== 'superadmin' && <PasswordByPasskey answer={answer} />}
    </Card>
  );
}

export const EndButton = ({ id, label, children }: { id: string; label: string; children: string }) => (
  <Form method="post">
    <input type="hidden" name="sessionId" value={id} />
    <SubmitButton name="intent" value="session" size="small" variant="danger" aria-label={label}>
      {children}
    </SubmitButton>
  </Form>
);

export function SessionsCard({ sessions }: { sessions: Data['sessions'] }) {
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('common.sessions')}</h2>
      <ListPage list={sessions} name="sessions">
        {(rows) => (
          <ul className="entries">
            {rows.map(({ id, kind, userAgent, address, createdAt, lastUsedAt, current }) => (
              <li key={id}>
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 font-semibold">
                    <span className="breakable">{deviceOf(userAgent)}</span>
                    {kind === 'bearer' && <Badge>{t('settingsCards.api')}</Badge>}
                    {current && <Badge tone="success">{t('settingsCards.thisSession')}</Badge>}
                  </p>
                  <p className="text-muted text-sm">
                    {t('settingsCards.addressSinceCreatedatLastUsedLastusedat', {
                      address,
                      createdAt,
                      lastUsedAt,
                    })}
                  </p>
                </div>
                {!current && (
                  <EndButton
                    id={id}
                    label={t('settingsCards.endTheSessionUseragentSinceCreatedat', {
                      userAgent: deviceOf(userAgent),
                      createdAt,
                    })}
                  >
                    {t('settingsCards.end')}
                  </EndButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListPage>
      {(sessions.rows.length > 1 || sessions.cursor !== null) && (
        <Form method="post">
          <SubmitButton name="intent" value="other-sessions" variant="secondary">
            {t('settingsCards.endAllOtherSessions')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}

/** The choice of the language. Nothing if the site has only one. */
export function LanguageCard() {
  const { languages } = useFrame();
  if (languages.choices.length === 0) return null;
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('common.language')}</h2>
      <LanguageSwitch {...languages} />
    </Card>
  );
}
