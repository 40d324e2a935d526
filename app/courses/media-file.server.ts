import { and, eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import type { UrlSignature } from '#app/shared/signed-urls.server.ts';
import { db } from '#db/client.ts';
import { courses, courseUnpublications, lessons, media, modules } from '#db/schema/courses.ts';
import { videoUrlPath } from './course.server.ts';
import { mayReadUnpublished } from './find-course.server.ts';
import { isMediaId, THUMBNAIL_WIDTHS, thumbnailPath, videoPath } from './media/files.server.ts';
import { opensVideo } from './video-urls.server.ts';

/** A stored file for the route that serves it. The content of an ID never changes, so the ID is a strong ETag. */
export type MediaFile = { path: string; contentType: string; etag: string; modifiedAt: number };

const find = (kind: 'video' | 'thumbnail', id: string) =>
  isMediaId(id)
    ? db
        .select()
        .from(media)
        .where(and(eq(media.id, id), eq(media.kind, kind)))
        .get()
    : undefined;

/** The owner of the unpublished course that a video belongs to, or undefined. */
const unpublishedOwner = (videoId: string) =>
  db
    .select({ id: courses.ownerId })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, modules.courseId))
    .innerJoin(courseUnpublications, eq(courseUnpublications.courseSeq, courses.seq))
    .where(eq(lessons.videoId, videoId))
    .get();

/**
 * A video for logged-in users and signed URLs. Everybody else gets the same error, whether or not it exists. Videos of
 * unpublished courses are readable by the course's author and super admins only.
 * @param name the last segment of its path: '{id}.mp4'
 * @throws AppError forbidden; not-found
 */
export function videoFile(actor: Actor, name: string, signature: UrlSignature): MediaFile {
  const row = find('video', name.slice(0, 36));
  const path = row ? videoUrlPath(row.id, row.contentType) : '';
  const mayRead = actor.kind !== 'visitor' || opensVideo(`/videos/${name}`, signature);
  if (!mayRead) throw forbidden();
  if (!row || path !== `/videos/${name}`) throw notFound();
  const owner = unpublishedOwner(row.id);
  if (owner && !mayReadUnpublished(actor, owner.id)) throw notFound();
  return {
    path: videoPath(row.id),
    contentType: row.contentType,
    etag: `"${row.id}"`,
    modifiedAt: row.createdAt,
  };
}

/**
 * One size of a thumbnail, which is public.
 * @param name '{id}-{width}.webp'
 * @throws AppError not-found
 */
export function thumbnailFile(name: string): MediaFile {
  const match = /^(.{36})-(\d{3,4})\.webp$/.exec(name);
  const width = THUMBNAIL_WIDTHS.find((known) => String(known) === match?.[2]);
  const row = width && match?.[1] ? find('thumbnail', match[1]) : undefined;
  if (!row || !width) throw notFound();
  return {
    path: thumbnailPath(row.id, width),
    contentType: row.contentType,
    etag: `"${row.id}-${width}"`,
    modifiedAt: row.createdAt,
  };
}
