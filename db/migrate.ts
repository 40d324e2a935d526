import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { db, sqlite } from './client.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const COPIES_KEPT = 2;

/** A newer version of the program has migrated the database. */
export class NewerDatabaseError extends Error {
  override name = 'ConfigurationError';
}

type Migration = { when: number; tag: string };

const readJournal = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: Migration[] }).entries;

/** The name of the newest migration, which is the schema version of this program. */
export const schemaVersion = () => readJournal(MIGRATIONS).at(-1)?.tag ?? '';

/** When the last applied migration was generated. 0 for a new database. */
function lastApplied(): number {
  const table = sqlite.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!table) return 0;
  return Number(sqlite.prepare('select max(created_at) from __drizzle_migrations').pluck().get() ?? 0);
}

/** Whether this version must migrate the database. */
export const needsMigration = () => lastApplied() < (readJournal(MIGRATIONS).at(-1)?.when ?? 0);

/** Copies the database to a file beside it and removes older copies. The copy gets its name once it is complete and on disk. */
function keepCopy(before: string) {
  const prefix = `${sqlite.name}.before-`;
  const copy = prefix + before;
  const partial = `${sqlite.name}.partial-copy`;
  rmSync(partial, { force: true });
  try {
    closeSync(openSync(partial, 'wx', 0o600));
    sqlite.prepare('vacuum into ?').run(partial);
    const file = openSync(partial, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, copy);
  } finally {
    rmSync(partial, { force: true });
  }
  const folder = dirname(sqlite.name);
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(basename(prefix)))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of copies.slice(COPIES_KEPT)) rmSync(old);
}

/**
 * Applies pending migrations in one transaction, after copying a database that has rows. Foreign keys are off meanwhile:
 * rebuilding a table would cascade deletes, and migrate() opens a transaction, in which the pragma has no effect. Checks all
 * references before it turns foreign keys on again.
 * @throws NewerDatabaseError when the database has migrations that this version does not know
 * @throws Error when a migration fails or leaves a dangling reference
 */
export function migrateDatabase(folder = MIGRATIONS) {
  const applied = lastApplied();
  const latest = readJournal(folder).at(-1);
  if (!latest) throw new Error(`${folder} has no migrations`);
  if (applied === latest.when) return;
  if (applied > latest.when) {
    throw new NewerDatabaseError(
      `DATABASE_FILE: a newer version of Certrace has changed ${sqlite.name}; start that version, or restore a backup of this one`,
    );
  }
  if (applied > 0 && !sqlite.memory) keepCopy(latest.tag);
  sqlite.pragma('foreign_keys = OFF');
  try {
    migrate(db, { migrationsFolder: folder });
    const dangling = sqlite.pragma('foreign_key_check') as unknown[];
    if (dangling.length > 0) throw new Error(`Migration left ${dangling.length} dangling references`);
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}
