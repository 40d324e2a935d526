import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { currentCertificate } from '#app/certificates/find-certificate.server.ts';
import type { LessonType } from '#app/courses/course.server.ts';
import { authoredCourse } from '#app/courses/find-course.server.ts';
import { percentDone } from '#app/courses/progress/my-learning.server.ts';
import {
  containing,
  cursorAfter,
  cursorAfterPlace,
  type Place,
  placeBefore,
  searched,
  seqBefore,
} from '#app/shared/list-queries.server.ts';
import { listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { db, preparedSql } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';

/** Filters of an author's list of learners. `approval`: a certificate waits for the issuer's approval. */
const LEARNER_STATES = ['new', 'begun', 'completed', 'approval'] as const;

export const learnersSchema = z.object({
  limit: pageSizeSchema,
  ...listQuerySchema.shape,
  state: z
    .enum(['', ...LEARNER_STATES], {
      error: () => t('learners.stateMustBeOneOfLearnerstates', { learnerStates: LEARNER_STATES.join(', ') }),
    })
    .default(''),
});

type LearnersQuery = z.output<typeof learnersSchema>;

/** A learner as the author of a course sees one. Times are in ms. */
export type Learner = {
  completionId: string | null;
  user: { id: string; name: string; email: string | null };
  enrolledAt: number | null;
  /** Percentage of the lessons that are done, rounded down. */
  progress: number;
  quizzes: { passed: number; total: number };
  /** The last report or mark, which may be stored five minutes later. */
  lastActivity: number | null;
  completedAt: number | null;
  certificate: { uniqueId: string } | null;
  /** Whether the certificate waits for the issuer's approval. */
  waitsForApproval: boolean;
  /** The name that the learner confirmed for the certificate. */
  confirmedName: string | null;
};

type LearnersPage = { learners: Learner[]; nextCursor: string | null };

/** Most enrolments that are read for a page, which takes some milliseconds. A page of a filtered list may then have fewer rows. */
const MOST_READ = 2_000;

type Found = { userId: string; seq: number; enrolledAt: number };

const MATCHES = `(@q = '' or ${searched('u.name')} like @like escape '\\' or ${searched('u.email')} like @like escape '\\'
  or ${searched('u.username')} like @like escape '\\')`;

const IN_STATE = `case @state
  when 'completed' then exists (select 1 from course_completions c where c.course_id = @course and c.user_id = e.user_id)
  when 'begun' then exists (select 1 from lesson_progress p where p.course_id = @course and p.user_id = e.user_id)
    and not exists (select 1 from course_completions c where c.course_id = @course and c.user_id = e.user_id)
  when 'new' then not exists (select 1 from lesson_progress p where p.course_id = @course and p.user_id = e.user_id)
    and not exists (select 1 from course_completions c where c.course_id = @course and c.user_id = e.user_id)
  else 1 end`;

const CANDIDATES = `select e.user_id as userId, e.enrolled_at as enrolledAt, u.seq, u.name, u.email, u.username
  from enrolments e join users u on u.id = e.user_id
  where e.course_id = @course and (e.enrolled_at < @at or (e.enrolled_at = @at and u.seq < @seq))
  order by e.enrolled_at desc, u.seq desc limit ${MOST_READ}`;

const enrolled = preparedSql<Found>(
  `select e.userId, e.seq, e.enrolledAt from (${CANDIDATES}) e join users u on u.id = e.userId
   where ${MATCHES} and ${IN_STATE.replaceAll('e.user_id', 'e.userId')}
   order by e.enrolledAt desc, e.seq desc limit @limit`,
);

const lastRead = preparedSql<Found>(`select * from (${CANDIDATES}) order by enrolledAt, seq limit 1`);
const countRead = preparedSql<{ count: number }>(`select count(*) as count from (${CANDIDATES})`);

/** Learners whose certificate waits for approval, also those who have left the course. */
const toApprove = preparedSql<{ userId: string; seq: number }>(
  `select c.user_id as userId, q.completion_seq as seq
   from completion_certificates q join course_completions c on c.seq = q.completion_seq join users u on u.id = c.user_id
   where q.course_id = @course and q.approved_at is null and q.completion_seq < @before and ${MATCHES}
   order by q.completion_seq desc limit @limit`,
);

const figures = preparedSql<{ lessons: number; quizzes: number }>(
  `select count(*) as lessons, coalesce(sum(l.type = 'quiz'), 0) as quizzes
   from modules m join lessons l on l.module_id = m.id
   where m.course_id = ? and m.drafted_at is null and l.drafted_at is null`,
);

type Row = {
  id: string;
  name: string;
  email: string | null;
  enrolledAt: number | null;
  done: number;
  passed: number;
  lastActivity: number | null;
  completionId: string | null;
  completedAt: number | null;
  confirmedName: string | null;
  waitsForApproval: 0 | 1;
  certificateId: string | null;
};

const details = preparedSql<Row>(
  `select u.id, u.name, u.email, e.enrolled_at as enrolledAt, c.id as completionId, c.completed_at as completedAt,
     q.learner_name as confirmedName, q.requested_at is not null and q.approved_at is null as waitsForApproval,
     q.certificate_id as certificateId, p.done, p.passed, p.lastActivity
   from json_each(@users) k join users u on u.id = k.value
   left join enrolments e on e.course_id = @course and e.user_id = u.id
   left join course_completions c on c.course_id = @course and c.user_id = u.id
   left join completion_certificates q on q.completion_seq = c.seq
   left join (select p.user_id, count(iif(shown.id is null, null, p.done_at)) as done,
       count(iif(shown.type = 'quiz', p.done_at, null)) as passed, max(p.active_at) as lastActivity
     from lesson_progress p left join (
       select l.id, l.type from modules m join lessons l on l.module_id = m.id
       where m.course_id = @course and m.drafted_at is null and l.drafted_at is null) shown on shown.id = p.lesson_id
     where p.course_id = @course and p.user_id in (select value from json_each(@users))
     group by p.user_id) p on p.user_id = u.id
   order by k.key`,
);

function certificateOf(certificateId: string | null) {
  const uniqueId = certificateId && currentCertificate(certificateId);
  return uniqueId ? { uniqueId } : null;
}

function toLearners(courseId: string, userIds: string[]): Learner[] {
  const { lessons = 0, quizzes = 0 } = figures().get(courseId) ?? {};
  return details()
    .all({ course: courseId, users: JSON.stringify(userIds) })
    .map((row) => ({
      completionId: row.completionId,
      user: { id: row.id, name: row.name, email: row.email },
      enrolledAt: row.enrolledAt,
      progress: percentDone(row.done ?? 0, lessons),
      quizzes: { passed: row.passed ?? 0, total: quizzes },
      lastActivity: row.lastActivity,
      completedAt: row.completedAt,
      certificate: certificateOf(row.certificateId),
      waitsForApproval: row.waitsForApproval === 1,
      confirmedName: row.confirmedName,
    }));
}

const FIRST: Place = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** One page of enrolments that match, latest first, and where the next one begins. */
function enrolledPage(courseId: string, { limit, cursor, state }: LearnersQuery, words: object) {
  const from = { course: courseId, ...placeBefore(cursor, FIRST) };
  const found = enrolled().all({ ...from, ...words, state, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const ids = shown.map(({ userId }) => userId);
  const last = shown.at(-1);
  if (found.length > limit && last) {
    return { ids, nextCursor: cursorAfterPlace({ at: last.enrolledAt, seq: last.seq }) };
  }
  const end = countRead().get(from)?.count === MOST_READ ? lastRead().get(from) : undefined;
  return { ids, nextCursor: end ? cursorAfterPlace({ at: end.enrolledAt, seq: end.seq }) : null };
}

function approvalPage(courseId: string, { limit, cursor }: LearnersQuery, words: object) {
  const before = seqBefore(cursor);
  const found = toApprove().all({ course: courseId, before, ...words, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ userId }) => userId),
    nextCursor: found.length > limit && last ? cursorAfter(last.seq) : null,
  };
}

/**
 * The learners of a course, the latest enrolment first, for its author.
 * @throws AppError unauthenticated; forbidden; not-found, also for another author's course; invalid for an unknown cursor
 */
export function listLearners(actor: Actor, courseId: string, query: LearnersQuery): LearnersPage {
  authoredCourse(actor, courseId, undefined, 'read');
  const q = query.q.trim();
  const words = { q, like: containing(q) };
  const page = query.state === 'approval' ? approvalPage : enrolledPage;
  const { ids, nextCursor } = page(courseId, query, words);
  return { learners: toLearners(courseId, ids), nextCursor };
}

/** A learner as the author of a course sees one. Undefined once the account is deleted. */
export const learnerById = (id: string) =>
  db()
    .select({ id: users.id, name: users.name, username: users.username })
    .from(users)
    .where(eq(users.id, id))
    .get();

/** How far learners get: how many have begun and done a lesson. */
type LessonCount = {
  id: string;
  title: string;
  module: string;
  type: LessonType;
  begun: number;
  done: number;
};

const counts = preparedSql<LessonCount>(
  `select l.id, l.title, m.title as module, l.type, coalesce(f.begun, 0) as begun, coalesce(f.done, 0) as done
   from modules m join lessons l on l.module_id = m.id left join lesson_figures f on f.lesson_id = l.id
   where m.course_id = ? order by m.position, m.seq, l.position, l.seq`,
);

/**
 * The lessons of a course in order, with how many learners have begun and done each, for its author.
 * @throws AppError unauthenticated; forbidden; not-found, also for another author's course
 */
export function lessonCounts(actor: Actor, courseId: string): LessonCount[] {
  authoredCourse(actor, courseId, undefined, 'read');
  return counts().all(courseId);
}
