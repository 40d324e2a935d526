import type { Actor } from '#app/accounts/actor.server.ts';
import { isCorrect } from '#app/courses/quizzes/grade.ts';
import type { AnswerValue, Question } from '#app/courses/quizzes/quiz.schema.ts';
import { quizView } from '#app/courses/quizzes/quiz-view.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { writtenNumber } from '#app/shared/entered-numbers.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { t } from '#messages';

const yesNo = (value: boolean) => (value ? t('common.true') : t('common.false'));

/** An answer as text. Null without one. */
function answerText(question: Question, value: AnswerValue | null): string | null {
  if (value === null) return null;
  if ('options' in question) {
    const chosen = [value].flat();
    return question.options
      .filter(({ id }) => chosen.includes(id))
      .map(({ text }) => text)
      .join('; ');
  }
  if (typeof value === 'boolean') return yesNo(value);
  return typeof value === 'number' ? writtenNumber(value) : String(value);
}

/** The correct answer as text. */
export function correctText(question: Question): string {
  switch (question.type) {
    case 'boolean':
      return yesNo(question.answer);
    case 'number':
      return question.tolerance > 0
        ? `${writtenNumber(question.answer)} (± ${writtenNumber(question.tolerance)})`
        : writtenNumber(question.answer);
    case 'text':
      return question.accepted.join('; ');
    default:
      return question.options
        .filter(({ correct }) => correct)
        .map(({ text }) => text)
        .join('; ');
  }
}

/** A quiz for its page, with times in the reader's zone. */
export function shownQuiz(
  actor: Actor,
  {
    courseId,
    lessonId,
    shown,
    zone,
  }: { courseId: string; lessonId: string; shown: string | null; zone: string },
) {
  const { open, ended, result, ...view } = quizView(actor, courseId, lessonId, shown);
  return {
    ...view,
    open: open && {
      ...open,
      endsAt: open.deadline === null ? null : formatInstant(open.deadline, zone),
      secondsLeft: open.deadline === null ? null : Math.max(0, Math.ceil((open.deadline - now()) / 1_000)),
    },
    ended: ended.map((attempt) => ({ ...attempt, endedAt: formatInstant(attempt.endedAt, zone) })),
    result: result && {
      id: result.id,
      showsAnswers: result.showsAnswers,
      score: result.score,
      points: result.points,
      passed: result.passed,
      endedAt: formatInstant(result.endedAt, zone),
      questions: result.questions.map(({ question, value, score }) => ({
        id: question.id,
        text: question.text,
        points: question.points,
        score,
        isCorrect: isCorrect(question, value),
        answer: answerText(question, value),
        ...(result.showsAnswers && {
          correct: correctText(question),
          explanation: question.explanation ?? null,
        }),
      })),
    },
  };
}

export type ShownQuiz = ReturnType<typeof shownQuiz>;
