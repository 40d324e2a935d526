import type { Area, VerifiedRow } from '#app/routes/pieces/certificates/rows.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { grouped } from '#app/ui/grouped.ts';
import { type Column, Table } from '#app/ui/table.tsx';
import { CertificateList, type CertificatesPage } from './certificate-list.tsx';
import { IdWithStatus, Note } from './certificate-state.tsx';
import { PAYMENT_STATES } from './list-controls.tsx';
import { ListFilterFields, type ListFilters } from './list-filters.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { VerificationCard } from './verification-card.tsx';

const PATHS = { admin: '/admin/verified-certificates', superadmin: '/superadmin/verified-certificates' };
const EMPTY = {
  admin: 'When somebody looks up a certificate that you issued, it is listed here.',
  superadmin: 'Every look-up of a certificate is listed here.',
};

const COLUMNS: Column<VerifiedRow>[] = [
  { header: 'Verified by', cell: ({ verifierName }) => verifierName },
  {
    header: 'Course',
    cell: ({ courseName, studentName }) => (
      <>
        {courseName}
        <Note>{studentName && `Issued to ${studentName}`}</Note>
      </>
    ),
  },
  { header: 'Contact', single: true, cell: ({ verifierEmail }) => <EmailText>{verifierEmail}</EmailText> },
  { header: 'Issue Date', cell: ({ issueDate }) => issueDate },
  { header: 'Expiry Date', cell: ({ expiryDate }) => expiryDate },
  { header: 'Certificate ID', single: true, cell: (row) => <IdWithStatus {...row} /> },
  {
    header: 'Payment',
    cell: ({ outcome, verifiedAt, lookedUpAt }) => (
      <>
        <OutcomeBadge outcome={outcome} />
        <Note>{verifiedAt ?? `Looked up ${lookedUpAt}`}</Note>
      </>
    ),
  },
];

const VerificationTable = ({ rows }: { rows: readonly VerifiedRow[] }) => (
  <Table
    caption="Verified certificates"
    columns={COLUMNS}
    rowKey={({ id }) => id}
    groups={grouped(rows)}
    fadeIn
  />
);

const VerificationCards = ({ rows: all }: { rows: readonly VerifiedRow[] }) => (
  <div className="grid gap-8">
    {grouped(all).map(({ heading, rows }) => (
      <section key={heading} aria-label={heading} className="grid gap-4">
        <h2 className="text-lg">{heading}</h2>
        <ul className="fade-in grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
          {rows.map((row) => (
            <li key={row.id} className="grid">
              <VerificationCard {...row} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);

const LAYOUTS = { admin: VerificationTable, superadmin: VerificationCards };

type VerifiedListProps = {
  area: Area;
  page: CertificatesPage<VerifiedRow> & ListFilters;
};

/** Verifications under Today, Yesterday and Earlier: of an issuer's certificates as a table, or all of them as cards. */
export function VerifiedList({ area, page }: VerifiedListProps) {
  const Rows = LAYOUTS[area];
  return (
    <CertificateList
      page={page}
      path={PATHS[area]}
      states={PAYMENT_STATES}
      filters={<ListFilterFields what="Looked up" {...page} />}
      empty={{ title: 'Nothing verified yet', text: EMPTY[area] }}
    >
      {(rows) => <Rows rows={rows} />}
    </CertificateList>
  );
}
