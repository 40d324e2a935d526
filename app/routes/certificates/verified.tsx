import { type VerifiedRow, verifiedPage } from '#app/routes/certificates/rows.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { answering } from '#app/server/failure.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { grouped } from '#app/ui/grouped.ts';
import { IdText } from '#app/ui/id-text.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { listVerifiedOfIssuer } from '#app/verification/list-verifications.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import { OutcomeBadge } from '../verification/outcome-badge.tsx';
import type { Route } from './+types/verified';
import { CertificateList } from './certificate-list.tsx';
import { PAYMENT_STATES } from './list-controls.tsx';
import { ListFailure } from './list-failure.tsx';

export const meta = () =>
  pageMeta('Verified Certificates', 'Who has looked up your certificates, and who has paid for it.');

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  answering(() =>
    verifiedPage(request, url, (query) => listVerifiedOfIssuer(context.get(actorContext), query)),
  );

const COLUMNS: Column<VerifiedRow>[] = [
  { header: 'Verified by', cell: ({ verifierName }) => verifierName },
  { header: 'Course', cell: ({ courseName }) => courseName },
  { header: 'Contact', cell: ({ verifierEmail }) => <EmailText>{verifierEmail}</EmailText> },
  { header: 'Issue Date', cell: ({ issueDate }) => issueDate },
  { header: 'Expiry Date', cell: ({ expiryDate }) => expiryDate },
  { header: 'Certificate ID', cell: ({ uniqueId }) => <IdText code>{uniqueId}</IdText> },
  { header: 'Payment', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
];

export default function VerifiedCertificates({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Verified Certificates" />
      <CertificateList
        page={loaderData}
        path="/admin/verified-certificates"
        states={PAYMENT_STATES}
        empty={{
          title: 'Nothing verified yet',
          text: 'When somebody looks up a certificate that you issued, it is listed here.',
        }}
      >
        {(rows) => (
          <Table
            caption="Verified certificates"
            columns={COLUMNS}
            rowKey={({ id }) => id}
            groups={grouped(rows)}
            fadeIn
          />
        )}
      </CertificateList>
    </>
  );
}

export const ErrorBoundary = () => <ListFailure title="Verified Certificates" />;
