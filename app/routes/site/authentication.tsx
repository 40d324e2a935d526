import { uploadError } from '#app/routes/courses/course-form.server.ts';
import { errorText } from '#app/routes/error-texts.ts';
import { forwardHeaders } from '#app/routes/form.server.ts';
import { receiveFile } from '#app/routes/site/receive-file.server.ts';
import { uploadSource } from '#app/routes/upload-form.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { authenticateFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import type { Route } from './+types/authentication';
import { CheckedFile } from './checked-file.tsx';
import { ContentPage } from './content-page.tsx';
import { FileForm } from './file-form.tsx';

export const headers = forwardHeaders;
export const meta = () =>
  pageMeta(
    'Authentication',
    'Check a certificate for free, from its PDF, PNG or JSON file. And how Certrace knows who is who: verified email addresses, approved issuers and limits on guessing.',
  );

export async function action({ request, pattern, context }: Route.ActionArgs) {
  try {
    const report = await receiveFile(
      context.get(actorContext),
      uploadSource(request, context),
      authenticateFile,
    );
    return { ok: true as const, report };
  } catch (error) {
    return uploadError(error, {}, errorText(pattern));
  }
}

export default function Authentication({ actionData }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <FileForm
            action="/authentication"
            title="Check a certificate"
            text="Free and without a login. The file is checked against the issuer’s signature and our public log, and is not kept."
            button="Check the file"
            pendingText="Checking…"
            failure={actionData?.ok === false ? actionData : undefined}
          />
          {actionData?.ok && <CheckedFile report={actionData.report} />}
        </div>
      }
      title="Authentication"
      lead="A certificate is worth as much as the certainty about who issued it."
      facts={[
        ['Account types', 'Admin (issuer), corporate and individual.'],
        ['Failed logins', 'After five the form is locked for an hour.'],
        ['Sessions', 'Listed in your settings, each can be ended there.'],
      ]}
      next={[
        { to: '/register', label: 'Create an account', forVisitors: true },
        { to: '/settings', label: 'My sessions and tokens' },
      ]}
    >
      <h2>Accounts</h2>
      <p>
        Everyone registers with an email address and confirms it before the first login. Passwords are kept
        only as Argon2id hashes, which cannot be turned back, and the most common passwords are refused. Where
        the operator has set it up, people who are already registered can log in with Google.
      </p>
      <h2>Issuers</h2>
      <p>
        Anybody can claim to be a university. That is why a new issuer waits until a super admin has approved
        it, and why an issuer can be suspended. Certificates issued in the meantime stay on record. Some
        installations switch this approval off; the operator decides.
      </p>
      <h2>Against guessing</h2>
      <p>
        Five wrong passwords lock the login form for that name and address for an hour. The answer to a wrong
        password, to an unknown account and to a locked one takes the same time, so nothing can be learnt from
        the clock. Requests for reset links and look-ups are limited too.
      </p>
      <h2>Sessions and tokens</h2>
      <p>
        A login is a cookie that scripts cannot read, bound to a session on our side. Changing or resetting
        the password ends the others. Programs use tokens of their own, made and revoked in the settings; we
        store only their fingerprints.
      </p>
    </ContentPage>
  );
}
