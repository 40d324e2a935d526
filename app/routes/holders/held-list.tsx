import { Form, Link } from 'react-router';
import type { HeldRow } from '#app/routes/holders/held-row.server.ts';
import { IdWithStatus } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import { type Column, Table } from '#app/ui/table.tsx';

type HeldListProps = {
  emails: readonly string[];
  rows: HeldRow[];
  nextCursor: string | null;
  isFirstPage: boolean;
};

const COLUMNS: Column<HeldRow>[] = [
  {
    header: 'Course',
    cell: ({ courseName, uniqueId }) => (
      <Link to={`/my-certificates/${uniqueId}`} className="link">
        {courseName}
      </Link>
    ),
  },
  { header: 'Issuer', cell: ({ issuerName }) => issuerName },
  { header: 'Issue Date', cell: ({ issueDate }) => issueDate },
  { header: 'Expiry Date', cell: ({ expiryDate }) => expiryDate },
  { header: 'Certificate ID', cell: (row) => <IdWithStatus {...row} /> },
];

/** Ends the holder's session. */
export const CloseButton = () => (
  <Form method="post" action="/my-certificates">
    <SubmitButton name="intent" value="close" variant="secondary">
      Close
    </SubmitButton>
  </Form>
);

/** The certificates that were issued to a holder. */
export const HeldList = ({ emails, rows, nextCursor, isFirstPage }: HeldListProps) => (
  <>
    <PageHeader
      title="My certificates"
      lead={
        <>
          Everything issued to <span className="breakable">{emails.join(', ')}</span>.
        </>
      }
      actions={<CloseButton />}
    />
    {rows.length === 0 ? (
      <EmptyState title="No certificates">No certificates were issued to this address.</EmptyState>
    ) : (
      <Table
        caption="My certificates"
        columns={COLUMNS}
        rowKey={({ uniqueId }) => uniqueId}
        groups={[{ rows }]}
      />
    )}
    <LoadMore
      to={nextCursor && `/my-certificates?cursor=${nextCursor}`}
      firstPage={isFirstPage ? null : '/my-certificates'}
    />
  </>
);
