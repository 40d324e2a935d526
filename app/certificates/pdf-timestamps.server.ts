import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
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
