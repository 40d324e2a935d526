import { fsyncSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { sqlite } from './client.ts';
import { syncFolderNow, withFile } from './files.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const COPIES_KEPT = 2;

/** The last migration of the oldest version whose databases are migrated. */
const OLDEST = '0008_release-0-4-0';

/** A newer version of the program has migrated the database, or one that is too old. */
export class OtherVersionError extends Error {
  override name = 'ConfigurationError';
}

type Migration = { when: number; tag: string };

function readJournal(folder: string) {
  const journal: { entries: Migration[] } = JSON.parse(
    readFileSync(join(folder, 'meta/_journal.json'), 'utf8'),
  );
  return journal.entries;
}

/** The name of the newest migration, which is the schema version of this program. */
export const schemaVersion = () => readJournal(MIGRATIONS).at(-1)?.tag ?? '';

function lastApplied(database: Database.Database): number {
  const table = database.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!table) return 0;
  return Number(database.prepare('select max(created_at) from __drizzle_migrations').pluck().get() ?? 0);
}

/**
 * The schema version of a database, null for an empty one, and the version that a start migrates it to.
 * @throws OtherVersionError when the database has migrations that this version does not know, or is of 0.3 or older
 */
export function schemaVersions(database: Database.Database, folder = MIGRATIONS) {
  const journal = readJournal(folder);
  const latest = journal.at(-1);
  if (!latest) throw new Error(`${folder} has no migrations`);
  const applied = lastApplied(database);
  if (applied > latest.when) {
    throw new OtherVersionError(
      `DATABASE_FILE: a newer version of Certrace has changed ${database.name}; start that version, or restore a backup of this one`,
    );
  }
  const oldest = journal.find(({ tag }) => tag === OLDEST)?.when ?? 0;
  if (applied > 0 && applied < oldest) {
    throw new OtherVersionError(
      `DATABASE_FILE: ${database.name} is of Certrace 0.3 or older; start version 0.4 on it first, which migrates it`,
    );
  }
  return { from: journal.findLast(({ when }) => when <= applied)?.tag ?? null, to: latest.tag };
}

/** Whether this version must migrate the database. */
export function needsMigration() {
  const { from, to } = schemaVersions(sqlite());
  return from !== to;
}

/** A migration at the start: the schema's versions, the duration, and the path of the copy made before. */
export type DoneMigration = { from: string | null; to: string; ms: number; copy: string | null };

/** Copies the database to a file beside it and removes older copies. Returns its path. The copy gets its name once it is complete and on disk. */
function keepCopy(before: string) {
  const prefix = `${sqlite().name}.before-`;
  const copy = prefix + before;
  const partial = `${sqlite().name}.partial-copy`;
  rmSync(partial, { force: true });
  try {
    writeFileSync(partial, '', { flag: 'wx', mode: 0o600 });
    sqlite().prepare('vacuum into ?').run(partial);
    withFile(partial, 'r+', fsyncSync);
    renameSync(partial, copy);
    syncFolderNow(dirname(copy));
  } finally {
    rmSync(partial, { force: true });
  }
  const folder = dirname(sqlite().name);
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(basename(prefix)))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of copies.slice(COPIES_KEPT)) rmSync(old);
  return copy;
}

/**
 * Runs the pending migrations in one transaction, and records them as drizzle-kit does. Not Drizzle's `migrate()`, which
 * commits before the references can be checked.
 */
const runMigrations = (folder: string) =>
  sqlite()
    .transaction(() => {
      sqlite().exec(
        'create table if not exists __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)',
      );
      // Read under the write lock, because a command may have migrated the database meanwhile.
      const applied = lastApplied(sqlite());
      const record = sqlite().prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)');
      for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
        if (folderMillis <= applied) continue;
        for (const statement of sql) sqlite().exec(statement);
        record.run(hash, folderMillis);
      }
      const dangling = sqlite().prepare('pragma foreign_key_check').all();
      if (dangling.length > 0) throw new Error(`Migration left ${dangling.length} dangling references`);
    })
    .immediate();

/**
 * Applies pending migrations in one transaction, after copying a database that has rows. Foreign keys are off meanwhile, because
 * rebuilding a table would cascade deletes. The pragma has no effect inside a transaction.
 * @param options.keepsCopy false for a database that is itself a copy
 * @returns the migration, or null if nothing was pending
 * @throws OtherVersionError as `schemaVersions`
 * @throws Error when a migration fails or leaves a dangling reference; the database is then unchanged
 */
export function migrateDatabase(folder = MIGRATIONS, { keepsCopy = true } = {}): DoneMigration | null {
  const started = performance.now();
  const { from, to } = schemaVersions(sqlite(), folder);
  if (from === to) return null;
  const copy = keepsCopy && from !== null && !sqlite().memory ? keepCopy(to) : null;
  sqlite().pragma('foreign_keys = OFF');
  try {
    runMigrations(folder);
  } finally {
    sqlite().pragma('foreign_keys = ON');
  }
  return { from, to, ms: Math.round(performance.now() - started), copy };
}
