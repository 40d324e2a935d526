import { FIELD_NAMES, FIELDS, fieldOf, isOptional, REQUIRED_NAMES } from '#app/certificates/fields.ts';
import { type List, readList } from '#app/shared/lists/csv.server.ts';
import type { CsvFile } from '#app/shared/lists/list-rows.server.ts';
import { t } from '#messages';
import { COLUMN_NAMES, MAX_CSV_ROWS, type Reading } from './batch.schema.ts';
import { JOINED_NAME, ownLabels, SYNONYMS } from './column-names.server.ts';
import { csvTooLarge, MAX_CSV_BYTES } from './limits.ts';

const NAMES = COLUMN_NAMES.join(', ');

/** Header and example row of the template file, in the reader's language. */
export const csvTemplate = (): readonly (readonly string[])[] => [
  FIELD_NAMES.map((name) => FIELDS[name].label().replaceAll('\u00ad', '')),
  FIELD_NAMES.map((name) => (isOptional(name) ? '' : (fieldOf(name).sample?.() ?? FIELDS[name].example))),
];

const FILE: CsvFile = {
  columns: COLUMN_NAMES,
  required: REQUIRED_NAMES,
  synonyms: SYNONYMS,
  joined: JOINED_NAME,
  addresses: 'studentEmail',
  labels: ownLabels,
  maxBytes: MAX_CSV_BYTES,
  // Blank lines are not rows, but the parser needs 50 µs for each of them.
  maxLines: 3 * MAX_CSV_ROWS,
  maxRows: MAX_CSV_ROWS,
  problems: {
    tooLarge: csvTooLarge,
    unknownColumn: (line, shown) => t('lists.theFileHasUnknownColumns', { line, shown, columns: NAMES }),
    tooManyRows: () => t('readCsv.theFileMustHaveAtMost'),
  },
};

/** Reads the rows of a batch. @throws AppError as `readList` */
export const readBatchList = (bytes: Buffer, { columns, chosen, asks, ...source }: Reading): Promise<List> =>
  readList(bytes, { ...FILE, matched: columns, chosen, asks: asks !== undefined }, source);
