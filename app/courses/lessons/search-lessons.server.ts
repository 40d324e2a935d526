import { sql } from 'drizzle-orm';
import type { Course, Lesson } from '#app/courses/course.server.ts';
import { ftsQuery, searchWords } from '#app/shared/full-text-search.ts';
import { db } from '#db/client.ts';
import { courseScope } from './index-lesson.server.ts';

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
