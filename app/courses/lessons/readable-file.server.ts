import { and, desc, eq, like } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireReadable } from '#app/courses/lesson-access.server.ts';
import type { MediaFile } from '#app/courses/media-file.server.ts';
import { signedReader, type VideoSignature } from '#app/courses/media-file.server.ts';
import { lessonFileName } from '#app/files/media/files.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { lessons, media, modules } from '#db/schema/courses.ts';
import { lessonFiles } from '#db/schema/lessons.ts';
import { lessonFilePath } from './lesson-files.server.ts';

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
  // RFC 8187: the name may have any letters.
  disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
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
