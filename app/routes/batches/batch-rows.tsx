import { CircleAlert } from 'lucide';
import { Note } from '#app/routes/pieces/certificates/certificate-state.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { type Column, Table } from '#app/ui/table.tsx';

export type ShownRow = {
  line: number;
  status: 'ready' | 'issued' | 'failed' | 'cancelled';
  studentName: string;
  studentEmail: string;
  courseName: string;
  issueDate: string;
  expiryDate: string | null;
  uniqueId: string | null;
  problems: string[];
};

const STATUS = {
  ready: { tone: 'neutral', label: 'Ready' },
  issued: { tone: 'success', label: 'Issued' },
  failed: { tone: 'danger', label: 'Left out' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
} as const;

const COLUMNS: Column<ShownRow>[] = [
  { header: 'Line', cell: ({ line }) => line },
  {
    header: 'Issued to',
    cell: ({ studentName, studentEmail }) => (
      <>
        <span className="wrap-anywhere">{studentName}</span>
        <Note>{studentEmail && <EmailText>{studentEmail}</EmailText>}</Note>
      </>
    ),
  },
  { header: 'Course', cell: ({ courseName }) => <span className="wrap-anywhere">{courseName}</span> },
  { header: 'Issue Date', cell: ({ issueDate }) => issueDate },
  { header: 'Expiry Date', cell: ({ expiryDate }) => expiryDate },
  {
    header: 'Status',
    cell: ({ status, uniqueId, problems }) => (
      <div className="batch-row-status">
        {uniqueId ? (
          <IdText code>{uniqueId}</IdText>
        ) : (
          <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
        )}
        {problems.length > 0 && (
          <p className="field-errors">
            <Icon of={CircleAlert} />
            <span>{problems.join(' ')}</span>
          </p>
        )}
      </div>
    ),
  },
];

/** The rows of a batch by line, with their problems. */
export const BatchRows = ({ rows }: { rows: readonly ShownRow[] }) => (
  <Table caption="Rows" columns={COLUMNS} rowKey={({ line }) => line} groups={[{ rows }]} />
);
