import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { useFocusFirstError } from '#app/ui/focus.ts';
import { formState } from '#app/ui/form-state.ts';
import { useMorePages } from '#app/ui/more-pages.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import type { Route } from './+types/settings';
import { deviceOf } from './device-name.ts';
import { PasskeyForm } from './passkey-form.tsx';

type Data = Route.ComponentProps['loaderData'];
type Answer = Route.ComponentProps['actionData'];

/** State of one of the page's forms: its result, and whether it is being submitted. */
export function useIntent(answer: Answer, intent: string) {
  const form = useRef<HTMLFormElement>(null);
  const mine = answer?.intent === intent ? answer : undefined;
  const failure = mine?.ok === false ? mine : null;
  const pending = useNavigation().formData?.get('intent') === intent;
  useFocusFirstError(form, failure);
  return { form, mine, pending, ...formState(failure) };
}

type AccountProps = { account: Data['account']; nameChange: Data['nameChange']; answer: Answer };

/** The state of an issuer's requested name. */
const NameChange = ({ change, present }: { change: NonNullable<Data['nameChange']>; present: string }) =>
  change.refused ? (
    <Alert tone="warning" title="Your new name was refused">
      <p className="breakable">
        A super admin refused “{change.name}” on {change.at}. You issue as “{present}” as before.
      </p>
    </Alert>
  ) : (
    <Alert tone="info" title="Your new name is waiting for approval">
      <p className="breakable">
        You asked for “{change.name}” on {change.at}. Until a super admin approves it, you issue as “{present}
        ”. To withdraw it, save your present name.
      </p>
    </Alert>
  );

export function AccountCard({ account, nameChange, answer }: AccountProps) {
  const { form, pending, value, errors } = useIntent(answer, 'name');
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Account</h2>
      {nameChange && <NameChange change={nameChange} present={account.name} />}
      <dl className="account-facts">
        <dt>Username</dt>
        <dd>{account.username}</dd>
        {account.email && (
          <>
            <dt>Email</dt>
            <dd>
              <EmailText>{account.email}</EmailText>
            </dd>
          </>
        )}
      </dl>
      <Form ref={form} method="post" className="form">
        <TextField
          label="Full name"
          name="name"
          autoComplete="name"
          hint={
            account.isNameApproved
              ? 'A super admin approves a new name before you issue under it. Certificates keep the name they were issued with.'
              : undefined
          }
          defaultValue={value('name') ?? account.name}
          errors={errors('name')}
        />
        <SubmitButton name="intent" value="name" pending={pending}>
          Save Name
        </SubmitButton>
      </Form>
    </Card>
  );
}

export const SecondFactorCard = ({ isOn }: { isOn: boolean }) => (
  <Card className="grid justify-items-start gap-5" aria-labelledby="second-factor">
    <h2 id="second-factor" className="text-xl">
      Second factor
    </h2>
    <p className="text-muted">
      {isOn
        ? 'On: a login asks for a code, too.'
        : 'Off. With it, a stolen password alone opens nothing: a login asks for a code from your phone, too.'}
    </p>
    <ButtonLink to="/settings/second-factor" variant="secondary">
      {isOn ? 'Manage' : 'Set Up'}
      <span className="sr-only"> the second factor</span>
    </ButtonLink>
  </Card>
);

export const WebhooksCard = () => (
  <Card className="grid justify-items-start gap-5" aria-labelledby="webhooks">
    <h2 id="webhooks" className="text-xl">
      Webhooks
    </h2>
    <p className="text-muted">Programs of yours that are told what happens.</p>
    <ButtonLink to="/settings/webhooks" variant="secondary">
      Manage<span className="sr-only"> webhooks</span>
    </ButtonLink>
  </Card>
);

export const DataCard = () => (
  <Card className="grid justify-items-start gap-5" aria-labelledby="own-data">
    <h2 id="own-data" className="text-xl">
      Your data
    </h2>
    <p className="text-muted">A copy of everything that is held about your account.</p>
    <ButtonLink to="/settings/data" variant="secondary">
      See Your Data
    </ButtonLink>
  </Card>
);

const NEW_PASSWORD = {
  label: 'New password',
  name: 'newPassword',
  type: 'password',
  autoComplete: 'new-password',
  hint: 'At least 8 characters. Every other session and API token ends.',
} as const;

/** For a person who has forgotten the current password and has a passkey. */
function PasswordByPasskey({ answer }: { answer: Answer }) {
  const { mine, errors } = useIntent(answer, 'password-by-passkey');
  return (
    <details className="grid gap-5" open={mine?.ok === false}>
      <summary>Use a passkey instead of the current password</summary>
      <div key={mine?.ok ? 'changed' : 'open'} className="mt-4">
        <PasskeyForm
          purpose="proof"
          intent="password-by-passkey"
          label="Change Password With a Passkey"
          variant="secondary"
        >
          <TextField {...NEW_PASSWORD} id="new-password-by-passkey" errors={errors('newPassword')} />
        </PasskeyForm>
      </div>
    </details>
  );
}

type PasswordProps = { account: Data['account']; hasPasskeys: boolean; answer: Answer };

export function PasswordCard({ account, hasPasskeys, answer }: PasswordProps) {
  const { form, mine, pending, errors } = useIntent(answer, 'password');
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Password</h2>
      {account.role === 'superadmin' ? (
        <p className="text-muted">
          The operator of this site sets the two passwords of a super admin, on the server itself.
        </p>
      ) : (
        <Form ref={form} method="post" className="form" key={mine?.ok ? 'changed' : 'open'}>
          <TextField
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            errors={errors('currentPassword')}
          />
          <TextField {...NEW_PASSWORD} errors={errors('newPassword')} />
          <SubmitButton name="intent" value="password" pending={pending}>
            Change Password
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
  const { rows, ...more } = useMorePages(sessions, {
    parameter: 'sessions',
    pageOf: (data) => (data as Data).sessions,
  });
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Sessions</h2>
      <ul className="entries">
        {rows.map(({ id, kind, userAgent, address, createdAt, lastUsedAt, current }) => (
          <li key={id}>
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <span className="breakable">{deviceOf(userAgent)}</span>
                {kind === 'bearer' && <Badge>API</Badge>}
                {current && <Badge tone="success">This session</Badge>}
              </p>
              <p className="text-muted text-sm">
                {address}, since {createdAt}, last used {lastUsedAt}
              </p>
            </div>
            {!current && (
              <EndButton id={id} label={`End the session ${deviceOf(userAgent)} since ${createdAt}`}>
                End
              </EndButton>
            )}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
      {(rows.length > 1 || sessions.cursor !== null) && (
        <Form method="post">
          <SubmitButton name="intent" value="other-sessions" variant="secondary">
            End All Other Sessions
          </SubmitButton>
        </Form>
      )}
    </Card>
  );
}
