import { and, asc, count, desc, eq, like } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { authoredLesson, recordChange } from '#app/courses/find-course.server.ts';
import { requireReadable } from '#app/courses/lesson-access.server.ts';
import {
  extendedValue,
  type MediaFile,
  signedReader,
  type VideoSignature,
} from '#app/courses/media-file.server.ts';
import { deleteUnused } from '#app/courses/media-of.server.ts';
import { lessonFileName, noteRemoval, removeUnreferenced } from '#app/files/media/files.server.ts';
import { insertLessonFile, placeLessonFile } from '#app/files/media/keep-media.server.ts';
import type { StagedLessonFile } from '#app/files/media/stage-lesson-file.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, forbidden, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, transaction } from '#db/client.ts';
import { lessons, media, modules } from '#db/schema/courses.ts';
import { lessonFiles } from '#db/schema/lessons.ts';
import { t } from '#messages';

const MAX_FILES = 20;

/** A file that a lesson offers for download. */
export type LessonFile = { id: string; name: string; bytes: number; path: string };

const lessonFilePath = (id: string) => `/lesson-files/${id}`;

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

type Row = { mediaId: string; name: string; contentType: string; createdAt: number };

const columns = {
  mediaId: media.id,
  name: lessonFiles.name,
  contentType: media.contentType,
  createdAt: media.createdAt,
  lessonId: lessonFiles.lessonId,
};

const toFile = ({ mediaId, name, contentType, createdAt }: Row): MediaFile => ({
  name: lessonFileName(mediaId),
  contentType,
  etag: `"${mediaId}"`,
  modifiedAt: createdAt,
  disposition: `attachment; filename*=${extendedValue(name)}`,
});

/**
 * A file of a lesson, for readers who may take the lesson, and for holders of a signed URL of one of them.
 * @throws AppError forbidden, also when the course must be bought first or the lesson is closed; not-found
 */
export function lessonFile(actor: Actor, id: string, signature: VideoSignature): MediaFile {
  const reader = signedReader(lessonFilePath(id), signature) ?? actor;
  if (reader.kind === 'visitor') throw forbidden();
  const row = db()
    .select(columns)
    .from(lessonFiles)
    .innerJoin(media, eq(media.id, lessonFiles.mediaId))
    .where(eq(lessonFiles.id, id))
    .get();
  if (!row) throw notFound();
  requireReadable(reader, row.lessonId);
  return toFile(row);
}

/**
 * A picture that the text of a lesson names: a file of the lesson, or else of its course.
 * @throws AppError forbidden; not-found
 */
export function lessonImage(actor: Actor, lessonId: string, name: string): MediaFile {
  if (actor.kind === 'visitor') throw forbidden();
  requireReadable(actor, lessonId);
  const course = db()
    .select({ id: modules.courseId })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(eq(lessons.id, lessonId))
    .get();
  const row = db()
    .select(columns)
    .from(lessonFiles)
    .innerJoin(media, eq(media.id, lessonFiles.mediaId))
    .innerJoin(lessons, eq(lessons.id, lessonFiles.lessonId))
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(
      and(
        eq(modules.courseId, course?.id ?? ''),
        eq(lessonFiles.name, name),
        like(media.contentType, 'image/%'),
      ),
    )
    .orderBy(desc(eq(lessonFiles.lessonId, lessonId)), desc(media.seq))
    .limit(1)
    .get();
  if (!row) throw notFound();
  return toFile(row);
}
