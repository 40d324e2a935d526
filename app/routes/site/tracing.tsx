import { Link } from 'react-router';
import { History, PagedHistory } from '#app/routes/pieces/certificates/history.tsx';
import { shownTrace } from '#app/routes/pieces/certificates/shown-trace.server.ts';
import { fileAction } from '#app/routes/pieces/check-posted-file.server.ts';
import { readById } from '#app/routes/site/read-by-id.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { FormError } from '#app/shared/form-error.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { FILE_TOO_LARGE, MOST_FILE_FORM } from '#app/verification/authentication/texts.ts';
import { traceCertificate, traceFile } from '#app/verification/tracing/trace-certificate.server.ts';
import type { Route } from './+types/tracing';
import { ContentPage } from './content-page.tsx';
import { FileForm } from './file-form.tsx';
import { IdForm } from './id-form.tsx';

export const handle = { upload: { bytes: MOST_FILE_FORM, tooLarge: FILE_TOO_LARGE } } satisfies RouteNeeds;

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  readById(url, context, async (actor, input) => {
    const cursor = url.searchParams.get('cursor') ?? undefined;
    return shownTrace(request, await traceCertificate(actor, { ...input, cursor }));
  });

export const action = fileAction(traceFile, (trace, { request }) => ({
  ok: true as const,
  trace: shownTrace(request, trace),
}));

export const meta = () =>
  pageMeta(
    'Tracing',
    'Trace a certificate back to its issuer: its history with log entries and proofs, a frozen record, and revocations that stay visible.',
  );

type ToolsProps = { loaderData: Route.ComponentProps['loaderData']; failure: FormError | undefined };

/** Two ways to trace a certificate: by its ID and by its file. */
const Tools = ({ loaderData, failure }: ToolsProps) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <IdForm
      action="/tracing"
      title="Trace by ID"
      text="For the holder, the issuer and verifiers who paid."
      button="Show the history"
      id={loaderData.id}
      message={loaderData.message}
    >
      {loaderData.needsLogin && (
        <p>
          <Link to={loaderData.loginPath} className="link">
            Log in
          </Link>{' '}
          first, or use the file.
        </p>
      )}
    </IdForm>
    <FileForm
      action="/tracing"
      title="Trace by file"
      text="For holders of the certificate’s file, which is not stored."
      button="Show the file’s history"
      pendingText="Reading…"
      failure={failure}
    />
  </div>
);

export default function Tracing({ loaderData, actionData }: Route.ComponentProps) {
  const traced = actionData?.ok ? actionData.trace : null;
  return (
    <ContentPage
      tool={
        <>
          <Tools loaderData={loaderData} failure={actionData?.ok === false ? actionData : undefined} />
          {(traced || loaderData.result) && (
            <div className="max-w-[46rem]">
              {traced && <History trace={traced} />}
              {!traced && loaderData.result && <PagedHistory trace={loaderData.result} />}
            </div>
          )}
        </>
      }
      title="Tracing"
      lead="Trace a certificate back to the institution that issued it."
      facts={[
        ['ID', '16 characters in groups of four, such as 7K3M-9QZX-2HVB-4TND.'],
        ['Guessing', 'Each ID has 80 random bits, and look-ups are limited.'],
        ['Changes to a record', 'None, except one revocation.'],
      ]}
      next={[
        { to: '/verify', label: 'Look a certificate up' },
        { to: '/verification', label: 'Verification' },
      ]}
    >
      <h2>The ID</h2>
      <p>
        Each certificate has a random ID. It avoids letters that are easily misread. You can type it in
        capitals or not, with or without hyphens, with the letter O for a zero, and with I or L for a one. The
        printed certificate also has a QR code that opens the same page.
      </p>
      <h2>The record</h2>
      <p>
        An issued certificate never changes. The student’s name, the course, the dates and the issuer’s name
        are stored as they were on that day. Deleting the course, renaming the issuer or redesigning the
        layout does not affect certificates issued before.
      </p>
      <h2>Revocation</h2>
      <p>
        The issuer or a super admin can add a revocation to a record, with a reason and a time. It erases
        nothing. The look-up, the document and the API then show it, and a look-up shows it before payment.
        Expired certificates can still be found and are shown as expired.
      </p>
      <h2>About the word ‘blockchain’</h2>
      <p>
        Our tagline states an aim: traceability and transparency. Certrace keeps an append-only record in the
        operator’s own database, and a <Link to="/log">public log</Link> of hashes, which anyone can copy and
        audit. There is no coin, no token to buy and no public ledger with your name.
      </p>
    </ContentPage>
  );
}
