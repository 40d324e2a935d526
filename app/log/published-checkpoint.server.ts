import { parseEntry, type VerifierKey } from '@certrace/verify';
import { and, eq, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { db, preparedSql, preparedValue } from '#db/client.ts';
import { logCosignatures } from '#db/schema/log.ts';
import { entriesOf, type Log } from './log.server.ts';

/** A checkpoint with its cosignatures as a signed note. */
export type Published = { number: number; size: number; note: string };

const newestCheckpoint = ({ number, size, checkpoint }: Log): Published => ({
  number,
  size,
  note: `${checkpoint}${cosignaturesAt(number, size)}`,
});

const selectPublished = preparedSql<Published>(
  'select log as number, size, note from published_checkpoints where log = ?',
);
const upsertPublished = preparedSql(
  `insert into published_checkpoints (log, size, note) values (@number, @size, @note)
   on conflict (log) do update set size = excluded.size, note = excluded.note
   where (excluded.size, excluded.note) is not (size, note)`,
);

const readPublished = ({ number }: Log) => selectPublished().get(number);

/**
 * Publishes a checkpoint with its present cosignatures. Rounds publish in order, so the published size never decreases.
 * @returns the published checkpoint
 */
export function publishCheckpoint(log: Log): Published {
  const published = newestCheckpoint(log);
  upsertPublished().run(published);
  return published;
}

/** Whether a checkpoint of a log was published. */
export const isPublished = (log: Log): boolean => readPublished(log) !== undefined;

/**
 * The published checkpoint of a log: the newest one, or with witnesses the one of their last round. A newer one would never be
 * cosigned while certificates are being issued. It is stored in the database, because one process asks the witnesses and all
 * processes serve the log.
 */
export const publishedCheckpoint = (log: Log): Published =>
  (env().witnesses.length > 0 ? readPublished(log) : undefined) ?? newestCheckpoint(log);

/** The published checkpoint of a log, or the newest if the published one is older than an entry. */
export function checkpointWith(log: Log, index: number): Published {
  const published = publishedCheckpoint(log);
  return index < published.size ? published : newestCheckpoint(log);
}

const nameOf = ({ name, id }: VerifierKey) => `${name}+${Buffer.from(id).toString('hex')}`;

const linesAt = preparedValue<string>(
  'select line from log_cosignatures where log = ? and size = ? order by witness',
);

export const cosignaturesAt = (log: number, size: number): string => linesAt().all(log, size).join('');

export const lastCosignedSize = ({ number }: Log, witness: VerifierKey): number =>
  db()
    .select({ size: logCosignatures.size })
    .from(logCosignatures)
    .where(and(eq(logCosignatures.log, number), eq(logCosignatures.witness, nameOf(witness))))
    .get()?.size ?? 0;

/** When the first entry was written that a witness has not cosigned, in ms UTC. Null if it has cosigned them all. */
export function uncosignedSince(log: Log, witness: VerifierKey): number | null {
  const index = lastCosignedSize(log, witness);
  const [entry] = entriesOf(log, index, Math.min(index + 1, log.size));
  const time = entry === undefined ? undefined : parseEntry(Buffer.from(entry))?.time;
  return time === undefined ? null : Date.parse(time);
}

/** Stores a witness's cosignature of a checkpoint. It replaces the previous one. */
export function keepCosignature({ number, size }: Log, witness: VerifierKey, line: string) {
  db()
    .insert(logCosignatures)
    .values({ log: number, witness: nameOf(witness), size, line })
    .onConflictDoUpdate({
      target: [logCosignatures.log, logCosignatures.witness],
      set: { size: sql`excluded.size`, line: sql`excluded.line` },
    })
    .run();
}
