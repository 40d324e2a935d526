import { Link } from 'react-router';
import type { IssuedRow } from '#app/routes/certificates/rows.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { grouped } from '#app/ui/grouped.ts';
import { IdText } from '#app/ui/id-text.tsx';
import { type Column, Table } from '#app/ui/table.tsx';

const TONES = { expired: 'warning', revoked: 'danger' } as const;
const LABELS = { expired: 'Expired', revoked: 'Revoked' } as const;

/** A certificate's state where it is worth a word. */
export const StatusBadge = ({ status }: { status: 'valid' | 'expired' | 'revoked' }) =>
  status === 'valid' ? null : <Badge tone={TONES[status]}>{LABELS[status]}</Badge>;

type TableOptions = {
  /** Whether a preview opens beside the list. */
  newTab: boolean;
  /** The list's path, under which each certificate can be revoked. */
  revokeAt: string;
};

const columns = ({ newTab, revokeAt }: TableOptions): Column<IssuedRow>[] => [
  { header: 'Issued to', cell: ({ studentName }) => studentName },
  { header: 'Course', cell: ({ courseName }) => courseName },
  { header: 'Contact', cell: ({ studentEmail }) => <EmailText>{studentEmail}</EmailText> },
  { header: 'Issue Date', cell: ({ issueDate }) => issueDate },
  { header: 'Expiry Date', cell: ({ expiryDate }) => expiryDate },
  {
    header: 'Certificate ID',
    cell: ({ uniqueId, status }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <IdText code>{uniqueId}</IdText>
        <StatusBadge status={status} />
      </span>
    ),
  },
  {
    header: 'Preview',
    screenOnly: true,
    cell: ({ uniqueId, status }) => (
      <span className="row-links">
        <a
          className="link"
          href={`/certificates/${uniqueId}.png`}
          {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
        >
          Preview<span className="sr-only"> of {uniqueId}</span>
        </a>
        {status !== 'revoked' && (
          <Link className="link" to={`${revokeAt}/${uniqueId}/revocation`}>
            Revoke<span className="sr-only"> {uniqueId}</span>
          </Link>
        )}
      </span>
    ),
  },
];

type IssuedTableProps = TableOptions & { rows: readonly IssuedRow[] };

/** Issued certificates under Today, Yesterday and Earlier. */
export const IssuedTable = ({ rows, newTab, revokeAt }: IssuedTableProps) => (
  <Table
    caption="Issued certificates"
    columns={columns({ newTab, revokeAt })}
    rowKey={({ uniqueId }) => uniqueId}
    groups={grouped(rows)}
    fadeIn
  />
);
