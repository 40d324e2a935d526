import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { keptFile } from '#app/drawing/file-cache.server.ts';
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
