import { appendEvent } from '#app/events/append-event.server.ts';
import { courseCompletedMail } from '#app/mail/course-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { createPatientLoop, letOthersRun } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { isDiskFull } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import type { CompletionCertificate, CompletionRule } from './completion-rules.ts';

type Learner = { courseId: string; userId: string };

const isCompleted = preparedValue<1>(
  'select 1 from course_completions where course_id = @courseId and user_id = @userId',
);

type Standing = {
  title: string;
  version: number;
  issuerId: string;
  rule: CompletionRule | null;
  certificate: CompletionCertificate | null;
  name: string;
  email: string | null;
  lessons: number;
  done: number;
  quizzes: number;
  passed: number;
  durationSeconds: number;
};

const standingOf = preparedSql<Standing>(
  `select c.title, c.version, c.owner_id as issuerId, s.rule, s.certificate, u.name, u.email, count(*) as lessons,
     count(p.done_at) as done, coalesce(sum(l.type = 'quiz'), 0) as quizzes,
     count(iif(l.type = 'quiz', p.done_at, null)) as passed, coalesce(sum(l.duration_seconds), 0) as durationSeconds
   from courses c join users u on u.id = @userId join enrolments e on e.course_id = c.id and e.user_id = u.id join modules m on m.course_id = c.id join lessons l on l.module_id = m.id
   left join completion_settings s on s.course_id = c.id
   left join lesson_progress p on p.course_id = c.id and p.user_id = @userId and p.lesson_id = l.id
   where c.id = @courseId and m.drafted_at is null and l.drafted_at is null
   group by c.id`,
);

const insert = preparedSql(
  `insert into course_completions (id, course_id, user_id, issuer_id, course_title, course_version, rule, duration_seconds, completed_at)
   values (@id, @courseId, @userId, @issuerId, @title, @version, @rule, @durationSeconds, @at) on conflict do nothing`,
);

/** Whether a rule is met. A course without lessons, or without quizzes where they count, cannot be completed. */
function isMet(rule: CompletionRule, { lessons, done, quizzes, passed }: Standing): boolean {
  // A course in which quizzes count must have one. Quizzes are lessons, which are done when they are passed.
  if (rule !== 'lessons' && quizzes === 0) return false;
  return rule === 'quizzes' ? passed === quizzes : lessons > 0 && done === lessons;
}

/**
 * Stores the completion of a learner who had done everything before the course or its rule was changed. Pages of the course call it, so
 * that they need not wait for the background (`completeAfterChanges`).
 */
export function completeOnVisit(learner: Learner): void {
  const standing = isCompleted().get(learner) ? undefined : standingOf().get(learner);
  if (!standing || !isMet(standing.rule ?? 'lessons', standing)) return;
  try {
    transaction((tx) => completeIfDue(tx, learner));
  } catch (error) {
    // The page works on a full disk, too.
    if (!isDiskFull(error)) throw error;
  }
}

/**
 * Stores that an enrolled learner has completed a course, with the version of the course, if its rule is met. Call this in the transaction that
 * marks a lesson as done. A completion is never taken back.
 * @returns whether the course is completed now and was not before
 */
export function completeIfDue(tx: Transaction, { courseId, userId }: Learner): boolean {
  if (isCompleted().get({ courseId, userId })) return false;
  const standing = standingOf().get({ courseId, userId });
  const rule = standing?.rule ?? 'lessons';
  if (!standing || !isMet(rule, standing)) return false;
  const { title, version, issuerId, durationSeconds, name, email, certificate } = standing;
  const row = { id: newId(), courseId, userId, issuerId, title, version, rule, durationSeconds, at: now() };
  if (insert().run(row).changes === 0) return false;
  appendEvent(tx, 'course.completed', { objectId: courseId, accountId: issuerId, learnerId: userId });
  if (email !== null && certificate !== null && certificate !== 'none') {
    enqueueMail(tx, courseCompletedMail({ name, email }, { id: courseId, title }));
  }
  return true;
}

/** Learners of a transaction, for which other requests wait a few milliseconds. */
const STEP = 25;

const next = preparedSql<{ courseId: string; afterUser: string }>(
  'select course_id as courseId, after_user as afterUser from courses_to_check order by rowid limit 1',
);
const learnersAfter = preparedValue<string>(
  `select user_id from enrolments where course_id = ? and user_id > ? order by user_id limit ${STEP}`,
);
const setChecked = preparedSql('update courses_to_check set after_user = ? where course_id = ?');
const remove = preparedSql('delete from courses_to_check where course_id = ?');

const forEachLearner = createPatientLoop('completions');

/** Checks some learners of a changed course. @returns whether there may be more to do */
function checkSome(): boolean {
  return transaction((tx) => {
    const course = next().get();
    if (!course) return false;
    const { courseId, afterUser } = course;
    const learners = learnersAfter().all(courseId, afterUser);
    forEachLearner(
      learners,
      (userId) => userId,
      (userId) => completeIfDue(tx, { courseId, userId }),
    );
    const last = learners.length < STEP ? undefined : learners.at(-1);
    if (last === undefined) remove().run(courseId);
    else setChecked().run(last, courseId);
    return true;
  });
}

/** Completes changed courses for the learners who have done all that is left of them, in short steps. */
export async function completeAfterChanges(stop: AbortSignal = new AbortController().signal) {
  while (!stop.aborted && checkSome()) await letOthersRun();
}
