import { readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db, prepared, preparedValue, sqlite } from '#db/client.ts';
import { schemaVersion } from '#db/migrate.ts';
import { rowCounts } from '#db/schema/operations.ts';

// Figures for metrics and the status page. They are read from counters, ends of indexes and partial indexes, so that they take
// the same time for a database of any size.

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const databaseBytes = () => bytesOf(sqlite().name);
export const walBytes = () => bytesOf(`${sqlite().name}-wal`);

const newestCertificate = preparedValue<number | null>('select max(seq) from certificates');
/** The number of issued certificates. Certificates are never deleted, so it is the highest `seq`. */
export const certificatesIssued = () => newestCertificate().get() ?? 0;

const waitingRows = preparedValue<number | null>(
  "select sum(total - issued - failed) from batches where status = 'issuing'",
);
/** Rows of started batches that are not issued yet. */
export const batchRowsWaiting = () => waitingRows().get() ?? 0;

const MOST_COUNTED = 10_000;
const openRefunds = preparedValue<number>(
  `select count(*) from (select 1 from refunds where completed_at is null limit ${MOST_COUNTED})`,
);
/** Refunds that the gateway has not confirmed, up to MOST_COUNTED. */
export const refundsWaiting = () => openRefunds().get() ?? 0;

/** Tables whose rows are counted by state; `mail 0` are the messages of lane 0. */
export type CountedRows = 'payments' | 'verifications' | 'batches' | `mail ${number}`;

const ofSubject = prepared(() =>
  db()
    .select({ state: rowCounts.state, count: rowCounts.count })
    .from(rowCounts)
    .where(eq(rowCounts.subject, sql.placeholder('subject')))
    .prepare(),
);

/** The number of rows in each of these states. */
export function countRows<State extends string>(subject: CountedRows, states: readonly State[]) {
  const counts = new Map(
    ofSubject()
      .all({ subject })
      .map(({ state, count }) => [state, count]),
  );
  return states.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}

const file = new URL('../../package.json', import.meta.url);

export const { version: programVersion }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));

/** The newest migration. Every database that this program serves has it. */
export const schema = schemaVersion();

const folders = () =>
  [
    ['database', dirname(env().DATABASE_FILE)],
    ['uploads', env().UPLOADS_DIR],
    ['keys', env().KEYS_DIR],
    ['backups', env().BACKUP_DIR],
  ] as const;

/** Free space and size of the disk of each of the site's folders that exist, in bytes. */
export async function diskSpace() {
  const spaces = await Promise.all(
    folders().map(async ([folder, path]) => {
      const disk = await statfs(path).catch(() => null);
      // Blocks that only root may use count as taken.
      return disk && { folder, path, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
    }),
  );
  return spaces.filter((space) => space !== null);
}

export type DiskSpace = Awaited<ReturnType<typeof diskSpace>>[number];

/** Space that a command leaves free, so that a running server can write. */
const KEPT_FREE_BYTES = 16 * 1_048_576;

/**
 * Requires space on the disk of a folder.
 * @param use what takes the space
 * @returns the free bytes
 * @throws AppError storage-full
 */
export async function requireSpace(folder: string, bytes: number, use: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = bytes + KEPT_FREE_BYTES;
  if (free >= needed) return free;
  throw new AppError(
    'storage-full',
    `${use} needs ${formatBytes(needed)} of free space in ${folder}, which has ${formatBytes(free)}.`,
  );
}
