import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import type { lessonSchema } from '#app/courses/course.schema.ts';
import type { Lesson } from '#app/courses/course.server.ts';
import { authoredLesson, authoredModule, recordChange } from '#app/courses/find-course.server.ts';
import { insertLesson, newLesson, WITHOUT_VIDEO } from '#app/courses/lessons/insert-lesson.server.ts';
import { indexLesson } from '#app/courses/lessons/search-lessons.server.ts';
import { requireWithinQuota } from '#app/files/media/storage.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { quizAttempts, quizzes } from '#db/schema/lessons.ts';
import { t } from '#messages';
import type { Question, QuestionInput, QuizSettings, quizLessonSchema } from './quiz.schema.ts';
import { MAX_QUESTIONS } from './quiz.schema.ts';
import { currentQuiz, type Quiz, toColumns, withIds } from './quiz.server.ts';

type NewQuiz = z.output<typeof lessonSchema> & { quiz: QuizSettings & { questions: QuestionInput[] } };

/**
 * Adds a quiz at the end of a module. Without questions, nobody can begin it yet.
 * @param courseId if given, the course that must contain the module
 * @throws AppError unauthenticated; forbidden; not-found; conflict when the module or its course is full;
 *   storage-full
 */
export function addQuizLesson(
  actor: Actor,
  moduleId: string,
  { quiz, ...fields }: NewQuiz,
  courseId?: string,
): Lesson {
  const lesson = newLesson('quiz', fields);
  const added = { ...lesson, ...WITHOUT_VIDEO };
  transaction((tx) => {
    const module = authoredModule(actor, moduleId, courseId, tx);
    insertLesson(tx, module, lesson);
    const questions = quiz.questions.map((question) => withIds(question));
    tx.insert(quizzes)
      .values({ id: newId(), lessonId: lesson.id, ...toColumns({ ...quiz, questions }), createdAt: now() })
      .run();
    requireWithinQuota(module.ownerId, Buffer.byteLength(JSON.stringify(questions)));
    recordChange(tx, module.courseId);
    storeAnswer(tx, added);
  });
  return added;
}

const isFull = () => t('common.aQuizHasAtMostMaxquestionsQuestions', { maxQuestions: MAX_QUESTIONS });
const questionNotFound = () => t('changeQuiz.questionNotFound');

/** Stores a change as a new version, unless nobody has begun the current one. */
function storeVersion(tx: Transaction, quiz: Quiz) {
  const begun = tx
    .select({ seq: quizAttempts.seq })
    .from(quizAttempts)
    .where(eq(quizAttempts.quizSeq, quiz.seq))
    .limit(1)
    .get();
  if (!begun) {
    tx.update(quizzes).set(toColumns(quiz)).where(eq(quizzes.seq, quiz.seq)).run();
    return;
  }
  tx.insert(quizzes)
    .values({ id: newId(), lessonId: quiz.lessonId, ...toColumns(quiz), createdAt: now() })
    .run();
}

/**
 * Changes a quiz for the attempts that begin from now on.
 * @throws AppError unauthenticated; forbidden; not-found, also for a lesson of another type; storage-full, because the
 *   versions of attempts are kept
 */
function changeQuiz(actor: Actor, lessonId: string, change: (quiz: Quiz, tx: Transaction) => Quiz) {
  transaction((tx) => {
    const { courseId, ownerId } = authoredLesson(actor, lessonId, undefined, tx);
    const quiz = change(currentQuiz(lessonId, tx), tx);
    storeVersion(tx, quiz);
    requireWithinQuota(ownerId, Buffer.byteLength(JSON.stringify(quiz.questions)));
    recordChange(tx, courseId);
  });
}

function setTitle(tx: Transaction, lessonId: string, { title, duration }: z.output<typeof lessonSchema>) {
  const set = { title, duration: duration.text, durationSeconds: duration.seconds };
  tx.update(lessons).set(set).where(eq(lessons.id, lessonId)).run();
  indexLesson(tx, lessonId);
}

/** Changes a quiz's title, duration and settings. Errors as `changeQuiz`. */
export const updateQuizLesson = (
  actor: Actor,
  lessonId: string,
  { title, duration, ...settings }: z.output<typeof lessonSchema> & QuizSettings,
) =>
  changeQuiz(actor, lessonId, (quiz, tx) => {
    setTitle(tx, lessonId, { title, duration });
    return { ...quiz, ...settings };
  });

/**
 * Replaces a quiz. A question with the kind and text of a present one keeps its ID, so that its results stay.
 * @throws AppError as `changeQuiz`
 */
export const replaceQuiz = (
  actor: Actor,
  lessonId: string,
  { title, duration, quiz: input }: z.output<typeof quizLessonSchema>,
) =>
  changeQuiz(actor, lessonId, (quiz, tx) => {
    setTitle(tx, lessonId, { title, duration });
    const free = new Set(quiz.questions);
    const questions = input.questions.map((question) => {
      const same = [...free].find(({ type, text }) => type === question.type && text === question.text);
      if (!same) return withIds(question);
      free.delete(same);
      return changed(same, question);
    });
    storeAnswer(tx);
    return { ...quiz, ...input, questions };
  });

/**
 * Adds questions at the end of a quiz.
 * @throws AppError as `changeQuiz`; conflict when the quiz would be too long
 */
export const addQuestions = (actor: Actor, lessonId: string, inputs: QuestionInput[]) =>
  changeQuiz(actor, lessonId, (quiz) => {
    if (quiz.questions.length + inputs.length > MAX_QUESTIONS) throw new AppError('conflict', isFull());
    return { ...quiz, questions: [...quiz.questions, ...inputs.map((input) => withIds(input))] };
  });

/** The question, changed; options with an unchanged text keep their ID. */
function changed(old: Question, input: QuestionInput): Question {
  const question = withIds(input, old.id);
  if (!('options' in question) || !('options' in old)) return question;
  const options = question.options.map((option) => {
    const same = old.options.find(({ text }) => text === option.text);
    return same ? { ...option, id: same.id } : option;
  });
  // Two options with the same text must not share an ID.
  const unique = new Set(options.map(({ id }) => id)).size === options.length;
  return unique ? { ...question, options } : question;
}

/** Changes a question. Errors as `changeQuiz`, and not-found without the question. */
export const updateQuestion = (actor: Actor, lessonId: string, questionId: string, input: QuestionInput) =>
  changeQuiz(actor, lessonId, (quiz) => {
    if (!quiz.questions.some(({ id }) => id === questionId)) throw notFound(questionNotFound());
    const questions = quiz.questions.map((old) => (old.id === questionId ? changed(old, input) : old));
    return { ...quiz, questions };
  });

/** Removes a question. One that no longer exists counts as removed. Errors as `changeQuiz`. */
export const removeQuestion = (actor: Actor, lessonId: string, questionId: string) =>
  changeQuiz(actor, lessonId, (quiz) => ({
    ...quiz,
    questions: quiz.questions.filter(({ id }) => id !== questionId),
  }));

/** Moves a question up or down by one place. Errors as `changeQuiz`. */
export const moveQuestion = (actor: Actor, lessonId: string, questionId: string, direction: 'up' | 'down') =>
  changeQuiz(actor, lessonId, (quiz) => {
    const from = quiz.questions.findIndex(({ id }) => id === questionId);
    const question = quiz.questions[from];
    if (!question) throw notFound(questionNotFound());
    const rest = quiz.questions.toSpliced(from, 1);
    return {
      ...quiz,
      questions: rest.toSpliced(Math.max(0, direction === 'up' ? from - 1 : from + 1), 0, question),
    };
  });
