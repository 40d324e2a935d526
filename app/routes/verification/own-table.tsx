import { Form } from '#app/routes/owned-form.tsx';
import {
  courseColumn,
  idWithStatus,
  Note,
  OutcomeBadge,
  shownStudent,
} from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import type { OwnRow } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { Badge, type Column, grouped, Table } from '#app/ui/list-parts.tsx';
import { PathLink, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

const tableColumns = (): Column<OwnRow>[] => [
  { header: t('common.certificateId'), single: true, cell: idWithStatus },
  courseColumn(),
  { header: t('common.issuedBy'), cell: ({ issuerName }) => <bdi>{issuerName}</bdi> },
  {
    header: t('common.issuedTo'),
    cell: ({ studentName, status }) =>
      (studentName && <bdi>{shownStudent(studentName, status)}</bdi>) ?? (
        <Badge>{t('common.afterPayment')}</Badge>
      ),
  },
  { header: t('common.issueDate'), cell: ({ issueDate }) => issueDate },
  {
    header: t('common.payment'),
    cell: ({ outcome, verifiedAt }) => (
      <>
        <OutcomeBadge outcome={outcome} />
        <Note>{verifiedAt}</Note>
      </>
    ),
  },
  { header: t('common.files'), screenOnly: true, cell: (row) => <Files {...row} /> },
];

function Files({ uniqueId, paymentId }: OwnRow) {
  if (paymentId === null) {
    return (
      <Form method="post" action="/verify">
        <input type="hidden" name="uniqueId" value={uniqueId} />
        <SubmitButton variant="secondary" size="small">
          {rich('ownTable.payForUniqueid', {
            uniqueId,
            span: (text) => <span className="sr-only">{text}</span>,
          })}
        </SubmitButton>
      </Form>
    );
  }
  const file = `/certificates/${uniqueId}`;
  return (
    <span className="row-links">
      <a
        className="link"
        href={`${file}.pdf`}
        target="_blank"
        rel="noopener"
        aria-label={t('ownTable.pdfOfUniqueid', { uniqueId })}
      >
        {t('common.pdf')}
      </a>
      <a
        className="link"
        href={`${file}.png`}
        target="_blank"
        rel="noopener"
        aria-label={t('ownTable.pngOfUniqueid', { uniqueId })}
      >
        {t('ownTable.png')}
      </a>
      <PathLink
        className="link"
        href={`/verify/receipts/${paymentId}`}
        aria-label={t('ownTable.receiptForUniqueid', { uniqueId })}
      >
        {t('common.receipt')}
      </PathLink>
    </span>
  );
}

/** A verifier's own verifications under Today, Yesterday and Earlier. */
export const OwnTable = ({ rows }: { rows: readonly OwnRow[] }) => (
  <Table
    caption={t('common.yourVerifications')}
    columns={tableColumns()}
    rowKey={({ id }) => id}
    groups={grouped(rows)}
    fadeIn
  />
);
