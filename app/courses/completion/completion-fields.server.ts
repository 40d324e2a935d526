import { eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { hoursOf } from '#app/certificates/completed-course.server.ts';
import { enteredFieldsOf, fieldsInUse, freeze, isEntered } from '#app/certificates/field-values.server.ts';
import type { FieldValues, FrozenField, OwnField } from '#app/certificates/own-fields.ts';
import { readValue } from '#app/certificates/read-value.server.ts';
import { authoredCourse, recordChange } from '#app/courses/find-course.server.ts';
import { db, preparedSql, type Transaction, transaction } from '#db/client.ts';
import { completionSettings } from '#db/schema/progress.ts';
import type { CompletionInput } from './completion.schema.ts';

type Reader = Pick<Transaction, 'select'>;

const USUAL: CompletionInput = { rule: 'lessons', inOrder: false, certificate: 'none' };

/** What completes a course. Callers must have checked permission. */
export function completionOf(courseId: string, tx: Reader = db()): CompletionInput {
  const row = tx
    .select({
      rule: completionSettings.rule,
      inOrder: completionSettings.inOrder,
      certificate: completionSettings.certificate,
    })
    .from(completionSettings)
    .where(eq(completionSettings.courseId, courseId))
    .get();
  return row ?? USUAL;
}

/**
 * Sets the completion rule of a course, and whether a completion gives a certificate. Existing completions
 * stay.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function setCompletion(actor: Actor, courseId: string, input: CompletionInput): void {
  transaction((tx) => {
    authoredCourse(actor, courseId, tx);
    storeCompletion(tx, courseId, input);
  });
}

/** Stores what `setCompletion` sets, in the transaction of a caller that has checked permission. */
export function storeCompletion(tx: Transaction, courseId: string, input: CompletionInput): void {
  tx.insert(completionSettings)
    .values({ courseId, ...input })
    .onConflictDoUpdate({ target: completionSettings.courseId, set: input })
    .run();
  recordChange(tx, courseId);
}

type Facts = {
  durationSeconds: number;
  completedAt: number;
  /** Null once the course is deleted, or the learner has left it. */
  enrolledAt: number | null;
  /** The mean of the best attempts at each quiz, in percent. Null without quizzes. */
  score: number | null;
};

const factsOf = preparedSql<Facts>(
  `select c.duration_seconds as durationSeconds, c.completed_at as completedAt, e.enrolled_at as enrolledAt,
     (select avg(best) from (
        select max(100.0 * a.score / max(1, a.points)) as best
        from quiz_attempts a join lessons l on l.id = a.lesson_id join modules m on m.id = l.module_id
        where m.course_id = c.course_id and a.user_id = c.user_id and a.ended_at is not null
        group by a.lesson_id)) as score
   from course_completions c left join enrolments e on e.course_id = c.course_id and e.user_id = c.user_id
   where c.seq = ?`,
);

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** What a completion tells of fields with these keys. */
function filledBy({ durationSeconds, completedAt, enrolledAt, score }: Facts): Record<string, unknown> {
  return {
    score: score === null ? undefined : Math.round(score * 10) / 10,
    hours: durationSeconds === 0 ? undefined : hoursOf(durationSeconds),
    activityStart: enrolledAt === null ? undefined : dayOf(enrolledAt),
    activityEnd: dayOf(completedAt),
  };
}

const FILLED: readonly string[] = ['score', 'hours', 'activityStart', 'activityEnd'];

/** Names of an issuer's fields: those that a completion fills, and required ones that nobody enters for it. */
export function fieldsAboutCompletion(issuerId: string): { filled: string[]; lacking: string[] } {
  const own = enteredFieldsOf(issuerId);
  const isFilled = ({ key }: OwnField) => FILLED.includes(key);
  const isLacking = (field: OwnField) =>
    field.isRequired && field.rules.default === undefined && !isFilled(field);
  const namesOf = (some: OwnField[]) => some.map(({ name }) => name);
  return { filled: namesOf(own.filter(isFilled)), lacking: namesOf(own.filter(isLacking)) };
}

/** The value for a field, or its default. A field that does not take it stays without one. */
function valueFor(field: OwnField, filled: Record<string, unknown>): FieldValues {
  const { key, rules } = field;
  const given = (Object.hasOwn(filled, key) ? filled[key] : undefined) ?? rules.default;
  const read = given === undefined ? undefined : readValue(field, given);
  return read && 'value' in read ? { [key]: read.value } : {};
}

/**
 * The own fields of a certificate for a completion. Nobody enters its values, so that required fields may have none: the learner does not wait
 * for them.
 * @param seq of the completion. A draft has none, and so only the defaults
 */
export function fieldsOfCompletion(issuerId: string, seq: number | undefined): FrozenField[] {
  const own = fieldsInUse(issuerId);
  const facts = own.length === 0 || seq === undefined ? undefined : factsOf().get(seq);
  const filled = facts ? filledBy(facts) : {};
  const values = own.filter(isEntered).map((field) => valueFor(field, filled));
  return freeze(own, Object.assign({}, ...values));
}
