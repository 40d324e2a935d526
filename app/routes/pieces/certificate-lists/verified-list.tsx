import type { Area, VerifiedRow } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { type List, ListPage } from '#app/ui/list-page.tsx';
import { type Column, grouped, Table } from '#app/ui/list-parts.tsx';
import { emailText } from '#app/ui/page.tsx';
import { t } from '#messages';
import { dateColumns } from './certificate-facts.ts';
import { idWithStatus, Note } from './certificate-state.tsx';
import { certificateSearch, type ListFilters, paymentStates } from './list-filters.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { VerificationCard } from './verification-card.tsx';

const emptyTexts = () => ({
  admin: t('verifiedList.whenSomebodyLooksUpACertificate'),
  superadmin: t('verifiedList.everyLookUpOfACertificate'),
});

const tableColumns = (): Column<VerifiedRow>[] => [
  { header: t('common.verifiedBy'), cell: ({ verifierName }) => <bdi>{verifierName}</bdi> },
  {
    header: t('common.course'),
    cell: ({ courseName, studentName, status }) => (
      <>
        <bdi>{courseName}</bdi>
        <Note>
          {studentName && status !== 'erased' && t('verifiedList.issuedToStudentname', { studentName })}
        </Note>
      </>
    ),
  },
  {
    header: t('common.contact'),
    single: true,
    cell: ({ verifierEmail }) => emailText(verifierEmail),
  },
  ...dateColumns(),
  { header: t('common.certificateId'), single: true, cell: idWithStatus },
  {
    header: t('common.payment'),
    cell: ({ outcome, verifiedAt, lookedUpAt }) => (
      <>
        <OutcomeBadge outcome={outcome} />
        <Note>{verifiedAt ?? t('verifiedList.lookedUpLookedupat', { lookedUpAt })}</Note>
      </>
    ),
  },
];

const VerificationTable = ({ rows }: { rows: readonly VerifiedRow[] }) => (
  <Table
    caption={t('tracking.verifiedCertificates')}
    columns={tableColumns()}
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
  page: List<VerifiedRow> & ListFilters;
};

/** Verifications under Today, Yesterday and Earlier: of an issuer's certificates as a table, or all of them as cards. */
export function VerifiedList({ area, page }: VerifiedListProps) {
  const Rows = LAYOUTS[area];
  return (
    <ListPage
      list={page}
      search={certificateSearch(page, paymentStates(), t('verifiedList.lookedUp'))}
      empty={{ title: t('common.nothingVerifiedYet'), text: emptyTexts()[area] }}
    >
      {(rows) => <Rows rows={rows} />}
    </ListPage>
  );
}
