import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor, Member } from '#app/accounts/actor.server.ts';
import { requireIssuer, requireMember, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { membersWho } from '#app/accounts/organisations/members.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { db, preparedSql, type Transaction } from '#db/client.ts';
import {
  courseCopies,
  courseDrafts,
  courses,
  courseUnpublications,
  enrolments,
  lessons,
  modules,
} from '#db/schema/courses.ts';
import { t } from '#messages';
import {
  type Course,
  countBuyers,
  hasBought,
  isNotRemoved,
  selectSummaries,
  toSummary,
  withModules,
} from './course.server.ts';
import { maySeeAll, withOpenLessons } from './lesson-access.server.ts';

const courseNotFound = () => t('common.courseNotFound');

/**
 * A course with its modules and lessons, published or not. Callers must have checked permission.
 * @throws AppError not-found
 */
export function courseById(id: string): Course {
  const row = selectSummaries().where(eq(courses.id, id)).get();
  const [course] = row ? withModules([toSummary(row)]) : [];
  if (!course) throw notFound(courseNotFound());
  return course;
}

/** SQL condition that the course is in the catalogue. */
export const isPublished = sql`(${courses.seq} not in (select ${courseUnpublications.courseSeq} from ${courseUnpublications})
  and ${courses.seq} not in (select ${courseDrafts.courseSeq} from ${courseDrafts}))`;

/** A course as its readers see it. `isKept`: it is out of the catalogue, and the reader has bought it. */
export type ReadCourse = Course & { isKept: boolean };

/**
 * A course with its modules and lessons. Only its author and super admins may read a draft. Only its buyers, its author and super admins may read an unpublished one, and only its buyers
 * one that was removed. Lessons that the actor must buy first have no video.
 * @throws AppError not-found
 */
export function readCourse(actor: Actor, id: string): ReadCourse {
  const course = courseById(id);
  const mayManage = maySeeAll(actor, course.creator.id) && !course.unpublication?.isRemoved;
  const isKept = course.unpublication !== null && !mayManage && hasBought(actor, id);
  if (((course.unpublication && !isKept) || course.isDraft) && !mayManage) throw notFound(courseNotFound());
  const open = withOpenLessons(actor, [course])[0] ?? course;
  // The reason is for the author.
  return { ...open, isKept, unpublication: isKept ? null : open.unpublication };
}

/**
 * Reads a course for its page. Works like `readCourse`, but enrolled learners get the error `forbidden` for an unpublished course.
 * @throws AppError unauthenticated; not-found; forbidden for enrolled learners if the course is unpublished
 */
export function openCourse(actor: Actor, id: string): ReadCourse {
  requireMember(actor);
  try {
    return readCourse(actor, id);
  } catch (error) {
    const enrolled = db()
      .select({ title: courses.title })
      .from(enrolments)
      .innerJoin(courses, eq(courses.id, enrolments.courseId))
      .where(and(eq(enrolments.courseId, id), eq(enrolments.userId, actor.user.id), isNotRemoved))
      .get();
    if (!enrolled) throw error;
    throw forbidden(t('findCourse.titleIsNotAvailableAt', { title: enrolled.title }));
  }
}

/**
 * Requires an actor that may author courses, or do another act: a member of an issuer its own, a super admin any.
 * @throws AppError unauthenticated; forbidden
 */
export function requireAuthor(actor: Actor, act: OrganisationAct = 'courses'): asserts actor is Member {
  requireMember(actor);
  if (actor.user.role !== 'superadmin') requireIssuer(actor, act);
}

/** SQL condition that the actor may change the course, which is complete. Every look-up before a change uses it. */
export const authoredBy = (actor: Member): SQL | undefined =>
  and(
    actor.user.role === 'superadmin' ? undefined : eq(courses.ownerId, actor.organisation?.id ?? ''),
    isNotRemoved,
    sql`${courses.seq} not in (select ${courseCopies.courseSeq} from ${courseCopies})`,
  );

type Reader = Pick<Transaction, 'select'>;

/** `requireAuthor`, also when the role has changed since the request began. */
function requireStillAuthor(
  tx: Reader,
  actor: Actor,
  act: OrganisationAct = 'courses',
): asserts actor is Member {
  requireAuthor(actor, act);
  requireStillMay(tx, actor, act);
}

/** @throws AppError unauthenticated; forbidden; not-found, also for another author's course */
export function authoredCourse(actor: Actor, courseId: string, tx: Reader = db(), act?: OrganisationAct) {
  requireStillAuthor(tx, actor, act);
  const row = tx
    .select({
      id: courses.id,
      title: courses.title,
      ownerId: courses.ownerId,
      thumbnailId: courses.thumbnailId,
    })
    .from(courses)
    .where(and(eq(courses.id, courseId), authoredBy(actor)))
    .get();
  if (!row) throw notFound(courseNotFound());
  return row;
}

/**
 * A course that the actor may change, or null.
 * @throws AppError unauthenticated; forbidden
 */
export function findAuthoredCourse(actor: Actor, courseId: string) {
  try {
    return authoredCourse(actor, courseId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}

/**
 * A module of a course that the actor may change.
 * @param courseId if given, the course that must contain the module
 * @throws AppError unauthenticated; forbidden; not-found, also for another author's module or one outside the course
 */
export function authoredModule(actor: Actor, moduleId: string, courseId?: string, tx: Reader = db()) {
  requireStillAuthor(tx, actor);
  const row = tx
    .select({
      id: modules.id,
      courseId: modules.courseId,
      position: modules.position,
      ownerId: courses.ownerId,
    })
    .from(modules)
    .innerJoin(courses, eq(courses.id, modules.courseId))
    .where(
      and(
        eq(modules.id, moduleId),
        courseId === undefined ? undefined : eq(modules.courseId, courseId),
        authoredBy(actor),
      ),
    )
    .get();
  if (!row) throw notFound(t('findCourse.moduleNotFound'));
  return row;
}

/**
 * A lesson of a course that the actor may change. Errors as `authoredModule`.
 * @param moduleId if given, the module that must contain the lesson
 */
export function authoredLesson(
  actor: Actor,
  lessonId: string,
  moduleId?: string,
  tx: Reader = db(),
  act?: OrganisationAct,
) {
  requireStillAuthor(tx, actor, act);
  const row = tx
    .select({
      id: lessons.id,
      seq: lessons.seq,
      type: lessons.type,
      moduleId: lessons.moduleId,
      courseId: modules.courseId,
      videoId: lessons.videoId,
      ownerId: courses.ownerId,
    })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, modules.courseId))
    .where(
      and(
        eq(lessons.id, lessonId),
        moduleId === undefined ? undefined : eq(lessons.moduleId, moduleId),
        authoredBy(actor),
      ),
    )
    .get();
  if (!row) throw notFound(t('common.lessonNotFound'));
  return row;
}

const checkLearners = preparedSql(
  `insert into courses_to_check (course_id, after_user) values (?, '')
   on conflict (course_id) do update set after_user = ''`,
);

/**
 * Increments a course's version, which pages show with Last updated, and has its learners checked, for whom the change may complete it
 * (`completeAfterChanges`).
 */
export function recordChange(tx: Transaction, courseId: string) {
  tx.update(courses)
    .set({ version: sql`${courses.version} + 1`, updatedAt: now() })
    .where(eq(courses.id, courseId))
    .run();
  checkLearners().run(courseId);
}

/**
 * A course's key and title, and the members who author courses, for mail.
 * @throws AppError not-found
 */
export function courseWithAuthor(courseId: string, tx: Reader) {
  const row = tx
    .select({ seq: courses.seq, title: courses.title, ownerId: courses.ownerId })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNotRemoved))
    .get();
  if (!row) throw notFound(courseNotFound());
  const { seq, title, ownerId } = row;
  return { seq, title, authors: membersWho(ownerId, 'courses') };
}

/**
 * A course to unpublish, republish or delete, for the super admin's form.
 * @throws AppError unauthenticated; forbidden unless the actor is a super admin; not-found
 */
export function courseToDecide(actor: Actor, courseId: string) {
  requireSuperAdmin(actor);
  const { title, creator, unpublication } = courseById(courseId);
  if (unpublication?.isRemoved) throw notFound(courseNotFound());
  const buyers = countBuyers([courseId]).get(courseId) ?? 0;
  return { title, author: creator.username, unpublished: unpublication !== null, buyers };
}
