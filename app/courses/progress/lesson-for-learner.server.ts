import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { hasBought } from '#app/courses/buyers.server.ts';
import { opensInOrder, waitsForLessonBefore } from '#app/courses/completion/lesson-order.server.ts';
import type { LessonType } from '#app/courses/course.server.ts';
import { buyFirst, maySeeAll, mustBuy } from '#app/courses/lesson-access.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { preparedSql } from '#db/client.ts';
import { t } from '#messages';

export const enrolFirst = () => t('lessonForLearner.pleaseEnrolInThisCourseFirst');

export type LearnersLesson = {
  userId: string;
  courseId: string;
  lessonId: string;
  type: LessonType;
  /** Null for other types than 'video'. */
  videoId: string | null;
  contentType: string | null;
  durationSeconds: number;
};

type Row = LearnersLesson & {
  ownerId: string;
  priceMinor: number | null;
  isUnpublished: 0 | 1;
  isRemoved: 0 | 1;
  isDraft: 0 | 1;
  isEnrolled: 0 | 1;
};

const find = preparedSql<Row>(
  `select @user as userId, c.id as courseId, l.id as lessonId, l.type, l.video_id as videoId, f.content_type as contentType,
     l.duration_seconds as durationSeconds, c.owner_id as ownerId, c.price_minor as priceMinor,
     u.course_seq is not null as isUnpublished, u.removed_at is not null as isRemoved,
     l.drafted_at is not null or m.drafted_at is not null or d.course_seq is not null as isDraft, e.user_id is not null as isEnrolled
   from lessons l join modules m on m.id = l.module_id join courses c on c.id = m.course_id
   left join media f on f.id = l.video_id
   left join course_unpublications u on u.course_seq = c.seq
   left join course_drafts d on d.course_seq = c.seq
   left join enrolments e on e.course_id = c.id and e.user_id = @user
   where l.id = @lesson and c.id = @course`,
);

/**
 * A lesson of a course in which the actor is enrolled.
 * @throws AppError unauthenticated; not-found, also for a lesson of another course; forbidden without an enrolment, and for a course
 *   that was unpublished
 */
export function lessonForLearner(actor: Actor, courseId: string, lessonId: string): LearnersLesson {
  requireMember(actor);
  const row = find().get({ user: actor.user.id, course: courseId, lesson: lessonId });
  if (!row) throw notFound(t('common.lessonNotFound'));
  const mayManage = maySeeAll(actor, row.ownerId) && !row.isRemoved;
  if (row.isDraft && !mayManage) throw notFound(t('common.lessonNotFound'));
  if (row.isUnpublished && !mayManage && !hasBought(actor, courseId)) {
    if (row.isEnrolled && !row.isRemoved) throw forbidden(t('common.thisCourseIsNotAvailableAtTheMoment'));
    throw notFound(t('common.lessonNotFound'));
  }
  if (!row.isEnrolled) throw forbidden(mustBuy(actor, row) ? buyFirst() : enrolFirst());
  if (!mayManage && waitsForLessonBefore({ courseId, lessonId, userId: actor.user.id }))
    throw new AppError('conflict', opensInOrder());
  return row;
}
