import { fold } from '#db/folding.ts';
import { t } from '#messages';
import { MAX_OPTIONS } from './quiz.schema.ts';

/* A list of questions as it is imported and exported. Apart from read-questions.server.ts, so that only its thread loads what reads files. */

export const MAX_QUESTIONS_FILE_BYTES = 512 * 1_024;
export const questionsFileTooLarge = () => t('questionsCsv.theFileMustHaveAtMost512Kb');

export const OPTION_COLUMNS = Array.from({ length: MAX_OPTIONS }, (_, index) => `option${index + 1}`);
export const COLUMNS = [
  'type',
  'text',
  'points',
  ...OPTION_COLUMNS,
  'correct',
  'tolerance',
  'ignoreCase',
  'ignoreAccents',
  'explanation',
];

/** The text by which words of a file are compared. */
export function folded(text: string) {
  return fold(text, { ignoreCase: true, ignoreAccents: true });
}

/** The numbers of the options that a text may mean: their number, letter, text or column. */
function meantBy(text: string, options: string[]): number[] {
  const [, column] = /^option(\d{1,2})$/i.exec(text.trim()) ?? [];
  if (column !== undefined) return [Number(column)];
  const [, sign = ''] = /^[([]?([a-t]|\d{1,2})[)\].:]?$/.exec(folded(text)) ?? [];
  const place = /^\d/.test(sign) ? Number(sign) : sign === '' ? 0 : sign.charCodeAt(0) - 96;
  const alike = options.flatMap((option, index) => (folded(option) === folded(text) ? [index + 1] : []));
  const same = alike.filter((number) => options[number - 1] === text.trim());
  const isPlace = (options[place - 1] ?? '').trim() !== '';
  return [...new Set([...(isPlace ? [place] : []), ...(same.length > 0 ? same : alike)])];
}

/** Ways in which a cell lists several options. An option's own text may have these separators. */
const LISTS: ((cell: string) => string[])[] = [
  (cell) => [cell],
  (cell) => cell.split(/[;|\n]/),
  (cell) => cell.split(/[,;|\n]/),
  (cell) => cell.split(/[\s,;|]/),
  // ABD
  (cell) => (/^[A-T]{2,20}$/.test(cell) ? [...cell] : []),
];

/** The options that each part of a cell may mean, by the first way in which all parts mean some. Null if none. */
export const optionsMeant = (cell: string, options: string[]): { part: string; numbers: number[] }[] | null =>
  LISTS.map((list) => list(cell).filter((part) => part.trim() !== ''))
    .map((parts) => parts.map((part) => ({ part: part.trim(), numbers: meantBy(part, options) })))
    .find((parts) => parts.length > 0 && parts.every(({ numbers }) => numbers.length > 0)) ?? null;
