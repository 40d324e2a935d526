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
    'Check a certificate for free, from its PDF, PNG or JSON file: its signature, its issuer, the public log and its revocation.',
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
      lead="Whether a certificate is the one that was issued, and who says so."
      facts={[
        ['Signature', 'By the issuer, over the credential and each byte of the page or picture.'],
        ['Log', 'Everything that is issued here is in a public log.'],
        ['Price', 'Free, and without a login.'],
      ]}
      next={[
        { to: '/check', label: 'Check by file or code' },
        { to: '/log', label: 'Transparency log' },
      ]}
    >
      <h2>What is checked</h2>
      <p>
        The file must be byte for byte the one that was drawn, its credential signed by its issuer, in the
        public log, not revoked and not expired. Each check has its own result and its reason.
      </p>
      <h2>Who says so</h2>
      <p>
        A file can claim any name. The result therefore shows the domain that signed it before the name that
        it claims.
      </p>
      <h2>Issuers</h2>
      <p>
        Anybody can claim to be a university. A super admin therefore approves each new issuer and can suspend
        it later. Certificates that it issued before stay on record. The operator of a site can switch this
        approval off: its issuers are then shown as ‘address confirmed, not reviewed’.{' '}
        <code>/.well-known/issuers.json</code> is the signed list of issuers.
      </p>
      <h2>Elsewhere</h2>
      <p>
        The command <code>certrace-verify</code> and <a href="/check/offline.html">one file for a browser</a>{' '}
        make the same checks without this site.
      </p>
    </ContentPage>
  );
}
