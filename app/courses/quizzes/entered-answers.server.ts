import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import type { Answers, AttemptPlace } from './answer-attempt.server.ts';
import { ownAttempt, questionsOf } from './attempt.server.ts';
import type { AnswerValue, Question } from './quiz.schema.ts';

/** Parses a number with a comma or a point. Other texts stay texts, so that they are rejected. */
function toNumber(text: string): number | string {
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

function toAnswer({ type }: Question, [first = '', ...others]: string[]): AnswerValue | null {
  if (first.trim() === '') return null;
  if (type === 'multiple') return [first, ...others];
  if (type === 'boolean') return first === 'true' ? true : first === 'false' ? false : first;
  return type === 'number' ? toNumber(first.trim()) : first;
}

/**
 * The answers of a form, whose fields are texts. A question without an entry has no answer.
 * @param entriesOf the entries of a question
 * @throws AppError unauthenticated; not-found
 */
export function enteredAnswers(
  actor: Actor,
  place: AttemptPlace,
  entriesOf: (questionId: string) => string[],
): Answers {
  requireMember(actor);
  const attempt = ownAttempt(place.lessonId, actor.user.id, place.attemptId);
  return Object.fromEntries(
    questionsOf(attempt).map((question) => [question.id, toAnswer(question, entriesOf(question.id))]),
  );
}
