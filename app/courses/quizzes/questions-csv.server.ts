import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import type { Actor } from '#app/accounts/actor.server.ts';
import { authoredLesson } from '#app/courses/find-course.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { addQuestions } from './change-quiz.server.ts';
import { type QuestionFields, toFields, toQuestionInput } from './question-fields.ts';
import { MAX_OPTIONS, MAX_QUESTIONS, type QuestionInput, questionSchema } from './quiz.schema.ts';
import { currentQuiz } from './quiz.server.ts';

export const MAX_QUESTIONS_CSV_BYTES = 512 * 1_024;
export const questionsCsvTooLarge = () => t('questionsCsv.theFileMustHaveAtMost512Kb');

/** Most rows of a file, blank ones included, for each of which the parser needs up to 30 µs. */
const MAX_ROWS = 1_000;
/** More than a file has, because spreadsheets append empty columns. */
const MAX_COLUMNS = 256;

const OPTION_COLUMNS = Array.from({ length: MAX_OPTIONS }, (_, index) => `option${index + 1}`);
const COLUMNS = [
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
const REQUIRED = ['type', 'text'];

const wrongOrTooLong = () => t('questionsCsv.aQuotationMarkIsInTheWrongPlace');
const problem = (message: string) => invalid(message, { file: [message] });
const lineProblem = (line: number, what: string) => problem(t('questionsCsv.lineLineWhat', { line, what }));

/** A cell without the apostrophe that an export puts before a formula. */
const plain = (cell: string) => (/^'[\s=+@\-\u2212]/.test(cell) ? cell.slice(1) : cell);

const yes = (cell: string) => ['true', 'yes', '1'].includes(cell.trim().toLowerCase());

type Row = { line: number; cells: Record<string, string> };

/** @throws AppError invalid, naming the line */
function columnsOf(header: string[]): string[] {
  const names = header.map((cell) => cell.replace(/[\s_-]/g, '').toLowerCase());
  while (names.at(-1) === '') names.pop();
  const columns = names.map((name, index) => {
    const column = COLUMNS.find((known) => known.toLowerCase() === name);
    if (column) return column;
    throw lineProblem(
      1,
      t('questionsCsv.theColumnHeaderIsUnknown', { header: header[index]?.slice(0, 50) ?? '' }),
    );
  });
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw lineProblem(1, t('questionsCsv.lacksTheColumnsMissing', { missing: missing.join(', ') }));
  return columns;
}

/** Reads a CSV (RFC 4180) in UTF-8 with comma or semicolon. @throws AppError invalid, naming the line; too-large */
function readRows(bytes: Buffer): Row[] {
  if (bytes.length > MAX_QUESTIONS_CSV_BYTES) throw new AppError('too-large', questionsCsvTooLarge());
  if (bytes.includes(0) || !isUtf8(bytes)) throw problem(t('questionsCsv.theFileIsNotUtf8Text'));
  const [header = ''] = bytes.subarray(0, 4_096).toString('latin1').split('\n', 1);
  let columns: string[] | undefined;
  const rows: Row[] = [];
  let [lastLine, read] = [0, 0];
  try {
    parse(bytes, {
      bom: true,
      delimiter: header.split(';').length > header.split(',').length ? ';' : ',',
      max_record_size: 65_536,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (record: string[], { lines }) => {
        const line = lastLine + 1;
        lastLine = lines;
        read += 1;
        if (read > MAX_ROWS)
          throw problem(t('readCsv.theFileMustHaveAtMostMaxlinesLines', { maxLines: MAX_ROWS }));
        if (record.length > MAX_COLUMNS) throw lineProblem(line, wrongOrTooLong());
        if (record.every((cell) => cell.trim() === '')) return null;
        if (!columns) columns = columnsOf(record);
        else if (rows.length === MAX_QUESTIONS)
          throw problem(
            t('questionsCsv.aQuizHasAtMostMaxquestionsQuestions', { maxQuestions: MAX_QUESTIONS }),
          );
        else {
          const cells = columns.map((column, index) => [column, plain(record[index] ?? '')]);
          rows.push({ line, cells: Object.fromEntries(cells) });
        }
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw lineProblem(lastLine + 1, wrongOrTooLong());
  }
  if (rows.length === 0) throw problem(t('questionsCsv.theFileHasNoQuestions'));
  return rows;
}

function fieldsOf(cells: Record<string, string>): QuestionFields {
  const cell = (name: string) => cells[name] ?? '';
  const type = cell('type').trim().toLowerCase();
  const correct = cell('correct');
  return {
    type,
    text: cell('text'),
    points: cell('points'),
    options: OPTION_COLUMNS.map(cell),
    correct: type === 'single' || type === 'multiple' ? correct.split(/[\s,;]+/) : [correct],
    tolerance: cell('tolerance'),
    ignoreCase: yes(cell('ignoreCase')),
    ignoreAccents: yes(cell('ignoreAccents')),
    explanation: cell('explanation'),
  };
}

function questionOf({ line, cells }: Row): QuestionInput {
  const { data, error } = safeParse(questionSchema, toQuestionInput(fieldsOf(cells)));
  if (!data) throw lineProblem(line, error.issues[0]?.message ?? t('questionsCsv.theQuestionIsNotValid'));
  return data;
}

/**
 * Adds the questions of a CSV file at the end of a quiz. If one is not valid, none is added.
 * @throws AppError as `addQuestions`; invalid at `file`, naming the line; too-large
 */
export function importQuestions(actor: Actor, lessonId: string, bytes: Buffer): number {
  authoredLesson(actor, lessonId);
  const questions = readRows(bytes).map(questionOf);
  addQuestions(actor, lessonId, questions);
  return questions.length;
}

/**
 * The header and the rows of a quiz's questions, which `importQuestions` reads.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function exportQuestions(actor: Actor, lessonId: string): { header: string[]; rows: string[][] } {
  authoredLesson(actor, lessonId, undefined, undefined, 'read');
  const all = currentQuiz(lessonId).questions.map(toFields);
  const options = OPTION_COLUMNS.slice(0, Math.max(4, ...all.map((question) => question.options.length)));
  const header = COLUMNS.filter((column) => !OPTION_COLUMNS.includes(column) || options.includes(column));
  const rows = all.map((question) => [
    question.type,
    question.text,
    question.points,
    ...options.map((_, index) => question.options[index] ?? ''),
    question.correct.join(' '),
    question.tolerance,
    String(question.ignoreCase),
    String(question.ignoreAccents),
    question.explanation,
  ]);
  return { header, rows };
}
