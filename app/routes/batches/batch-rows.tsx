import { CircleAlert } from 'lucide';
import { Link, useNavigation } from 'react-router';
import type { BatchRow } from '#app/batches/batch.server.ts';
import { lineControl } from '#app/batches/list-questions.ts';
import type { Content, FieldName } from '#app/certificates/fields.ts';
import { FIELD_NAMES, FIELDS, headingOf, isDateField } from '#app/certificates/fields.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { OwnFieldInput } from '#app/routes/certificates/own-field-inputs.tsx';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { Note, shownHolder } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { Photograph } from '#app/routes/pieces/photograph.tsx';
import { TextField } from '#app/ui/form.tsx';
import { Badge, type Column, Table } from '#app/ui/list-parts.tsx';
import { EmailText, Icon, IdText, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

export type ShownRow = Omit<BatchRow, 'errors' | 'warnings' | 'issuedAt' | 'fields'> & {
  /** Names and values of own fields. */
  own: (readonly [name: string, value: string])[];
  /** Those that are stored. */
  photographs: { key: string; name: string; src: string }[];
  problems: string[];
  damages: string[];
  /** The fields as they were entered, if the row can be corrected. */
  entered: (Content & { fields: Record<string, string> }) | null;
  /** Link to its draft, if it can be issued. */
  draft: string | null;
  /** Link to the form for its photograph, if it lacks one. */
  picture: string | null;
};

const statusTexts = () =>
  ({
    ready: { tone: 'neutral', label: t('batchRows.ready') },
    scheduled: { tone: 'neutral', label: t('common.scheduled') },
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

type OwnProps = { fields: readonly OwnField[]; row: ShownRow };

/** The own fields of a row, or their controls. */
const OwnFields = ({ fields, row: { line, own, entered } }: OwnProps) =>
  entered && fields.length > 0 ? (
    <div className="own-fields">
      {fields.map((field) => (
        <OwnFieldInput
          key={field.key}
          field={field}
          name={lineControl(line, field.key)}
          label={
            <>
              <span aria-hidden="true">
                <bdi>{field.name}</bdi>
              </span>
              <span className="sr-only">{t('batchRows.labelInLine', { label: field.name, line })}</span>
            </>
          }
          defaultValue={entered.fields[field.key] ?? ''}
        />
      ))}
    </div>
  ) : (
    <ul className="own-fields list-plain wrap-anywhere">
      {own.map(([name, value]) => (
        <li key={name}>
          <bdi>{t('page.labelValue', { label: name, value })}</bdi>
        </li>
      ))}
    </ul>
  );

const Photographs = ({ photographs }: Pick<ShownRow, 'photographs'>) =>
  photographs.length > 0 && (
    <div className="mt-1 flex flex-wrap gap-1">
      {photographs.map(({ key, name, src }) => (
        <Photograph key={key} src={src} alt={name} isSmall />
      ))}
    </div>
  );

/** The fields below the student's, each in its column. */
const COLUMNS = FIELD_NAMES.filter((name) => name !== 'studentName' && name !== 'studentEmail');

const tableColumns = (fields: readonly OwnField[], hasOwn: boolean): Column<ShownRow>[] => [
  { header: t('batchRows.line'), cell: ({ line }) => line },
  {
    header: t('common.issuedTo'),
    cell: ({ studentName, studentEmail, line, entered, photographs }) =>
      entered ? (
        <>
          <Entry line={line} name="studentName" value={studentName} />
          <Entry line={line} name="studentEmail" value={studentEmail} />
          <Photographs photographs={photographs} />
        </>
      ) : (
        <>
          <span className="wrap-anywhere">{shownHolder(studentName, studentEmail)}</span>
          <Note>{studentEmail && <EmailText>{studentEmail}</EmailText>}</Note>
          <Photographs photographs={photographs} />
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
  ...(hasOwn
    ? [{ header: t('batchRows.ownFields'), cell: (row: ShownRow) => <OwnFields fields={fields} row={row} /> }]
    : []),
  {
    header: t('common.status'),
    cell: ({ status, uniqueId, problems, damages, draft, picture, line }) => (
      <div className="batch-row-status">
        {uniqueId && <IdText code>{uniqueId}</IdText>}
        {status !== 'issued' && (
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
        {picture && (
          <Link className="link" to={picture}>
            {t('batchPictures.photographOfLine', { line })}
          </Link>
        )}
        {draft && (
          <Link className="link" to={draft}>
            {t('draft.draftOfLine', { line })}
          </Link>
        )}
      </div>
    ),
  },
];

type Props = {
  rows: readonly ShownRow[];
  /** The issuer's own fields, for rows that can be corrected. */
  fields: readonly OwnField[];
};

const RowTable = ({ rows, fields }: Props) => (
  <Table
    caption={t('common.rows')}
    columns={tableColumns(
      fields,
      rows.some(({ own, entered }) => own.length > 0 || (entered && fields.length > 0)),
    )}
    rowKey={({ line }) => line}
    groups={[{ rows }]}
  />
);

/** The rows of a batch by line, with their problems, and a form for those that can be corrected. */
export function BatchRows({ rows, fields }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'mend';
  const table = <RowTable rows={rows} fields={fields} />;
  if (!rows.some(({ entered }) => entered)) return table;
  return (
    // The fields of rows that were checked again have other values.
    <Form key={JSON.stringify(rows)} method="post" preventScrollReset>
      {table}
      <May act="certificates">
        <p className="mt-4">
          <SubmitButton
            name="intent"
            value="mend"
            variant="secondary"
            pending={pending}
            pendingText={t('batches.checking')}
          >
            {t('batch.checkTheseRowsAgain')}
          </SubmitButton>
        </p>
      </May>
    </Form>
  );
}
