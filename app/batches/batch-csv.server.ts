import { exampleValue } from '#app/certificates/example-values.ts';
import { FIELD_NAMES, FIELDS, fieldOf, isOptional, REQUIRED_NAMES } from '#app/certificates/fields.ts';
import { controlOf, type OwnField, valueText, yesOrNo } from '#app/certificates/own-fields.ts';
import { numberToEnter } from '#app/shared/entered-numbers.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { foldName } from '#app/shared/lists/columns.ts';
import { type List, readList } from '#app/shared/lists/csv.server.ts';
import type { CsvFile } from '#app/shared/lists/list-rows.server.ts';
import { t } from '#messages';
import { COLUMN_NAMES, MAX_CSV_ROWS, type Reading } from './batch.schema.ts';
import { JOINED_NAME, ownLabels, SYNONYMS } from './column-names.server.ts';
import { csvTooLarge, MAX_CSV_BYTES } from './limits.ts';

/** An example of a value of an own field, as people write it. An optional field without a default, and a picture, have none. */
const exampleCell = (field: OwnField): string =>
  field.kind !== 'picture' && (field.isRequired || field.rules.default !== undefined)
    ? valueText({ value: exampleValue(field) }, { number: numberToEnter, boolean: yesOrNo })
    : '';

/** Header and example row of the template file, in the reader's language, with the issuer's own fields. */
export const csvTemplate = (own: readonly OwnField[]): readonly (readonly string[])[] => [
  [
    ...FIELD_NAMES.map((name) => FIELDS[name].label().replaceAll('\u00ad', '')),
    ...own.map(({ name }) => name),
  ],
  [
    ...FIELD_NAMES.map((name) =>
      isOptional(name) ? '' : (fieldOf(name).sample?.() ?? FIELDS[name].example),
    ),
    ...own.map(exampleCell),
  ],
];

/** Columns of own fields as a program names them: by their keys. */
const byKey = (columns: string) => columns.replaceAll(controlOf(''), '');

const FILE = {
  synonyms: SYNONYMS,
  joined: JOINED_NAME,
  addresses: 'studentEmail',
  maxBytes: MAX_CSV_BYTES,
  // Blank lines are not rows, but the parser needs 50 µs for each of them.
  maxLines: 3 * MAX_CSV_ROWS,
  maxRows: MAX_CSV_ROWS,
  problems: {
    tooLarge: csvTooLarge,
    missingColumns: (line: number, missing: string) =>
      t('readCsv.lineLacksTheColumnsMissing', { line, missing: byKey(missing) }),
    columnTwice: (line: number, twice: string) =>
      t('readCsv.lineHasTheColumnTwiceTwice', { line, twice: byKey(twice) }),
    tooManyRows: () => t('readCsv.theFileMustHaveAtMost'),
  },
} satisfies Partial<Record<keyof CsvFile, unknown>>;

/** A list of an issuer: a column may have the key or the name of an own field, and required fields without a default have one. */
function fileOf(own: readonly OwnField[]): CsvFile {
  const columns = [...COLUMN_NAMES, ...own.map(({ key }) => controlOf(key))];
  const named = own.flatMap(({ key, name }) =>
    [key, name].map((label) => [foldName(label), controlOf(key)] as const),
  );
  const labels = new Map([...ownLabels(), ...named]);
  // Files of pictures may be named after the students.
  const required = own.filter(
    ({ kind, isRequired, rules }) => kind !== 'picture' && isRequired && rules.default === undefined,
  );
  return {
    ...FILE,
    columns,
    required: [...REQUIRED_NAMES, ...required.map(({ key }) => controlOf(key))],
    labels: () => labels,
    problems: {
      ...FILE.problems,
      unknownColumn: (line, shown) =>
        t('lists.theFileHasUnknownColumns', { line, shown, columns: byKey(columns.join(', ')) }),
    },
  };
}

/** The columns that a program has matched, in which own fields have their keys. @throws AppError invalid for a field that is not declared */
function matchedColumns(columns: Reading['columns'], { columns: known }: CsvFile): Reading['columns'] {
  const matched = Object.entries(columns ?? {}).map(
    ([name, header]) => [COLUMN_NAMES.includes(name) ? name : controlOf(name), header] as const,
  );
  if (matched.some(([column]) => !known.includes(column))) {
    const message = t('lists.columnsMustBe', { columns: byKey(known.join(', ')) });
    throw invalid(message, { columns: [message] });
  }
  return columns && Object.fromEntries(matched);
}

/**
 * Reads the rows of a batch.
 * @param own the issuer's fields
 * @throws AppError as `readList` and `matchedColumns`
 */
export function readBatchList(
  bytes: Buffer,
  { columns, chosen, asks, ...source }: Reading,
  own: readonly OwnField[],
): Promise<List> {
  const file = fileOf(own);
  const matched = matchedColumns(columns, file);
  return readList(bytes, { ...file, matched, chosen, asks: asks !== undefined }, source);
}
