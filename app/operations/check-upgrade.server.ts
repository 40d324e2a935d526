import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { env } from '#app/config/env.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { invalid, isDiskFull, messageOf } from '#app/shared/errors.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { schemaVersions } from '#db/migrate.ts';
import { makeBackupFolder } from './archive.server.ts';
import { type Check, checkStorage } from './check-storage.server.ts';
import { migrateSite } from './migrate-site.server.ts';
import { requireSpace } from './site-status.server.ts';

const ALL_PAGES = 0x7fffffff;

const bytesOf = (database: Database.Database) =>
  Number(database.pragma('page_count', { simple: true })) *
  Number(database.pragma('page_size', { simple: true }));

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Migrates the open copy, and measures the space that the database and its WAL take for that. */
function tryMigration(free: number, copyMs: number): Check[] {
  const { from, to } = schemaVersions(sqlite());
  if (from === to)
    return [{ part: 'migration', checked: `nothing to do, the schema is ${to}`, problems: [] }];
  const copy = bytesOf(sqlite());
  const startedAt = performance.now();
  try {
    migrateSite({ keepsCopy: false });
  } catch (error) {
    const problem = isDiskFull(error) ? 'there is no space left for it' : messageOf(error);
    return [{ part: 'migration', checked: `${from} to ${to}`, problems: [problem] }];
  }
  const ms = performance.now() - startedAt;
  const migration = bytesOf(sqlite()) - copy + statSync(`${sqlite().name}-wal`).size;
  const space = `${formatBytes(copy)} for the copy, ${formatBytes(migration)} for the migration`;
  return [
    {
      part: 'migration',
      checked: `${from} to ${to} in ${seconds(ms)}, after ${seconds(copyMs)} for the copy`,
      problems: [],
    },
    {
      part: 'space',
      checked: `${space}, of ${formatBytes(free)} free in ${dirname(env().DATABASE_FILE)}`,
      problems: copy + migration > free ? ['there is not enough'] : [],
    },
  ];
}

/**
 * Tries the migrations of the next start on a copy of the database, beside a running server, and checks the result as
 * `fsck --quick` does. Removes the copy.
 * @throws AppError invalid without a database, storage-full when the copy might fill the disk; OtherVersionError; the reason of `signal`
 */
export async function checkUpgrade(signal: AbortSignal): Promise<Check[]> {
  const file = env().DATABASE_FILE;
  if (!existsSync(file)) throw invalid(`DATABASE_FILE: there is no ${file}`);
  // A connection that may write would move a WAL that a killed server left into the database when it closes. Without a WAL, one that
  // only reads would leave an empty one.
  const live = new Database(file, { readonly: existsSync(`${file}-wal`) });
  try {
    schemaVersions(live);
    // A migration may write every page again.
    const free = await requireSpace(dirname(file), 2 * bytesOf(live), 'DATABASE_FILE: trying the upgrade');
    const { folder, remove } = await makeBackupFolder(dirname(file));
    try {
      const copy = join(folder, 'database.sqlite');
      const startedAt = performance.now();
      await live.backup(copy, { progress: () => ALL_PAGES });
      signal.throwIfAborted();
      openDatabase(copy);
      try {
        const migration = tryMigration(free, performance.now() - startedAt);
        signal.throwIfAborted();
        if (migration.some(({ problems }) => problems.length > 0)) return migration;
        return [...migration, ...(await checkStorage({ quick: true, live }))];
      } finally {
        sqlite().close();
      }
    } finally {
      await remove();
    }
  } finally {
    live.close();
  }
}
