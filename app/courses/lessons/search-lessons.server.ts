import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import type { Course, Lesson } from '#app/courses/course.server.ts';
import { createFairQueue } from '#app/shared/fair-queue.server.ts';
import { ftsQuery, searchWords } from '#app/shared/full-text-search.ts';
import { db, type Transaction } from '#db/client.ts';
import { courses, lessons, modules } from '#db/schema/courses.ts';
import { lessonCaptions, lessonTexts } from '#db/schema/lessons.ts';
import { t } from '#messages';

/** The word that the index has for a course. */
const courseScope = (courseSeq: number) => `c${courseSeq}`;

/** Updates the words by which the search of a course finds a lesson. Every change of its title, text or captions calls it. */
export function indexLesson(tx: Transaction, lessonId: string) {
  const row = tx
    .select({
      seq: lessons.seq,
      course: courses.seq,
      title: lessons.title,
      text: lessonTexts.markdown,
    })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, modules.courseId))
    .leftJoin(lessonTexts, eq(lessonTexts.lessonId, lessons.id))
    .where(eq(lessons.id, lessonId))
    .get();
  if (!row) return;
  const captions = tx
    .select({ cues: lessonCaptions.cues })
    .from(lessonCaptions)
    .where(eq(lessonCaptions.lessonId, lessonId))
    .all();
  const transcript = captions
    .flatMap(({ cues }) => (JSON.parse(cues) as [number, number, string][]).map(([, , text]) => text))
    .join('\n');
  tx.run(sql`delete from lessons_search where rowid = ${row.seq}`);
  tx.run(
    sql`insert into lessons_search (rowid, scope, title, text, transcript)
      values (${row.seq}, ${courseScope(row.course)}, search_terms(${row.title}), search_terms(${row.text ?? ''}), search_terms(${transcript}))`,
  );
}

/** The longest transcripts take half a second, in which nothing else is answered. */
const inTurn = createFairQueue({
  concurrent: 1,
  waiting: 100,
  waitingPerAccount: 8,
  message: () => t('captions.tooManyAreBeingSaved'),
});

/**
 * Makes a change that indexes a long lesson. Such changes take turns, and each is followed by as long a pause, so that they leave half of
 * the time to other requests.
 * @throws AppError busy; errors of `change`
 */
export const indexInTurn = <Result>(actor: Actor, change: () => Result): Promise<Result> =>
  inTurn(clientOf(actor), async () => {
    const started = performance.now();
    try {
      return change();
    } finally {
      await delay(performance.now() - started);
    }
  });

/** A lesson that a search found, and where its words are. */
export type FoundLesson = {
  id: string;
  title: string;
  type: Lesson['type'];
  foundIn: 'title' | 'text' | 'transcript';
};

/** The IDs of the lessons of a course that have all words, each as the beginning of a word, in these columns. */
function lessonsWith(words: string[], courseId: string, columns: string): Set<string> {
  const course = db().get<{ seq: number }>(sql`select seq from courses where id = ${courseId}`);
  const query = course && ftsQuery(words, { scope: courseScope(course.seq), columns });
  if (!query) return new Set();
  const rows = db().all<{ id: string }>(
    sql`select l.id from lessons_search s join lessons l on l.seq = s.rowid where s.lessons_search match ${query}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The lessons of a course whose title, text or transcript has all words of a search, in the order of the course. Of lessons that are
 * closed to the reader, only the titles are searched.
 * @param course as its reader sees it (`readCourse`)
 */
export function searchLessons(course: Pick<Course, 'id' | 'modules'>, q: string): FoundLesson[] {
  const words = searchWords(q);
  const anywhere = lessonsWith(words, course.id, '{title text transcript}');
  // Each search reads all that begins with the words in every course.
  if (anywhere.size === 0) return [];
  const inTitle = lessonsWith(words, course.id, '{title}');
  const inText = lessonsWith(words, course.id, '{title text}');
  const placeOf = ({ id, isOpen }: Lesson) => {
    if (inTitle.has(id)) return 'title';
    if (!isOpen) return null;
    if (inText.has(id)) return 'text';
    return anywhere.has(id) ? 'transcript' : null;
  };
  return course.modules
    .flatMap(({ lessons }) => lessons)
    .flatMap((lesson) => {
      const foundIn = placeOf(lesson);
      return foundIn === null ? [] : [{ id: lesson.id, title: lesson.title, type: lesson.type, foundIn }];
    });
}
