import { and, asc, count, eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { authoredLesson, recordChange } from '#app/courses/find-course.server.ts';
import { deleteUnused } from '#app/courses/media-of.server.ts';
import { noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { insertLessonFile, placeLessonFile } from '#app/files/media/keep-media.server.ts';
import type { StagedLessonFile } from '#app/files/media/stage-lesson-file.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, transaction } from '#db/client.ts';
import { media } from '#db/schema/courses.ts';
import { lessonFiles } from '#db/schema/lessons.ts';
import { t } from '#messages';

const MAX_FILES = 20;

/** A file that a lesson offers for download. */
export type LessonFile = { id: string; name: string; bytes: number; path: string };

export const lessonFilePath = (id: string) => `/lesson-files/${id}`;

/** The files of a lesson in the order in which they were added. Callers must have checked permission. */
export const filesOfLesson = (lessonId: string): LessonFile[] =>
  db()
    .select({ id: lessonFiles.id, name: lessonFiles.name, bytes: media.bytes })
    .from(lessonFiles)
    .innerJoin(media, eq(media.id, lessonFiles.mediaId))
    .where(eq(lessonFiles.lessonId, lessonId))
    .orderBy(asc(lessonFiles.createdAt), asc(lessonFiles.id))
    .all()
    .map((file) => ({ ...file, path: lessonFilePath(file.id) }));

/**
 * Adds a staged file to a lesson, which the caller discards.
 * @throws AppError unauthenticated; forbidden; not-found; conflict for a second file of the same name and for too many; storage-full
 */
export async function addLessonFile(
  actor: Actor,
  lessonId: string,
  file: StagedLessonFile,
): Promise<LessonFile> {
  authoredLesson(actor, lessonId);
  await placeLessonFile(file);
  const { name, bytes } = file;
  const id = newId();
  const added = { id, name, bytes, path: lessonFilePath(id) };
  try {
    transaction((tx) => {
      const { ownerId, courseId } = authoredLesson(actor, lessonId, undefined, tx);
      const inLesson = eq(lessonFiles.lessonId, lessonId);
      const present = tx.select({ count: count() }).from(lessonFiles).where(inLesson).get();
      if ((present?.count ?? 0) >= MAX_FILES) {
        throw new AppError('conflict', t('lessonFiles.atMostFiles', { most: MAX_FILES }));
      }
      const same = tx
        .select({ id: lessonFiles.id })
        .from(lessonFiles)
        .where(and(inLesson, eq(lessonFiles.name, name)))
        .get();
      if (same) throw new AppError('conflict', t('lessonFiles.hasSuchAFileAlready', { name }));
      insertLessonFile(tx, file, ownerId);
      tx.insert(lessonFiles).values({ id, mediaId: file.id, lessonId, name, createdAt: now() }).run();
      recordChange(tx, courseId);
      storeAnswer(tx, added);
    });
  } finally {
    await removeUnreferenced([file.id]);
  }
  return added;
}

/**
 * Removes a file from a lesson. Its bytes are deleted after the commit, unless a duplicate of the course has it too.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export async function removeLessonFile(actor: Actor, lessonId: string, fileId: string): Promise<void> {
  authoredLesson(actor, lessonId);
  const place = and(eq(lessonFiles.lessonId, lessonId), eq(lessonFiles.id, fileId));
  const row = db().select({ mediaId: lessonFiles.mediaId }).from(lessonFiles).where(place).get();
  if (!row) throw notFound(t('lessonFiles.fileNotFound'));
  await noteRemoval([row.mediaId]);
  try {
    transaction((tx) => {
      const { courseId } = authoredLesson(actor, lessonId, undefined, tx);
      tx.delete(lessonFiles).where(place).run();
      deleteUnused(tx, [row.mediaId]);
      recordChange(tx, courseId);
      storeAnswer(tx);
    });
  } finally {
    await removeUnreferenced([row.mediaId]);
  }
}
