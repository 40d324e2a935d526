import { invalidFile } from '#app/shared/errors.server.ts';
import { readList } from '#app/shared/lists/csv.server.ts';
import type { CsvFile, CsvRow } from '#app/shared/lists/list-rows.server.ts';
import { listReader } from '#app/shared/lists/list-thread.server.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import {
  COLUMNS,
  folded,
  MAX_QUESTIONS_FILE_BYTES,
  OPTION_COLUMNS,
  optionsMeant,
  questionsFileTooLarge,
} from './question-columns.ts';
import { type QuestionFields, toQuestionInput } from './question-fields.ts';
import { MAX_QUESTIONS, type QuestionInput, questionSchema } from './quiz.schema.ts';

const inLine = (line: number, what: string) => t('questionsCsv.lineLineWhat', { line, what });
const notText = () => t('questionsCsv.theFileIsNotText');
const wrongOrTooLong = (line: number) => inLine(line, t('questionsCsv.aQuotationMarkIsInTheWrongPlace'));

const FILE: CsvFile = {
  columns: COLUMNS,
  required: ['type', 'text'],
  // Rows above the header are skipped, and there are no other names of columns.
  synonyms: new Map(),
  isFoundByHeader: true,
  mayRepeatColumns: true,
  maxBytes: MAX_QUESTIONS_FILE_BYTES,
  maxRecords: 1_000,
  maxRows: MAX_QUESTIONS,
  problems: {
    tooLarge: questionsFileTooLarge,
    nul: notText,
    notUtf8: notText,
    tooLong: wrongOrTooLong,
    openQuote: wrongOrTooLong,
    wrongQuote: wrongOrTooLong,
    tooManyColumns: wrongOrTooLong,
    unknownColumn: (line, header) => inLine(line, t('questionsCsv.theColumnHeaderIsUnknown', { header })),
    missingColumns: (line, missing) => inLine(line, t('questionsCsv.lacksTheColumnsMissing', { missing })),
    tooManyRows: () => t('common.aQuizHasAtMostMaxquestionsQuestions', { maxQuestions: MAX_QUESTIONS }),
    noRows: () => t('questionsCsv.theFileHasNoQuestions'),
  },
};

/** A cell without the apostrophe that an export puts before a formula. */
const plain = (cell: string) => (/^'[\s=+@\-\u2212]/.test(cell) ? cell.slice(1) : cell);

/** Words and marks for true and false in all languages of the site, folded, as spreadsheets and people write them. */
const TRUTH = new Map(
  (
    [
      [true, 'true t yes y 1 x on ✓ ✔ √ ☑ ✅ wahr richtig r ja j vrai v oui verdadero si s verdadeiro sim'],
      [true, 'صح صحيح صواب نعم सत्य सही हाँ हां जी 真 是 对 對 正确 正確'],
      [false, 'false f no n 0 off ✗ ✘ ❌ ☐ falsch nein faux non falso nao'],
      [false, 'خطأ خطا خاطئ غلط لا असत्य गलत नहीं ग़लत 假 否 错 錯 错误 錯誤 不 不是'],
    ] as const
  ).flatMap(([means, words]) => words.split(' ').map((word) => [folded(word), means] as const)),
);

/** The answers of a row, in which a cell that cannot be read is an error. */
type Row = {
  line: number;
  has: (name: string) => boolean;
  cell: (name: string) => string;
  /** The cell as a number of the reader's notation, which numbers of a spreadsheet may not have. */
  number: (name: string) => string;
};

const wrongCell = (line: number, message: string) => {
  const text = inLine(line, message);
  return invalidFile(text);
};

/** Whether a cell says yes. An empty one does not. */
function truth({ line, cell }: Row, column: string): boolean {
  const value = cell(column).trim();
  const means = value === '' ? false : TRUTH.get(folded(value));
  if (means !== undefined) return means;
  throw wrongCell(line, t('questionsCsv.valueIsNeitherTrueNorFalse', { value, column }));
}

/** The numbers of the options that a cell names. */
function namedOptions({ line, cell }: Row, options: string[]): string[] {
  const value = cell('correct').trim();
  if (value === '' || options.every((option) => option.trim() === '')) return [];
  const meant = optionsMeant(value, options);
  if (!meant) throw wrongCell(line, t('questionsCsv.valueIsNoOption', { value: value.slice(0, 100) }));
  const unclear = meant.find(({ numbers }) => numbers.length > 1);
  if (!unclear) return meant.flatMap(({ numbers }) => numbers.map(String));
  const [one, other] = unclear.numbers.map((number) => `option${number}`);
  throw wrongCell(
    line,
    t('questionsCsv.valueMeansTwoOptions', { value: unclear.part, one: one ?? '', other: other ?? '' }),
  );
}

function correctOf(row: Row, type: string, options: string[]): string[] {
  if (type === 'single' || type === 'multiple') return namedOptions(row, options);
  if (type !== 'boolean') return [row.number('correct')];
  return row.has('correct') ? [String(truth(row, 'correct'))] : [];
}

function fieldsOf({ line, cells, numbers }: CsvRow): QuestionFields {
  const cell = (name: string) => plain(cells[name] ?? '');
  const number = (name: string) => numbers?.[name] ?? cell(name);
  const row = { line, has: (name: string) => cells[name] !== undefined, cell, number };
  const type = cell('type').trim().toLowerCase();
  const options = OPTION_COLUMNS.map(cell);
  return {
    type,
    text: cell('text'),
    points: number('points'),
    options,
    correct: correctOf(row, type, options),
    tolerance: number('tolerance'),
    ignoreCase: truth(row, 'ignoreCase'),
    ignoreAccents: truth(row, 'ignoreAccents'),
    explanation: cell('explanation'),
  };
}

function questionOf(row: CsvRow): QuestionInput {
  const { data, error } = safeParse(questionSchema, toQuestionInput(fieldsOf(row)));
  if (data) return data;
  throw wrongCell(row.line, error.issues[0]?.message ?? t('questionsCsv.theQuestionIsNotValid'));
}

/** Runs in a worker thread, as the reader of batches does, because a spreadsheet may take seconds. */
export default listReader(async ({ bytes }: { bytes: Uint8Array }) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { rows, hidden } = await readList(file, FILE);
  return { questions: rows.map(questionOf), hidden: hidden?.rows ?? 0 };
});
