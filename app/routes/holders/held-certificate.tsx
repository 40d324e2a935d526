import { redirect } from 'react-router';
import { shownDate } from '#app/certificates/display.ts';
import { heldCertificate } from '#app/certificates/held-certificates.server.ts';
import { holderOf } from '#app/holders/holder-sessions.server.ts';
import { IdWithStatus } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { viewOf } from '#app/routes/pieces/certificates/rows.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { holderToken } from '#app/server/session/cookies.server.ts';
import { ButtonAnchor } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/held-certificate';
import { CloseButton } from './held-list.tsx';

export const meta = () => pageMeta('My certificate', 'A certificate that was issued to you.');

export const handle = { secret: true } satisfies RouteNeeds;

export function loader({ params, request }: Route.LoaderArgs) {
  const holder = holderOf(holderToken(request));
  if (!holder) throw redirect('/my-certificates');
  const { certificate, files } = heldCertificate(holder, params.uniqueId);
  const { id: _, issuer, issueDate, expiryDate, revocation, ...shown } = certificate;
  return {
    uniqueId: shown.uniqueId,
    studentName: shown.studentName,
    courseName: shown.courseName,
    issuerName: issuer.name,
    status: shown.status,
    revocation: viewOf(request).revocation(revocation),
    replacedBy: shown.replacedBy,
    replaces: shown.replaces,
    renewedBy: shown.renewedBy,
    renews: shown.renews,
    issueDate: shownDate(issueDate),
    expiryDate: shownDate(expiryDate),
    files,
  };
}

export default function HeldCertificate({ loaderData: { files, ...shown } }: Route.ComponentProps) {
  return (
    <div className="narrow-page">
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
      </Card>
    </div>
  );
}
