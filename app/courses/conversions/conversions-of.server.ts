import { env } from '#app/config/env.server.ts';
import { maySeeAll } from '#app/courses/lesson-access.server.ts';
import type { Reader } from '#app/courses/reader.ts';
import { isMediaId } from '#app/files/media/files.server.ts';
import { preparedSql } from '#db/client.ts';
import { type Conversion, failureText } from './conversion.ts';

type Row = {
  id: string;
  contentType: string;
  state: 'running' | 'done' | 'failed' | null;
  permille: number | null;
  reason: string | null;
};

const find = preparedSql<Row>(
  `select m.id, m.content_type as contentType, v.state, v.permille, v.reason
   from media m left join video_conversions v on v.media_id = m.id where m.id in (select value from json_each(?))`,
);

function toConversion({ contentType, state, permille, reason }: Row): Conversion | null {
  if (state === 'failed') return { state, percent: 0, reason: failureText(reason ?? 'failed') };
  if (state === 'running' && permille !== null) {
    return { state, percent: Math.floor(permille / 10), reason: null };
  }
  // Of other types, only ffmpeg knows whether they must be converted.
  if (contentType !== 'video/x-msvideo') return null;
  return { state: env().ffmpeg ? 'waiting' : 'unavailable', percent: 0, reason: null };
}

/** The ID in the path of a video. */
const idOf = (videoPath: string | null) => videoPath?.slice('/videos/'.length).slice(0, 36) ?? '';

/**
 * The conversions of videos that browsers cannot play, by the path of the video. Callers must have checked permission.
 * @param videoPaths as `Lesson` has them; null is left out
 */
export function conversionsOf(videoPaths: (string | null)[]): Map<string, Conversion> {
  const paths = new Map(videoPaths.flatMap((path) => (path === null ? [] : [[idOf(path), path]])));
  const found = find().all(JSON.stringify([...paths.keys()].filter(isMediaId)));
  return new Map(
    found.flatMap((row) => {
      const conversion = toConversion(row);
      return conversion ? [[paths.get(row.id) ?? '', conversion]] : [];
    }),
  );
}

/** The conversion of a video, or null, also for readers who are neither its author nor a super admin. */
export const conversionForAuthor = (reader: Reader, ownerId: string, videoPath: string | null) =>
  maySeeAll(reader, ownerId) ? (conversionsOf([videoPath]).get(videoPath ?? '') ?? null) : null;

const poster = preparedSql<{ id: string }>('select thumbnail_id as id from video_posters where media_id = ?');

/** Path of the poster of a video, or null. Callers must have checked permission. */
export function posterPath(videoPath: string | null): string | null {
  const row = poster().get(idOf(videoPath));
  return row ? `/thumbnails/${row.id}-1280.webp` : null;
}
