import { env } from '#app/config/env.server.ts';
import type { Reader } from '#app/courses/course.server.ts';
import { maySeeAll } from '#app/courses/lesson-access.server.ts';
import { isMediaId } from '#app/files/media/files.server.ts';
import { needsConversion, type VideoType } from '#app/files/media/sniff.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedSql } from '#db/client.ts';
import { type Conversion, type ConversionFailure, failureText } from './conversion.ts';

/** A video that ffmpeg has not looked at. */
export type PendingVideo = {
  seq: number;
  id: string;
  ownerId: string;
  contentType: string;
  bytes: number;
  /** How often its conversion was begun. */
  tries: number;
};

/** Where the conversions stand among the videos. */
export type Turn = {
  /** ffmpeg has looked at all videos up to the one with this number. */
  after: number;
  /** Whose video was the last. */
  ownerId: string;
};

export const FIRST_TURN: Turn = { after: 0, ownerId: '' };

// A row that says 'running' at a start is of a conversion that a crash interrupted.
const nextPending = preparedSql<PendingVideo>(
  `select m.seq, m.id, m.owner_id as ownerId, m.content_type as contentType, m.bytes, coalesce(v.tries, 0) as tries
   from media m left join video_conversions v on v.media_id = m.id
   where m.seq > @after and m.kind = 'video' and (v.media_id is null or v.state = 'running')
   order by m.owner_id <= @ownerId, m.owner_id, m.seq limit 1`,
);
const newestMedia = preparedSql<{ seq: number | null }>('select max(seq) as seq from media');

/**
 * The oldest video of the account whose turn it is, so that nobody waits for all videos of another. One at a time is converted, so that
 * one that is marked as running was interrupted.
 */
export const pendingVideo = (turn: Turn): PendingVideo | undefined => nextPending().get(turn);

/** The number of the newest upload. */
export const newestSeq = (): number => newestMedia().get()?.seq ?? 0;

const setRunning = preparedSql(
  `insert into video_conversions (media_id, state, tries, updated_at) select id, 'running', 1, @at from media where id = @id
   on conflict (media_id) do update set state = 'running', permille = null, tries = tries + 1, updated_at = @at`,
);
const setProgress = preparedSql(
  `update video_conversions set permille = ?, updated_at = ? where media_id = ? and state = 'running'`,
);
const setEnd = preparedSql(
  `insert into video_conversions (media_id, state, reason, updated_at) select id, @state, @reason, @at from media where id = @id
   on conflict (media_id) do update set state = @state, reason = @reason, permille = null, updated_at = @at`,
);
const remove = preparedSql('delete from video_conversions where media_id = ?');

export const markRunning = (id: string) => setRunning().run({ id, at: now() });
export const storePermille = (id: string, permille: number) => setProgress().run(permille, now(), id);
export const markDone = (id: string) => setEnd().run({ id, state: 'done', reason: null, at: now() });
export const markFailed = (id: string, reason: ConversionFailure) =>
  setEnd().run({ id, state: 'failed', reason, at: now() });
/** Has a video wait again. */
export const markPending = (id: string) => remove().run(id);

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
  if (contentType !== 'video/x-msvideo' && !needsConversion(contentType as VideoType)) return null;
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
