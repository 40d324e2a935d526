import type { Area, VerifiedRow } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { type List, ListPage } from '#app/ui/list-page.tsx';
import { Badge, type Column, Facts, grouped, Table } from '#app/ui/list-parts.tsx';
import { Card, EmailText, emailText } from '#app/ui/page.tsx';
import { t } from '#messages';
import { DENSE, dateFacts, denseDates } from './certificate-facts.ts';
import { courseFact, idWithStatus, OutcomeBadge } from './certificate-state.tsx';
import { certificateSearch, type ListFilters, paymentStates } from './list-filters.tsx';

/** A verification in the super admins' list. */
export function VerificationCard(row: VerifiedRow) {
  const facts = [
    courseFact(row),
    [t('common.issuedBy'), row.issuerName],
    [t('common.issuedTo'), row.studentName ?? <Badge key="student">{t('common.afterPayment')}</Badge>],
    [t('common.contact'), <EmailText key="email">{row.verifierEmail}</EmailText>],
    ...dateFacts(row),
    [t('common.certificateId'), idWithStatus(row)],
    [t('common.lookedUp'), row.lookedUpAt],
    ...(row.verifiedAt ? [[t('verificationCard.verified'), row.verifiedAt] as const] : []),
  ] as const;
  return (
    <Card className="verification-card grid content-start gap-4" data-outcome={row.outcome}>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="min-w-0 text-lg">
          <span className="block font-normal font-sans text-muted text-sm tracking-normal">
            {t('common.verifiedBy')}{' '}
          </span>
          <bdi>{row.verifierName}</bdi>
        </h3>
        <span className="flex items-center gap-2">
          <span className="text-muted text-sm">{t('common.payment')}</span>
          <OutcomeBadge outcome={row.outcome} />
        </span>
      </header>
      <Facts facts={facts} />
    </Card>
  );
}

const emptyTexts = () => ({
  admin: t('verifiedList.whenSomebodyLooksUpACertificate'),
  superadmin: t('verifiedList.everyLookUpOfACertificate'),
});

const tableColumns = (): Column<VerifiedRow>[] => [
  {
    header: t('common.verifiedBy'),
    ...DENSE.name,
    single: true,
    cell: ({ verifierName }) => <bdi className="cell two-lines">{verifierName}</bdi>,
  },
  {
    header: t('common.course'),
    ...DENSE.course,
    cell: ({ courseName, studentName, status }) => (
      <>
        <bdi className="one-line">{courseName}</bdi>
        {studentName && status !== 'erased' && (
          <span className="second-line">{t('verifiedList.issuedToStudentname', { studentName })}</span>
        )}
      </>
    ),
  },
  {
    header: t('common.contact'),
    ...DENSE.contact,
    width: '15%',
    single: true,
    cell: ({ verifierEmail }) => emailText(verifierEmail),
  },
  ...denseDates<VerifiedRow>(),
  { header: t('common.certificateId'), ...DENSE.id, single: true, cell: (row) => idWithStatus(row) },
  {
    header: t('common.payment'),
    ...DENSE.menu,
    width: '11.5rem',
    cell: ({ outcome, verifiedAt, lookedUpAt }) => (
      <>
        <OutcomeBadge outcome={outcome} />
        <span className="second-line">
          {verifiedAt ?? t('verifiedList.lookedUpLookedupat', { lookedUpAt })}
        </span>
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
