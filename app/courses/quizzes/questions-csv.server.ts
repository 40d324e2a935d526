import type { Actor } from '#app/accounts/actor.server.ts';
import { authoredLesson } from '#app/courses/find-course.server.ts';
import { type CsvFile, type CsvRow, readCsv } from '#app/shared/csv.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { addQuestions } from './change-quiz.server.ts';
import { type QuestionFields, toFields, toQuestionInput } from './question-fields.ts';
import { MAX_OPTIONS, MAX_QUESTIONS, type QuestionInput, questionSchema } from './quiz.schema.ts';
import { currentQuiz } from './quiz.server.ts';

export const MAX_QUESTIONS_CSV_BYTES = 512 * 1_024;
export const questionsCsvTooLarge = () => t('questionsCsv.theFileMustHaveAtMost512Kb');

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

const inLine = (line: number, what: string) => t('questionsCsv.lineLineWhat', { line, what });
const notText = () => t('questionsCsv.theFileIsNotUtf8Text');
const wrongOrTooLong = (line: number) => inLine(line, t('questionsCsv.aQuotationMarkIsInTheWrongPlace'));

const FILE: CsvFile = {
  columns: COLUMNS,
  required: ['type', 'text'],
  mayRepeatColumns: true,
  maxBytes: MAX_QUESTIONS_CSV_BYTES,
  maxRecords: 1_000,
  maxRows: MAX_QUESTIONS,
  problems: {
    tooLarge: questionsCsvTooLarge,
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

const yes = (cell: string) => ['true', 'yes', '1'].includes(cell.trim().toLowerCase());

function fieldsOf(cells: Record<string, string>): QuestionFields {
  const cell = (name: string) => plain(cells[name] ?? '');
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

function questionOf({ line, cells }: CsvRow): QuestionInput {
  const { data, error } = safeParse(questionSchema, toQuestionInput(fieldsOf(cells)));
  if (data) return data;
  const message = inLine(line, error.issues[0]?.message ?? t('questionsCsv.theQuestionIsNotValid'));
  throw invalid(message, { file: [message] });
}

/**
 * Adds the questions of a CSV file at the end of a quiz. If one is not valid, none is added.
 * @throws AppError as `addQuestions`; invalid at `file`, naming the line; too-large
 */
export function importQuestions(actor: Actor, lessonId: string, bytes: Buffer): number {
  authoredLesson(actor, lessonId);
  const questions = readCsv(bytes, FILE).map(questionOf);
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
