import { CircleAlert } from 'lucide';
import type { BatchRow } from '#app/batches/batch.server.ts';
import type { Content, FieldName } from '#app/certificates/fields.ts';
import { FIELD_NAMES, FIELDS, headingOf, isDateField } from '#app/certificates/fields.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { Note, shownHolder } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { TextField } from '#app/ui/form.tsx';
import { Badge, type Column, Table } from '#app/ui/list-parts.tsx';
import { EmailText, Icon, IdText } from '#app/ui/page.tsx';
import { t } from '#messages';

export type ShownRow = Omit<BatchRow, 'errors' | 'warnings' | 'issuedAt'> & {
  problems: string[];
  damages: string[];
  /** The fields as they were entered, if the row can be corrected. */
  entered: Content | null;
};

const statusTexts = () =>
  ({
    ready: { tone: 'neutral', label: t('batchRows.ready') },
    issued: { tone: 'success', label: t('batchRows.issued') },
    failed: { tone: 'danger', label: t('batchRows.leftOut') },
    cancelled: { tone: 'neutral', label: t('batchRows.cancelled') },
  }) as const;

type EntryProps = { line: number; name: FieldName; value: string };

/** A field of a row that can be corrected. */
const Entry = ({ line, name, value }: EntryProps) => (
  <TextField
    label={
      <span className="sr-only">{t('batchRows.labelInLine', { label: FIELDS[name].label(), line })}</span>
    }
    name={`row${line}-${name}`}
    defaultValue={value}
    // Empty fields stand one below the other in a cell, so each shows its name.
    placeholder={FIELDS[name].label()}
    dir="auto"
  />
);

/** The fields below the student's, each in its column. */
const COLUMNS = FIELD_NAMES.filter((name) => name !== 'studentName' && name !== 'studentEmail');

const tableColumns = (): Column<ShownRow>[] => [
  { header: t('batchRows.line'), cell: ({ line }) => line },
  {
    header: t('common.issuedTo'),
    cell: ({ studentName, studentEmail, line, entered }) =>
      entered ? (
        <>
          <Entry line={line} name="studentName" value={studentName} />
          <Entry line={line} name="studentEmail" value={studentEmail} />
        </>
      ) : (
        <>
          <span className="wrap-anywhere">{shownHolder(studentName, studentEmail)}</span>
          <Note>{studentEmail && <EmailText>{studentEmail}</EmailText>}</Note>
        </>
      ),
  },
  ...COLUMNS.map((name) => ({
    header: headingOf(name),
    cell: ({ line, entered, ...row }: ShownRow) => {
      if (entered) return <Entry line={line} name={name} value={entered[name] ?? ''} />;
      return isDateField(name) ? row[name] : <span className="wrap-anywhere">{row[name]}</span>;
    },
  })),
  {
    header: t('common.status'),
    cell: ({ status, uniqueId, problems, damages }) => (
      <div className="batch-row-status">
        {uniqueId ? (
          <IdText code>{uniqueId}</IdText>
        ) : (
          <Badge tone={damages.length > 0 ? 'warning' : statusTexts()[status].tone}>
            {statusTexts()[status].label}
          </Badge>
        )}
        {problems.length > 0 && (
          <p className="field-errors">
            <Icon of={CircleAlert} />
            <span>{joinSentences(problems)}</span>
          </p>
        )}
        {damages.length > 0 && <Note>{joinSentences(damages)}</Note>}
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
