import { Form, Link } from 'react-router';
import type { HeldRow } from '#app/routes/holders/held-row.server.ts';
import { CertificateList, type CertificatesPage } from '#app/routes/pieces/certificates/certificate-list.tsx';
import { IdWithStatus } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { CERTIFICATE_STATES } from '#app/routes/pieces/certificates/list-filters.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { type Column, Table } from '#app/ui/table.tsx';

type HeldListProps = CertificatesPage<HeldRow> & {
  emails: readonly string[];
  /** Whether the viewer followed a mailed link. */
  hasSession: boolean;
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
  { header: 'Certificate ID', single: true, cell: (row) => <IdWithStatus {...row} /> },
  {
    header: 'Download',
    screenOnly: true,
    single: true,
    cell: ({ uniqueId }) => (
      <div className="cell row-links">
        {(['pdf', 'png'] as const).map((format) => (
          <a
            key={format}
            href={`/certificates/${uniqueId}.${format}`}
            download
            aria-label={`${format.toUpperCase()} of ${uniqueId}`}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </div>
    ),
  },
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
export const HeldList = ({ emails, hasSession, ...page }: HeldListProps) => (
  <>
    <PageHeader
      title="My certificates"
      lead={
        <>
          Everything issued to <span className="breakable">{emails.join(', ')}</span>.
        </>
      }
      actions={hasSession && <CloseButton />}
    />
    <CertificateList
      page={page}
      path="/my-certificates"
      hasCsv={false}
      placeholder="Search by ID, course or issuer"
      states={CERTIFICATE_STATES}
      empty={{
        title: 'No certificates',
        text: `No certificates were issued to ${emails.length === 1 ? 'this address' : 'these addresses'}.`,
      }}
    >
      {(rows) => (
        <Table
          caption="My certificates"
          columns={COLUMNS}
          rowKey={({ uniqueId }) => uniqueId}
          groups={[{ rows }]}
        />
      )}
    </CertificateList>
  </>
);
