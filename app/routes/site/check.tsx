import { fileAction } from '#app/routes/pieces/check-posted-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { authenticateFile } from '#app/verification/authentication/authenticate-file.server.ts';
import { FILE_TOO_LARGE, MOST_FILE_FORM } from '#app/verification/authentication/texts.ts';
import type { Route } from './+types/check';
import { CheckedFile } from './checked-file.tsx';
import { ContentPage } from './content-page.tsx';
import { FileForm } from './file-form.tsx';
import { ScanForm } from './scan-form.tsx';

export const handle = {
  upload: { bytes: MOST_FILE_FORM, tooLarge: FILE_TOO_LARGE },
  cached: 'with any query',
} satisfies RouteNeeds;

export const meta = () =>
  pageMeta(
    'Check',
    'Check a certificate for free: drop its PDF, PNG or JSON file, or scan the code on the paper.',
  );

export const action = fileAction(authenticateFile, (report) => ({ ok: true as const, report }));

export default function Check({ actionData }: Route.ComponentProps) {
  return (
    <ContentPage
      tool={
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <FileForm
            action="/check"
            title="Check a file"
            text="Free and without a login. We check the issuer’s signature and the public log, and do not store the file."
            button="Check the file"
            pendingText="Checking…"
            failure={actionData?.ok === false ? actionData : undefined}
          />
          {actionData?.ok ? <CheckedFile report={actionData.report} /> : <ScanForm />}
        </div>
      }
      title="Check"
      lead="Drop a file or scan a code: is the certificate genuine, and is it still valid?"
      facts={[
        ['Price', 'Free, and without an account.'],
        ['Files', 'PDF, PNG or JSON, at most 10 MB.'],
        ['Privacy', 'The file is not stored.'],
      ]}
      next={[
        { to: '/tracking', label: 'See the state of an ID' },
        { to: '/verify', label: 'Look up a certificate' },
        { to: '/register', label: 'Create an account', forVisitors: true },
      ]}
    >
      <h2>What a check shows</h2>
      <p>
        Each certificate’s PDF and PNG contain a credential that its issuer signed, and a signed statement of
        every byte. The check therefore notices each change of the page, and shows whether the certificate was
        revoked, has expired, is not yet valid, or is missing from the <a href="/log">public log</a>.
      </p>
      <h2>Without this site</h2>
      <p>
        <a href="/check/offline.html" download="certrace-check.html">
          Download the check as one file
        </a>{' '}
        and keep it on your disk. It works in any recent browser without a connection, and sends nothing to
        anybody. You give it the log’s key, the issuer’s DID or the trust list of a site, because it trusts
        nobody by itself. Programs use the command <code>certrace-verify</code> or the{' '}
        <a href="/api/docs">API</a>.
      </p>
      <h2>With a look-up</h2>
      <p>
        If you only have an ID, the state is free too. Verifiers who need the certificate itself log in,{' '}
        <a href="/verify">look it up</a> and pay the fee once.
      </p>
    </ContentPage>
  );
}
