import { createHmac, type KeyObject } from 'node:crypto';
import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { deriveKey, equalInConstantTime } from '#app/shared/ids.server.ts';

/** Long enough to watch what was opened: players ask for a video's ranges as they go. */
const VIDEO_URL_TTL_MS = 6 * 3_600_000;

const signatureOf = (key: KeyObject, path: string, expires: number) =>
  createHmac('sha256', key).update(`${path}.${expires}`).digest('base64url');

/** Makes absolute URLs of videos' paths that open them for whoever has them, for six hours (CONTRACT D12). */
export function videoUrlSigner(): (path: string) => string {
  const key = deriveKey('video-files');
  const expires = Math.floor((now() + VIDEO_URL_TTL_MS) / 1_000);
  return (path) => `${env.APP_URL}${path}?expires=${expires}&signature=${signatureOf(key, path, expires)}`;
}

/** Whether a signature is ours, for this path, and has not run out. */
export function isVideoSignatureValid(
  path: string,
  expires: string | null,
  signature: string | null,
): boolean {
  if (!expires || !signature || !/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 < now()) return false;
  return equalInConstantTime(signature, signatureOf(deriveKey('video-files'), path, Number(expires)));
}
