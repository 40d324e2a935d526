import { fileAction } from '#app/routes/pieces/check-posted-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { authenticateFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { FILE_TOO_LARGE, MOST_FILE_FORM } from '#app/verification/authentication/texts.ts';
import type { Route } from './+types/authentication';
import { CheckedFile } from './checked-file.tsx';
import { ContentPage } from './content-page.tsx';
import { FileForm } from './file-form.tsx';

export const handle = {
  upload: { bytes: MOST_FILE_FORM, tooLarge: FILE_TOO_LARGE },
  cached: 'with any query',
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta(
    'Authentication',
    'Check a certificate for free, from its PDF, PNG or JSON file. How Certrace verifies accounts: email verification, approval of issuers and limits on guessing.',
  );

export const action = fileAction(authenticateFile, (report) => ({ ok: true as const, report }));

export default function Authentication({ actionData }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <FileForm
            action="/authentication"
            title="Check a certificate"
            text="Free and without a login. We check the issuer’s signature and the public log, and do not store the file."
            button="Check the file"
            pendingText="Checking…"
            failure={actionData?.ok === false ? actionData : undefined}
          />
          {actionData?.ok && <CheckedFile report={actionData.report} />}
        </div>
      }
      title="Authentication"
      lead="A certificate is only as trustworthy as its issuer."
      facts={[
        ['Account types', 'Admin (issuer), corporate and individual.'],
        ['Failed logins', 'The form is locked for an hour after five.'],
        ['Sessions', 'You can see and end them in your settings.'],
      ]}
      next={[
        { to: '/register', label: 'Create an account', forVisitors: true },
        { to: '/settings', label: 'My sessions and tokens' },
      ]}
    >
      <h2>Accounts</h2>
      <p>
        Everyone registers with an email address and confirms it before the first login. Passwords are stored
        only as Argon2id hashes, and the most common passwords are rejected. If the operator has set it up,
        registered people can log in with Google.
      </p>
      <h2>Issuers</h2>
      <p>
        Anybody can claim to be a university. A super admin therefore approves each new issuer and can suspend
        it later. Certificates that it issued before stay on record. The operator of a site can switch this
        approval off.
      </p>
      <h2>Against guessing</h2>
      <p>
        Five wrong passwords lock the login form for that name and address for an hour. A wrong password, an
        unknown account and a locked account take the same time, so that timing reveals nothing. Requests for
        reset links and look-ups are limited too.
      </p>
      <h2>Sessions and tokens</h2>
      <p>
        A login sets a cookie that scripts cannot read, for a session on the server. Changing or resetting the
        password ends all other sessions. Programs use API tokens, which you create and revoke in the
        settings. Only hashes of tokens are stored.
      </p>
    </ContentPage>
  );
}
