import { env } from '#app/config/env.server.ts';
import {
  isSignatureValid,
  signedQuery,
  type UrlSignature,
  urlSignature,
} from '#app/shared/signed-urls.server.ts';
import { preparedSql } from '#db/client.ts';
import type { Reader } from './reader.ts';

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
