import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { cursorAfterPlace, page, placeBefore } from '#app/shared/cursor.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { preparedSql } from '#db/client.ts';
import { percentDone } from './course-progress.server.ts';

const PAGE_SIZE = 50;

/** A course in which the actor is enrolled. Times are in ms. */
export type LearnedCourse = {
  id: string;
  title: string;
  thumbnailId: string;
  /** Whether the actor can open its page. */
  isOpen: boolean;
  done: number;
  total: number;
  percent: number;
  enrolledAt: number;
  /** Null until a lesson was begun. */
  activeAt: number | null;
};

type Row = Omit<LearnedCourse, 'isOpen' | 'percent'> & { seq: number; isOpen: 0 | 1 };

const IS_SHOWN = 'l.drafted_at is null and m.drafted_at is null';

/** SQLite counts the lessons of each row before it sorts, so the page is chosen first. */
const PAGE = `select c.seq, e.enrolled_at from enrolments e join courses c on c.id = e.course_id
  where e.user_id = @user and (e.enrolled_at, c.seq) < (@at, @seq)
  order by e.enrolled_at desc, c.seq desc limit ${PAGE_SIZE + 1}`;

const rows = preparedSql<Row>(
  `select c.seq, c.id, c.title, c.thumbnail_id as thumbnailId, e.enrolled_at as enrolledAt,
     (select count(*) from modules m join lessons l on l.module_id = m.id where m.course_id = c.id and ${IS_SHOWN}) as total,
     (select count(*) from lesson_progress p join lessons l on l.id = p.lesson_id join modules m on m.id = l.module_id
      where p.course_id = c.id and p.user_id = @user and p.done_at is not null and ${IS_SHOWN}) as done,
     (select max(p.active_at) from lesson_progress p where p.course_id = c.id and p.user_id = @user) as activeAt,
     u.course_seq is null or exists (select 1 from payments b where b.course_id = c.id and b.payer_id = @user and b.state = 'paid')
       as isOpen
   from (${PAGE}) e join courses c on c.seq = e.seq
   left join course_unpublications u on u.course_seq = c.seq
   order by e.enrolled_at desc, c.seq desc`,
);

const END = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/**
 * The courses in which the actor is enrolled, the latest enrolment first, with their progress.
 * @throws AppError unauthenticated; invalid
 */
export function myLearning(
  actor: Actor,
  { cursor }: Pick<z.output<typeof listQuerySchema>, 'cursor'>,
): { courses: LearnedCourse[]; nextCursor: string | null } {
  requireMember(actor);
  const found = rows().all({ user: actor.user.id, ...placeBefore(cursor, END) });
  const { rows: shown, nextCursor } = page(found, PAGE_SIZE, ({ enrolledAt, seq }) =>
    cursorAfterPlace({ at: enrolledAt, seq }),
  );
  return {
    courses: shown.map(({ seq: _seq, isOpen, ...course }) => ({
      ...course,
      isOpen: isOpen === 1,
      percent: percentDone(course.done, course.total),
    })),
    nextCursor,
  };
}
