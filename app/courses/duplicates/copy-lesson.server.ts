import { eq } from 'drizzle-orm';
import { indexLesson } from '#app/courses/lessons/index-lesson.server.ts';
import { lessonImages } from '#app/courses/lessons/lesson-image-path.ts';
import { currentQuizRow } from '#app/courses/quizzes/quiz.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import type { Transaction } from '#db/client.ts';
import { lessons } from '#db/schema/courses.ts';
import { lessonCaptions, lessonFiles, lessonTexts } from '#db/schema/lessons.ts';
import { quizzes } from '#db/schema/quizzes.ts';

function copyText(tx: Transaction, from: string, to: string) {
  const text = tx.select().from(lessonTexts).where(eq(lessonTexts.lessonId, from)).get();
  if (!text) return;
  // The text names its pictures by the lesson.
  const html = text.html.replaceAll(`src="${lessonImages(from)}`, `src="${lessonImages(to)}`);
  tx.insert(lessonTexts).values({ lessonId: to, markdown: text.markdown, html }).run();
}

function copyQuiz(tx: Transaction, from: string, to: string) {
  const current = currentQuizRow(from, tx);
  if (!current) return;
  const { seq: _, ...quiz } = current;
  tx.insert(quizzes)
    .values({ ...quiz, id: newId(), lessonId: to, createdAt: now() })
    .run();
}

/** Copies a lesson with its text, files, captions and quiz into another module. Videos and files are shared. A deleted one is skipped. */
export function copyLesson(tx: Transaction, from: string, moduleId: string) {
  const found = tx.select().from(lessons).where(eq(lessons.id, from)).get();
  if (!found) return;
  const { seq: _, ...lesson } = found;
  const to = newId();
  tx.insert(lessons)
    .values({ ...lesson, id: to, moduleId, createdAt: now() })
    .run();
  copyText(tx, from, to);
  for (const file of tx.select().from(lessonFiles).where(eq(lessonFiles.lessonId, from)).all()) {
    tx.insert(lessonFiles)
      .values({ ...file, id: newId(), lessonId: to })
      .run();
  }
  for (const captions of tx.select().from(lessonCaptions).where(eq(lessonCaptions.lessonId, from)).all()) {
    tx.insert(lessonCaptions)
      .values({ ...captions, lessonId: to })
      .run();
  }
  copyQuiz(tx, from, to);
  indexLesson(tx, to);
}
