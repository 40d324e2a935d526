import { and, eq } from 'drizzle-orm';
import type { Actor } from '#app/accounts/actor.server.ts';
import { env } from '#app/config/env.server.ts';
import { isMediaId, THUMBNAIL_WIDTHS, thumbnailName, videoName } from '#app/files/media/files.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import type { UrlSignature } from '#app/shared/signed-urls.server.ts';
import { isSignatureValid, signedQuery, urlSignature } from '#app/shared/signed-urls.server.ts';
import { db, preparedSql } from '#db/client.ts';
import { media } from '#db/schema/courses.ts';
import { type Reader, videoUrlPath } from './course.server.ts';
import { requireReadableVideo } from './lesson-access.server.ts';

/** Long enough to watch a video to its end, because players request ranges during playback. */
const VIDEO_URL_TTL_MS = 6 * 3_600_000;
const PURPOSE = 'video-files';

/** A signed URL names its account, so that each request checks the access again. */
export type VideoSignature = UrlSignature & { reader: string | null };

export const videoSignature = (query: URLSearchParams): VideoSignature => ({
  ...urlSignature(query),
  reader: query.get('reader'),
});

const target = (path: string, readerId: string) => `${path} ${readerId}`;

/** An absolute URL that opens the file at this path for six hours, as long as this account may open it. */
export const signedVideoUrl = (path: string, readerId: string) =>
  `${env().APP_URL}${path}?${signedQuery(PURPOSE, target(path, readerId), VIDEO_URL_TTL_MS)}&reader=${readerId}`;

const accountOf = preparedSql<Extract<Reader, { kind: 'signedUrl' }>['user']>(
  'select id, role from users where id = ?',
);

/** The account that a signed URL was made for, or null without a valid signature for this path. */
export function signedReader(path: string, signature: VideoSignature): Reader | null {
  const { reader } = signature;
  if (reader === null || !isSignatureValid(PURPOSE, target(path, reader), signature)) return null;
  const user = accountOf().get(reader);
  return user ? { kind: 'signedUrl', user } : null;
}

/** A stored file for its route. A media file never changes, so its ID is a strong ETag. */
export type MediaFile = {
  name: string;
  contentType: string;
  etag: string;
  modifiedAt: number;
  /** Content-Disposition. Without it, browsers show the file. */
  disposition?: string;
  /** Redirects browsers to a URL of the file store that is valid for this time, if it has such URLs. */
  urlSeconds?: number;
};

/** A file's name in a header, with any letters (RFC 8187). */
export const extendedValue = (name: string) =>
  `UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** How much longer than the lesson a URL of the file store is valid: for pauses. After that, the player requests another one. */
const PAUSE_SECONDS = 15 * 60;
const MOST_URL_SECONDS = 6 * 3_600;

const longestLesson = preparedSql<{ seconds: number | null }>(
  'select max(duration_seconds) as seconds from lessons where video_id = ?',
);

/** How long a URL of the file store opens a video. Access ends with it, because the file store does not ask for permission. */
const urlSeconds = (videoId: string) =>
  Math.min((longestLesson().get(videoId)?.seconds ?? 0) + PAUSE_SECONDS, MOST_URL_SECONDS);

const find = (kind: 'video' | 'thumbnail', id: string) =>
  isMediaId(id)
    ? db()
        .select()
        .from(media)
        .where(and(eq(media.id, id), eq(media.kind, kind)))
        .get()
    : undefined;

/**
 * A video for logged-in users and holders of a signed URL, which opens what its account may open now. Other readers get the same error, whether or not it exists. Videos
 * of unpublished courses are only for the author, super admins and buyers, and those of removed courses only for buyers.
 * Videos of courses with a price are for buyers, and those of drafts for the author and super admins.
 * @param name the last segment of its path: '{id}.mp4'
 * @throws AppError forbidden, also when the course must be bought first; not-found
 */
export function videoFile(actor: Actor, name: string, signature: VideoSignature): MediaFile {
  const row = find('video', name.slice(0, 36));
  const path = row ? videoUrlPath(row.id, row.contentType) : '';
  const reader = signedReader(`/videos/${name}`, signature) ?? actor;
  if (reader.kind === 'visitor') throw forbidden();
  if (!row || path !== `/videos/${name}`) throw notFound();
  requireReadableVideo(reader, row.id);
  return {
    name: videoName(row.id),
    contentType: row.contentType,
    etag: `"${row.id}"`,
    modifiedAt: row.createdAt,
    urlSeconds: urlSeconds(row.id),
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
    name: thumbnailName(row.id, width),
    contentType: row.contentType,
    etag: `"${row.id}-${width}"`,
    modifiedAt: row.createdAt,
  };
}
