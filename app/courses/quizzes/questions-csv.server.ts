import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { authoredLesson } from '#app/courses/find-course.server.ts';
import { unmistakable } from '#app/shared/entered-numbers.ts';
import { createListPool } from '#app/shared/lists/list-pool.server.ts';
import { t } from '#messages';
import { addQuestions } from './change-quiz.server.ts';
import { COLUMNS, OPTION_COLUMNS, optionsMeant } from './question-columns.ts';
import { type QuestionFields, toFields } from './question-fields.ts';
import type { QuestionInput } from './quiz.schema.ts';
import { currentQuiz } from './quiz.server.ts';

export const questionsBusy = () => t('editLesson.tooManyFilesAreBeingRead');

const pool = createListPool<{ bytes: Uint8Array }, { questions: QuestionInput[]; hidden: number }>({
  file: new URL('./read-questions.server.ts', import.meta.url),
  busyMessage: questionsBusy,
  maxQueue: 50,
  maxQueuePerAccount: 4,
});

/** Stops the thread that reads questions after its current task. */
export const closeQuestionsReader = () => pool.close();

/** The cell of the correct answer, written so that an import reads the same answer. */
function correctCell({ options, correct }: QuestionFields): string {
  const cell = correct.join(' ');
  const again =
    options.length > 0 &&
    optionsMeant(cell, options)
      ?.map(({ numbers }) => numbers.join('/'))
      .join(' ');
  return again === false || again === cell ? cell : correct.map((number) => `option${number}`).join(' ');
}

/**
 * Adds the questions of a list (.xlsx, .ods or text) at the end of a quiz. If one is not valid, none is added.
 * @returns how many, and how many of them the file hides
 * @throws AppError as `addQuestions`; invalid at `file`, naming the line; too-large; busy
 */
export async function importQuestions(
  actor: Actor,
  lessonId: string,
  bytes: Uint8Array,
): Promise<{ count: number; hidden: number }> {
  authoredLesson(actor, lessonId);
  const { questions, hidden } = await pool.run({ bytes }, clientOf(actor));
  addQuestions(actor, lessonId, questions);
  return { count: questions.length, hidden };
}

/**
 * The header and the rows of a quiz's questions, which `importQuestions` reads.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function exportQuestions(actor: Actor, lessonId: string): { header: string[]; rows: string[][] } {
  authoredLesson(actor, lessonId, undefined, undefined, 'read');
  const all = currentQuiz(lessonId).questions.map((question) => toFields(question, unmistakable));
  const options = OPTION_COLUMNS.slice(0, Math.max(4, ...all.map((question) => question.options.length)));
  const header = COLUMNS.filter((column) => !OPTION_COLUMNS.includes(column) || options.includes(column));
  const rows = all.map((question) => [
    question.type,
    question.text,
    question.points,
    ...options.map((_, index) => question.options[index] ?? ''),
    correctCell(question),
    question.tolerance,
    String(question.ignoreCase),
    String(question.ignoreAccents),
    question.explanation,
  ]);
  return { header, rows };
}
