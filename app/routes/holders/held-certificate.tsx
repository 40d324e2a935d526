import { redirect } from 'react-router';
import { heldCertificate } from '#app/certificates/held-certificates.server.ts';
import type { CertificateFiles } from '#app/certificates/signed-urls.server.ts';
import { holderOf } from '#app/holders/holder.server.ts';
import { heldRow } from '#app/routes/holders/held-row.server.ts';
import { IdWithStatus } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { PagedHistory } from '#app/routes/pieces/certificates/history.tsx';
import { viewOf } from '#app/routes/pieces/certificates/rows.server.ts';
import { shownTrace } from '#app/routes/pieces/certificates/shown-trace.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { holderToken } from '#app/server/session/cookies.server.ts';
import { ButtonAnchor } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { traceHeld } from '#app/verification/tracing/trace-certificate.server.ts';
import type { Route } from './+types/held-certificate';
import { CloseButton } from './held-list.tsx';

export const meta = () => pageMeta('My certificate', 'A certificate that was issued to you.');

export const handle = { secret: true } satisfies RouteNeeds;

export function loader({ params, request, url, context }: Route.LoaderArgs) {
  const holder = holderOf(holderToken(request));
  if (!holder) throw redirect('/my-certificates');
  const { certificate, files, related } = heldCertificate(holder, params.uniqueId);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const trace = traceHeld(context.get(actorContext), holder, params.uniqueId, cursor);
  return {
    shown: heldRow(certificate, viewOf(request)),
    files,
    related,
    result: shownTrace(request, trace),
  };
}

export default function HeldCertificate({ loaderData }: Route.ComponentProps) {
  const { shown, files, related, result } = loaderData;
  return (
    <div className="narrow-page grid gap-6">
      <PageHeader
        title={shown.courseName}
        crumbs={[{ label: 'My certificates', to: '/my-certificates' }, { label: 'Certificate' }]}
        actions={<CloseButton />}
      />
      <Card className="grid gap-6">
        <img
          src={files.pngUrl}
          alt={`Certificate of ${shown.studentName}: ${shown.courseName}`}
          className="w-full"
        />
        <Facts
          breakable
          facts={[
            ['Issued to', shown.studentName],
            ['Issuer', shown.issuerName],
            ['Issue Date', shown.issueDate],
            ['Expiry Date', shown.expiryDate],
            ['Certificate ID', <IdWithStatus key="id" {...shown} />],
          ]}
        />
        <Downloads files={files} />
      </Card>
      <PagedHistory
        trace={result}
        pathOf={(uniqueId) => (related.includes(uniqueId) ? `/my-certificates/${uniqueId}` : null)}
      />
    </div>
  );
}

const Downloads = ({ files }: { files: CertificateFiles }) => (
  <div className="flex flex-wrap gap-3">
    <ButtonAnchor href={files.pdfUrl}>Download PDF</ButtonAnchor>
    <ButtonAnchor href={files.pngUrl} variant="secondary">
      Download PNG
    </ButtonAnchor>
    <ButtonAnchor href={files.credentialUrl} variant="secondary">
      Download credential
    </ButtonAnchor>
    <ButtonAnchor href={files.proofUrl} variant="secondary">
      Download log proof
    </ButtonAnchor>
  </div>
);
