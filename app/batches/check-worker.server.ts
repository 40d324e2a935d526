import { FIELDS, isField } from '#app/certificates/fields.ts';
import { controlOf, keyOf, type OwnField } from '#app/certificates/own-fields.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { allowUtf8Mailboxes } from '#app/shared/fields.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';
import { LEFT_OUT, MOST_JOINED, mayRepeat } from '#app/shared/lists/columns.ts';
import type { Hidden, List } from '#app/shared/lists/csv.server.ts';
import { listReader } from '#app/shared/lists/list-thread.server.ts';
import type { DateOrder } from '#app/shared/lists/written-dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { type BatchOptions, MAX_JSON_ROWS, type Reading, uncheckedBatchSchema } from './batch.schema.ts';
import { readBatchList } from './batch-csv.server.ts';
import { type CheckedRow, checkCertificates, checkListRows } from './check-rows.server.ts';
import { dateColumns, dateOrderOf, requireDateOrder, tidyCells } from './list-dates.server.ts';
import type { DateQuestion, ListQuestion } from './list-questions.ts';

export type CheckTask =
  | { type: 'list'; bytes: Uint8Array; options: BatchOptions; allowDuplicate: boolean; reading: Reading }
  | { type: 'json'; bytes: Uint8Array };

/** A task with what the thread, which has no database, must know: the issuer's own fields, and whether mail takes local parts in UTF-8. */
export type CheckInThread = CheckTask & { own: readonly OwnField[]; smtpUtf8: boolean };

/** `hidden` is null for text, and for a spreadsheet that hides nothing of the list. */
export type Checked = { rows: CheckedRow[]; options: BatchOptions; hidden: Hidden | null };
export type CheckResult = { checked: Checked } | { question: ListQuestion };

/** Most fields and separators in a JSON batch. */
const MAX_JSON_FIELDS = 10 * MAX_JSON_ROWS;

/** More of a cell than a question shows. */
const MAX_SHOWN = 100;
const shown = (cells: readonly string[]) => cells.map((cell) => cell.slice(0, MAX_SHOWN).toWellFormed());

/** The question about a list for a person. Null if nothing is open, or if a program sent the list. */
function questionAbout(
  list: List,
  { asks, chosen }: Reading,
  order: DateOrder | DateQuestion,
): ListQuestion | null {
  const { header, samples } = list;
  if (!asks) return null;
  const dates = typeof order === 'string' ? null : order;
  const isSure = chosen !== undefined || (asks === 'if-unsure' && header.isOurs && !list.isGuessed);
  if (isSure && !dates) return null;
  return {
    line: header.line,
    names: shown(header.names),
    targets: header.targets.map((target, at, all) =>
      all.indexOf(target) < at && !mayRepeat(target) ? LEFT_OUT : target,
    ),
    samples: samples.map(shown),
    encoding: list.encoding ?? null,
    sheets: shown(list.sheets ?? []),
    sheet: list.sheets ? list.sheet : 0,
    dates,
    ...(chosen?.fixed && { fixed: chosen.fixed }),
  };
}

/** @throws AppError invalid, naming the columns, also one of an own field that is retired meanwhile */
function requireColumns(
  { header: { targets, missing, twice, joinsTooMany } }: List,
  own: readonly OwnField[],
) {
  const nameOf = (column: string) => own.find(({ key }) => controlOf(key) === column)?.name;
  const label = (column: string) => (isField(column) ? FIELDS[column].label() : (nameOf(column) ?? column));
  const gone = targets
    .map((target) => (nameOf(target) === undefined ? keyOf(target) : undefined))
    .find(Boolean);
  if (gone) throw invalid(t('ownFields.thereIsNoFieldKey', { key: gone }));
  if (missing.length > 0)
    throw invalid(t('lists.chooseAColumnForMissing', { missing: formatList(missing.map(label)) }));
  if (twice) throw invalid(t('lists.chooseOneColumnForTwice', { twice: label(twice) }));
  if (joinsTooMany) throw invalid(t('lists.aNameIsJoinedFromAtMost', { most: MOST_JOINED }));
}

async function checkList(
  bytes: Buffer,
  { allowDuplicate, options, reading, own }: Extract<CheckInThread, { type: 'list' }>,
): Promise<CheckResult> {
  const list = await readBatchList(bytes, reading, own);
  if (reading.chosen) requireColumns(list, own);
  for (const { cells } of list.rows) tidyCells(cells);
  const order = reading.dateOrder ?? dateOrderOf(list.rows, dateColumns(own));
  const question = questionAbout(list, reading, order);
  if (question) return { question };
  const rows = checkListRows(list.rows, { allowDuplicate, dateOrder: requireDateOrder(order), own });
  const hidden = list.hidden ? { ...list.hidden, columns: shown(list.hidden.columns) } : null;
  return { checked: { rows, options, hidden } };
}

async function check(task: CheckInThread): Promise<CheckResult> {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  if (task.type === 'list') return checkList(bytes, task);
  const input = parseInput(uncheckedBatchSchema, parseJsonObject(bytes, MAX_JSON_FIELDS));
  const { certificates, ...options } = input;
  return { checked: { rows: checkCertificates(certificates, task.own), options, hidden: null } };
}

/** Runs in a worker thread, because reading and checking 10,000 rows would block the event loop. */
export default listReader((task: CheckInThread) => {
  allowUtf8Mailboxes(() => task.smtpUtf8);
  return check(task);
});
