import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import type { Answers, AttemptPlace } from './answer-attempt.server.ts';
import { ownAttempt, questionsOf } from './attempt.server.ts';
import { entriesText } from './entries-text.ts';
import { toNumber } from './question-fields.ts';
import type { Question } from './quiz.schema.ts';

function toAnswer({ type }: Question, [first = '', ...others]: string[]) {
  if (first.trim() === '') return null;
  if (type === 'multiple') return [first, ...others];
  if (type === 'boolean') return first === 'true' ? true : first === 'false' ? false : first;
  return type === 'number' ? toNumber(first) : first;
}

/**
 * The answers of a form, whose fields are texts. A question without an entry has no answer. One whose entries are those with which the form
 * was shown is left out, because another tab may have answered it since.
 * @param entriesOf the entries of a question
 * @param shownOf the entries with which the form was shown, or null if it does not tell
 * @throws AppError unauthenticated; not-found
 */
export function enteredAnswers(
  actor: Actor,
  place: AttemptPlace,
  entriesOf: (questionId: string) => string[],
  shownOf: (questionId: string) => string | null,
): Answers {
  requireMember(actor);
  const attempt = ownAttempt(place.lessonId, actor.user.id, place.attemptId);
  return Object.fromEntries(
    questionsOf(attempt).flatMap((question) => {
      const entries = entriesOf(question.id);
      if (entriesText(entries) === shownOf(question.id)) return [];
      return [[question.id, toAnswer(question, entries)]];
    }),
  );
}
