import { exampleValue } from '#app/certificates/example-values.ts';
import {
  FIELD_NAMES,
  FIELDS,
  fieldOf,
  headingOf,
  isOptional,
  REQUIRED_NAMES,
} from '#app/certificates/fields.ts';
import { controlOf, type OwnField, valueText, yesOrNo } from '#app/certificates/own-fields.ts';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { numberToEnter } from '#app/shared/entered-numbers.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { foldName, type JoinedColumn, LEFT_OUT } from '#app/shared/lists/columns.ts';
import { type List, readList } from '#app/shared/lists/csv.server.ts';
import type { CsvFile } from '#app/shared/lists/list-rows.server.ts';
import { t } from '#messages';
import { COLUMN_NAMES, MAX_CSV_ROWS, type Reading } from './batch.schema.ts';
import NAMES from './column-names.json' with { type: 'json' };
import { csvTooLarge, MAX_CSV_BYTES } from './limits.ts';

// The names that other programs and people give the columns of a list, in the languages of the site.
const { firstName, lastName, furtherFirst, furtherLast, lastFirst, leftOut, ...OTHERS } = NAMES;

const folded = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldName));

export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHERS).flatMap(([column, names]) => names.map((name) => [foldName(name), column] as const)),
);
export const JOINED_NAME: JoinedColumn = {
  column: 'studentName',
  first: folded(firstName),
  last: folded(lastName),
  furtherFirst: folded(furtherFirst),
  furtherLast: folded(furtherLast),
  lastFirst: folded(lastFirst),
};

/** Headers of our own files in the reader's language: the template, results of a batch, and lists of certificates. */
const labelsOfReader = (): [label: string, column: string][] => [
  ...[
    ...leftOut,
    t('common.certificateId'),
    t('common.issuedBy'),
    t('common.status'),
    t('common.created'),
    t('csvLists.revoked'),
    t('common.reason'),
    t('batchRows.ownFields'),
  ].map((label): [string, string] => [label, LEFT_OUT]),
  ...FIELD_NAMES.map((name): [string, string] => [headingOf(name), name]),
  ...FIELD_NAMES.map((name): [string, string] => [FIELDS[name].label(), name]),
];

let labels: ReadonlyMap<string, string> | undefined;

/** The same in all languages. */
export function ownLabels(): ReadonlyMap<string, string> {
  labels ??= new Map(
    languages()
      .flatMap((language) => inLanguage(language, labelsOfReader))
      .map(([label, column]) => [foldName(label), column]),
  );
  return labels;
}

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
