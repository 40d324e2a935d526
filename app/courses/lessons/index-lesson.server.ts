import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { lessonTexts } from '#db/schema/lessons.ts';

/** Updates the words by which the search of a course finds a lesson. Every change of its title, text or captions calls it. */
export function indexLesson(tx: Transaction, lessonId: string) {
  const row = tx
    .select({ seq: lessons.seq, title: lessons.title, text: lessonTexts.markdown })
    .from(lessons)
    .leftJoin(lessonTexts, eq(lessonTexts.lessonId, lessons.id))
    .where(eq(lessons.id, lessonId))
    .get();
  if (!row) return;
  tx.run(sql`delete from lessons_search where rowid = ${row.seq}`);
  tx.run(
    sql`insert into lessons_search (rowid, title, text, transcript) values (${row.seq}, ${row.title}, ${row.text ?? ''}, '')`,
  );
}
