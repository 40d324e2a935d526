import { CircleAlert } from 'lucide';
import type { BatchRow } from '#app/batches/batch.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { dateColumns } from '#app/routes/pieces/certificate-lists/certificate-facts.ts';
import { Note, shownHolder } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { EmailText, IdText } from '#app/ui/breakable.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { t } from '#messages';

export type ShownRow = Omit<BatchRow, 'errors' | 'issuedAt'> & { problems: string[] };

const statusTexts = () =>
  ({
    ready: { tone: 'neutral', label: t('batchRows.ready') },
    issued: { tone: 'success', label: t('batchRows.issued') },
    failed: { tone: 'danger', label: t('batchRows.leftOut') },
    cancelled: { tone: 'neutral', label: t('batchRows.cancelled') },
  }) as const;

const tableColumns = (): Column<ShownRow>[] => [
  { header: t('batchRows.line'), cell: ({ line }) => line },
  {
    header: t('common.issuedTo'),
    cell: ({ studentName, studentEmail }) => (
      <>
        <span className="wrap-anywhere">{shownHolder(studentName, studentEmail)}</span>
        <Note>{studentEmail && <EmailText>{studentEmail}</EmailText>}</Note>
      </>
    ),
  },
  {
    header: t('common.course'),
    cell: ({ courseName }) => <span className="wrap-anywhere">{courseName}</span>,
  },
  ...dateColumns(),
  {
    header: t('common.status'),
    cell: ({ status, uniqueId, problems }) => (
      <div className="batch-row-status">
        {uniqueId ? (
          <IdText code>{uniqueId}</IdText>
        ) : (
          <Badge tone={statusTexts()[status].tone}>{statusTexts()[status].label}</Badge>
        )}
        {problems.length > 0 && (
          <p className="field-errors">
            <Icon of={CircleAlert} />
            <span>{joinSentences(problems)}</span>
          </p>
        )}
      </div>
    ),
  },
];

/** The rows of a batch by line, with their problems. */
export const BatchRows = ({ rows }: { rows: readonly ShownRow[] }) => (
  <Table
    caption={t('common.rows')}
    columns={tableColumns()}
    rowKey={({ line }) => line}
    groups={[{ rows }]}
  />
);
