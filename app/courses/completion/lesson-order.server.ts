import { preparedSql, preparedValue } from '#db/client.ts';
import { t } from '#messages';

export const opensInOrder = () => t('lessonOrder.thisLessonOpensWhenTheOne');

const isWaiting = preparedValue<1>(
  `with ordered as (
     select l.id, lag(l.id) over (order by m.position, m.seq, l.position, l.seq) as before
     from modules m join lessons l on l.module_id = m.id
     where m.course_id = @courseId and m.drafted_at is null and l.drafted_at is null)
   select 1 from ordered o where o.id = @lessonId and o.before is not null and not exists (
     select 1 from lesson_progress p where p.course_id = @courseId and p.user_id = @userId
       and p.lesson_id in (o.before, o.id) and p.done_at is not null)`,
);

const inOrder = preparedValue<1>('select 1 from completion_settings where course_id = ? and in_order');

type Place = { courseId: string; userId: string | undefined; lessonId: string };

/** Whether a lesson is closed until the one before is done. One that is done itself stays open. */
export const waitsForLessonBefore = ({ courseId, userId = '', lessonId }: Place): boolean =>
  inOrder().get(courseId) !== undefined && isWaiting().get({ courseId, userId, lessonId }) !== undefined;

const ordered = preparedValue<string>(
  'select course_id from completion_settings where in_order and course_id in (select value from json_each(?))',
);

/** The courses, among these, whose lessons open in order. */
export const coursesInOrder = (courseIds: string[]): Set<string> =>
  new Set(ordered().all(JSON.stringify(courseIds)));

const done = preparedSql<{ lessonId: string }>(
  `select lesson_id as lessonId from lesson_progress where user_id = ? and done_at is not null
   and course_id in (select value from json_each(?))`,
);

/** The lessons of some courses that an account has done. */
export const lessonsDone = (userId: string | undefined, courseIds: Iterable<string>): Set<string> =>
  new Set(
    userId === undefined
      ? []
      : done()
          .all(userId, JSON.stringify([...courseIds]))
          .map(({ lessonId }) => lessonId),
  );
