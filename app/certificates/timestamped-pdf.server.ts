import { keptFile } from '#app/drawing/file-cache.server.ts';
import { log } from '#app/shared/log.server.ts';
import { awaitTimestamp, stampedAt } from './pdf-timestamps.server.ts';

/** The name in the cache of a PDF with its timestamp. The one without it stays under its own name. */
export const stampedName = (file: string) => file.replace(/\.pdf$/, '-stamped.pdf');

/** A failure leaves the PDF without a timestamp until the next request, and must not fail the download. */
function tryToAwait(file: string, certificateSeq: number, lost: number | null) {
  try {
    awaitTimestamp(file, certificateSeq, lost);
  } catch (error) {
    log.warn({ err: error, file }, 'a timestamp could not be requested');
  }
}

/**
 * A signed PDF, with its timestamp once there is one. Until then it is served without, and a timestamp is requested in the
 * background.
 * @param file its name in the cache, without a timestamp
 * @param readDrawn reads this file, and draws it first when it is not cached
 */
export function timestampedPdf(file: string, certificateSeq: number, readDrawn: () => Promise<Uint8Array>) {
  const time = stampedAt(file);
  const read = async (): Promise<Uint8Array> => {
    const stamped = time === null ? 'missing' : await keptFile(stampedName(file));
    if (typeof stamped !== 'string') return stamped;
    const bytes = await readDrawn();
    if (stamped === 'missing') tryToAwait(file, certificateSeq, time);
    return bytes;
  };
  // With the time, so that a browser also replaces the file of an earlier timestamp, whose cached file was removed.
  return { read, version: time === null ? file : `${file}-${time}` };
}
