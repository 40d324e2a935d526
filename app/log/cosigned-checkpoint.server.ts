import { cosigners } from '@certrace/verify';
import { gte } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { db, preparedSql } from '#db/client.ts';
import { logs } from '#db/schema/log.ts';
import type { Log } from './log.server.ts';
import { type Published, publishedCheckpoint } from './published-checkpoint.server.ts';

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
