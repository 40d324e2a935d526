import { env } from '#app/config/env.server.ts';
import { isSignatureValid, signedQuery, type UrlSignature } from '#app/shared/signed-urls.server.ts';

/** Long enough to watch a video to its end, because players request ranges during playback. */
const VIDEO_URL_TTL_MS = 6 * 3_600_000;
const PURPOSE = 'video-files';

/** An absolute URL that opens the video at this path for six hours. */
export const signedVideoUrl = (path: string) =>
  `${env().APP_URL}${path}?${signedQuery(PURPOSE, path, VIDEO_URL_TTL_MS)}`;

/** Whether a signature opens the video at this path. */
export const opensVideo = (path: string, signature: UrlSignature) =>
  isSignatureValid(PURPOSE, path, signature);
