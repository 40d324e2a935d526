import { actorContext } from '#app/middleware/context.server.ts';
import { answering } from '#app/middleware/failure.server.ts';
import { type VerifiedRow, verifiedPage } from '#app/routes/certificates/rows.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { grouped } from '#app/ui/grouped.ts';
import { IdText } from '#app/ui/id-text.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { listVerifiedOfIssuer } from '#app/verification/list-verifications.server.ts';
import { pageMeta } from '../../ui/page-meta.ts';
import { OutcomeBadge } from '../verification/outcome-badge.tsx';
import type { Route } from './+types/verified';
import { EmptyList } from './empty-list.tsx';
import { ListControls, PAYMENT_STATES } from './list-controls.tsx';
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
  const { rows, ...more } = useMorePages(loaderData);
  const { q, state, filtered } = loaderData;
  return (
    <>
      <PageHeader title="Verified Certificates" />
      <ListControls
        searches="ID, student, email or course"
        states={PAYMENT_STATES}
        q={q}
        state={state}
        csv="/admin/verified-certificates.csv"
      />
      {rows.length === 0 ? (
        <EmptyList
          title="Nothing verified yet"
          text="When somebody looks up a certificate that you issued, it is listed here."
          filtered={filtered}
          all="/admin/verified-certificates"
        />
      ) : (
        <Table
          caption="Verified certificates"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          groups={grouped(rows)}
          fadeIn
        />
      )}
      <LoadMore {...more} />
    </>
  );
}

export const ErrorBoundary = () => <ListFailure title="Verified Certificates" />;
