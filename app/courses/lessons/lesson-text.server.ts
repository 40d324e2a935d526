import { eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { lessonTexts } from '#db/schema/lessons.ts';

/** The text of a lesson as its author wrote it and as HTML, or null. Callers must have checked permission. */
export const lessonText = (lessonId: string) =>
  db()
    .select({ markdown: lessonTexts.markdown, html: lessonTexts.html })
    .from(lessonTexts)
    .where(eq(lessonTexts.lessonId, lessonId))
    .get() ?? null;
