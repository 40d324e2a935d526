import { cosigners, parseEntry, type VerifierKey } from '@certrace/verify';
import { and, eq, gte, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { db, preparedSql, preparedValue } from '#db/client.ts';
import { logCosignatures, logs } from '#db/schema/log.ts';
import { entriesOf, type Log } from './log.server.ts';

/** A checkpoint with its cosignatures as a signed note. */
type Published = { number: number; size: number; note: string };

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

const cosignaturesAt = (log: number, size: number): string => linesAt().all(log, size).join('');

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

const insertCosigned = preparedSql(
  `insert into cosigned_checkpoints (log, size, note, cosignatures)
   values (@number, @size, @note, @cosignatures) on conflict (log, size) do nothing`,
);
const firstCosigned = preparedSql<Published>(
  `select log as number, size, note from cosigned_checkpoints
   where log = (select ?) and size > (select ?) and cosignatures >= (select ?) order by size limit 1`,
);
const lastCosigned = preparedSql<Published>(
  `select log as number, size, note from cosigned_checkpoints
   where log = (select ?) and size > (select ?) and cosignatures >= (select ?) order by size desc limit 1`,
);

/** A witness that cosigned a checkpoint, and when, in ms. */
export type Cosigner = { name: string; at: number };

/** Those of the configured witnesses that cosigned a checkpoint, earliest first. */
export const cosignersOf = (note: string): Cosigner[] =>
  cosigners(
    note,
    env().witnesses.map(({ key }) => key),
  ).map(({ key, at }) => ({ name: key.name, at }));

/** The number of cosignatures with which a checkpoint counts: LOG_QUORUM, or all. 0 without witnesses. */
const needed = () => env().logQuorum ?? env().witnesses.length;

/** Stores a published checkpoint if enough witnesses cosigned it. */
export function keepCosigned({ number, size, note }: Published) {
  const cosignatures = cosignersOf(note).length;
  if (cosignatures > 0 && cosignatures >= needed())
    insertCosigned().run({ number, size, note, cosignatures });
}

/** The first checkpoint with an entry that enough witnesses cosigned. Undefined without any, or without witnesses. */
export const firstCosignedCheckpoint = ({ number }: Log, index: number): Published | undefined =>
  needed() === 0 ? undefined : firstCosigned().get(number, index, needed());

/** A checkpoint of a log with an entry, which at least `least` of the present witnesses cosigned. */
function cosignedWith(log: Log, index: number, least: number): string | null {
  const stored = [publishedCheckpoint(log), lastCosigned().get(log.number, index, least)];
  const found = stored.find((each) => each && each.size > index && cosignersOf(each.note).length >= least);
  return found?.note ?? null;
}

/**
 * A checkpoint that vouches for an entry and that as many witnesses cosigned as LOG_QUORUM says, or at least
 * one: of the entry's log, or of a later one, whose first entry commits to the log before. Null without one.
 */
export function vouchingCheckpoint(log: Log, index: number): string | null {
  const least = env().logQuorum ?? 1;
  const own = cosignedWith(log, index, least);
  if (own !== null || env().witnesses.length === 0) return own;
  const later = db()
    .select()
    .from(logs)
    .where(gte(logs.number, log.number + 1))
    .all();
  return later.map((each) => cosignedWith(each, 0, least)).find((note) => note !== null) ?? null;
}
