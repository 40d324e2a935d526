import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { howRead } from '#app/shared/entered-numbers.ts';
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

/** The fields of the form, by question. */
type Entered = {
  entriesOf: (questionId: string) => string[];
  /** The entries with which the form was shown, or null if it does not tell. */
  shownOf: (questionId: string) => string | null;
  /** The number with two meanings of which the form told how it is read. */
  toldOf: (questionId: string) => string | null;
};

/**
 * The answers of a form, whose fields are texts. A question without an entry has no answer. One whose entries are those with which the form
 * was shown is left out, because another tab may have answered it since. `readings` say how numbers with two
 * meanings were read, unless the form has told so.
 * @throws AppError unauthenticated; not-found
 */
export function enteredAnswers(
  actor: Actor,
  place: AttemptPlace,
  { entriesOf, shownOf, toldOf }: Entered,
): { answers: Answers; readings: string[] } {
  requireMember(actor);
  const attempt = ownAttempt(place.lessonId, actor.user.id, place.attemptId);
  const changed = questionsOf(attempt).filter(({ id }) => entriesText(entriesOf(id)) !== shownOf(id));
  const readings = changed.flatMap(({ id, type }) => {
    const [entered = ''] = type === 'number' ? entriesOf(id) : [];
    return toldOf(id) === entered ? [] : (howRead(entered) ?? []);
  });
  const answers = changed.map((question) => [question.id, toAnswer(question, entriesOf(question.id))]);
  return { answers: Object.fromEntries(answers), readings };
}
