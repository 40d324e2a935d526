import { confirmTimestamp, pdfSignatureValue, timestampPdf } from '@certrace/verify';
import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { credentialOf } from '#app/credentials/certificate-credential.server.ts';
import { signerOf } from '#app/credentials/file-signer.server.ts';
import { requestTimestamp } from '#app/credentials/request-timestamp.server.ts';
import { keepFile, keptFile } from '#app/drawing/file-cache.server.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, prepared, transaction } from '#db/client.ts';
import { pdfTimestamps } from '#db/schema/credentials.ts';

const rowOf = prepared(() =>
  db()
    .select({ stampedAt: pdfTimestamps.stampedAt })
    .from(pdfTimestamps)
    .where(eq(pdfTimestamps.file, sql.placeholder('file')))
    .prepare(),
);

/** When a PDF got its timestamp. Null before. @param file its name in the cache, without a timestamp */
export const stampedAt = (file: string): number | null => rowOf().get({ file })?.stampedAt ?? null;

/**
 * Has a timestamp requested for a PDF that was drawn, unless it is requested already.
 * @param lost when its last timestamp was stored, if the file with it is no longer in the cache
 */
export function awaitTimestamp(file: string, certificateSeq: number, lost: number | null) {
  if (lost === null && rowOf().get({ file })) return;
  const waiting = { dueAt: now(), triedAt: null, stampedAt: null };
  transaction((tx) =>
    tx
      .insert(pdfTimestamps)
      .values({ file, certificateSeq, ...waiting })
      .onConflictDoUpdate({
        target: pdfTimestamps.file,
        set: waiting,
        // Another request may have drawn it again meanwhile.
        setWhere: eq(pdfTimestamps.stampedAt, lost ?? -1),
      })
      .run(),
  );
}

export type DueTimestamp = { file: string; certificateSeq: number };

/**
 * Takes PDFs that are due for a try, the longest waiting first, and plans their next try, which follows if this one fails or is
 * interrupted.
 * @param kind those that were never tried, or the others
 */
export function takeDueTimestamps(kind: 'new' | 'tried', most: number, pauseMs: number): DueTimestamp[] {
  const { file, certificateSeq, dueAt, triedAt } = pdfTimestamps;
  if (most <= 0) return [];
  const due = db()
    .select({ file, certificateSeq })
    .from(pdfTimestamps)
    .where(and(lte(dueAt, now()), kind === 'new' ? isNull(triedAt) : isNotNull(triedAt)))
    .orderBy(dueAt)
    .limit(most)
    .all();
  if (due.length === 0) return [];
  const files = due.map((row) => row.file);
  transaction((tx) =>
    tx
      .update(pdfTimestamps)
      .set({ triedAt: now(), dueAt: now() + pauseMs })
      .where(inArray(file, files))
      .run(),
  );
  return due;
}

/** Records that the file with the timestamp is stored. */
export const recordTimestamp = (file: string) =>
  transaction((tx) =>
    tx.update(pdfTimestamps).set({ dueAt: null, stampedAt: now() }).where(eq(pdfTimestamps.file, file)).run(),
  );

/** Ends the wait for a timestamp of a file that is no longer in the cache. It starts again when the file is drawn. */
export const forgetTimestamp = (file: string) =>
  transaction((tx) => tx.delete(pdfTimestamps).where(eq(pdfTimestamps.file, file)).run());

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

const POLL_MS = 1_000;
/** From the start of a try to the next one. */
const RETRY_MS = 30_000;
/** Limit of one try with all authorities. */
const TRY_MS = 20_000;
/** Parallel tries. Retries use half, so that new files need not wait for silent authorities. */
const MOST_TRIES = 8;
const MOST_RETRIES = MOST_TRIES / 2;

/**
 * Requests the timestamp of one PDF, and stores the file with it.
 * @throws Error of the storage or the database
 */
async function stamp({ file, certificateSeq }: DueTimestamp, stop: AbortSignal) {
  const pdf = await keptFile(file);
  if (pdf === 'unavailable') return;
  const signature = pdf === 'missing' ? null : pdfSignatureValue(pdf);
  const credential = credentialOf(certificateSeq);
  const signer = credential && signerOf(credential);
  if (pdf === 'missing' || !signature || !signer) {
    forgetTimestamp(file);
    return;
  }
  const token = await requestTimestamp(signature, AbortSignal.any([stop, AbortSignal.timeout(TRY_MS)]));
  if (!token || stop.aborted) return;
  await keepFile(stampedName(file), timestampPdf(pdf, confirmTimestamp(signature, token, signer.privateKey)));
  recordTimestamp(file);
}

/** Adds timestamps to drawn PDFs in the background, with TSA_URL. Returns a function that stops it. */
export function startTimestamping(): () => Promise<void> {
  if (env().timestampUrls.length === 0) return async () => {};
  const tries = { new: new Set<Promise<void>>(), tried: new Set<Promise<void>>() };
  const begin = (kind: 'new' | 'tried', due: DueTimestamp, stop: AbortSignal) => {
    const running = stamp(due, stop)
      .catch((error) => log.error({ err: error, file: due.file }, 'a PDF could not be timestamped'))
      .finally(() => tries[kind].delete(running));
    tries[kind].add(running);
  };
  const stopTaking = startPeriodic(
    'timestamps',
    (stop) => {
      const free = () => MOST_TRIES - tries.new.size - tries.tried.size;
      for (const due of takeDueTimestamps('new', free(), RETRY_MS)) begin('new', due, stop);
      const retries = Math.min(free(), MOST_RETRIES - tries.tried.size);
      for (const due of takeDueTimestamps('tried', retries, RETRY_MS)) begin('tried', due, stop);
      return POLL_MS;
    },
    POLL_MS,
  );
  return async () => {
    await stopTaking();
    await Promise.all([...tries.new, ...tries.tried]);
  };
}
