import { Form } from 'react-router';
import { IdWithStatus, Note } from '#app/routes/pieces/certificates/certificate-state.tsx';
import type { OwnRow } from '#app/routes/pieces/certificates/looked-up-rows.server.ts';
import { OutcomeBadge } from '#app/routes/pieces/certificates/outcome-badge.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { grouped } from '#app/ui/grouped.ts';
import { PathLink } from '#app/ui/path-link.tsx';
import { type Column, Table } from '#app/ui/table.tsx';

const COLUMNS: Column<OwnRow>[] = [
  {
    header: 'Certificate ID',
    single: true,
    cell: (row) => <IdWithStatus {...row} />,
  },
  { header: 'Course', cell: ({ courseName }) => courseName },
  { header: 'Issued by', cell: ({ issuerName }) => issuerName },
  { header: 'Issued to', cell: ({ studentName }) => studentName ?? <Badge>After payment</Badge> },
  { header: 'Issue Date', cell: ({ issueDate }) => issueDate },
  {
    header: 'Payment',
    cell: ({ outcome, verifiedAt }) => (
      <>
        <OutcomeBadge outcome={outcome} />
        <Note>{verifiedAt}</Note>
      </>
    ),
  },
  { header: 'Files', screenOnly: true, cell: (row) => <Files {...row} /> },
];

function Files({ uniqueId, paymentId }: OwnRow) {
  if (paymentId === null) {
    return (
      <Form method="post" action="/verify">
        <input type="hidden" name="uniqueId" value={uniqueId} />
        <SubmitButton variant="secondary" size="small">
          Pay<span className="sr-only"> for {uniqueId}</span>
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
        aria-label={`PDF of ${uniqueId}`}
      >
        PDF
      </a>
      <a
        className="link"
        href={`${file}.png`}
        target="_blank"
        rel="noopener"
        aria-label={`PNG of ${uniqueId}`}
      >
        PNG
      </a>
      <PathLink
        className="link"
        href={`/verify/receipts/${paymentId}`}
        aria-label={`Receipt for ${uniqueId}`}
      >
        Receipt
      </PathLink>
    </span>
  );
}

/** A verifier's own verifications under Today, Yesterday and Earlier. */
export const OwnTable = ({ rows }: { rows: readonly OwnRow[] }) => (
  <Table
    caption="Your verifications"
    columns={COLUMNS}
    rowKey={({ id }) => id}
    groups={grouped(rows)}
    fadeIn
  />
);
