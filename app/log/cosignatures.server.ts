import type { VerifierKey } from '@certrace/verify';
import { and, eq, sql } from 'drizzle-orm';
import { db, preparedValue } from '#db/client.ts';
import { logCosignatures } from '#db/schema/log.ts';
import type { Log } from './log.server.ts';

const nameOf = ({ name, id }: VerifierKey) => `${name}+${Buffer.from(id).toString('hex')}`;

const linesAt = preparedValue<string>(
  'select line from log_cosignatures where log = ? and size = ? order by witness',
);

/** The cosignature lines of a log's checkpoint. */
export const cosignaturesAt = (log: number, size: number): string => linesAt().all(log, size).join('');

/** The size of the last checkpoint that a witness cosigned, or 0. */
export const lastCosignedSize = ({ number }: Log, witness: VerifierKey): number =>
  db()
    .select({ size: logCosignatures.size })
    .from(logCosignatures)
    .where(and(eq(logCosignatures.log, number), eq(logCosignatures.witness, nameOf(witness))))
    .get()?.size ?? 0;

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
