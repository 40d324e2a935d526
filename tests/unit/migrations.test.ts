import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installDatabase, openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { migratedDatabase } from '#tests/support/migrated-database.ts';
import {
  earlierSchemas,
  fillTables,
  migrationsUntil,
  migrationTags,
  tablesOf,
} from '#tests/support/old-databases.ts';
import { FAST_START } from '#tests/support/server.ts';

const RELEASE_0_4 = migrationTags.indexOf('0008_release-0-4-0');
/** Returns the number of rows for each table. Schemas between releases get fewer, so that the test is fast. */
const rowsOf = (tag: string) => (tag === migrationTags[RELEASE_0_4] ? 1_000 : 50);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function keep(folder: string) {
  folders.push(folder);
  return folder;
}

const replaceDatabase = (handle: Database.Database) => {
  sqlite().close();
  return installDatabase(handle);
};

const counts = (database: Database.Database, tables: string[]) =>
  Object.fromEntries(
    tables.map((table) => [table, database.prepare(`select count(*) from "${table}"`).pluck().get()]),
  );

/** The open database's tables that the current schema still has. */
const lastingTables = () => {
  const current = new Database(migratedDatabase);
  const names = tablesOf(current);
  current.close();
  return tablesOf(sqlite()).filter((table) => names.includes(table));
};

describe('a database of every schema since 0.4.0', () => {
  let empty: Buffer[];
  beforeAll(() => {
    const database = openDatabase(':memory:');
    empty = earlierSchemas(RELEASE_0_4, (folder) => {
      migrateDatabase(folder);
      return database.serialize();
    });
    database.close();
  });

  it.each(migrationTags.slice(RELEASE_0_4, -1).map((tag, index) => [tag, index] as const))(
    '%s keeps all rows in the migration to the current schema',
    (tag, index) => {
      const rows = rowsOf(tag);
      const database = replaceDatabase(new Database(empty[index]));
      const tables = tablesOf(database);
      fillTables(database, tables, rows);
      const before = counts(database, tables);
      expect(before).toMatchObject({ users: rows, certificates: rows, payments: rows, outbox: rows });
      expect(database.pragma('foreign_key_check')).toEqual([]);

      migrateDatabase();
      // A migration may add a row for a new counter.
      const kept = tables.filter(
        (table) => tablesOf(database).includes(table) && table !== 'document_numbers',
      );
      expect(counts(database, kept)).toEqual(Object.fromEntries(kept.map((table) => [table, before[table]])));
      expect(database.pragma('foreign_key_check')).toEqual([]);
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      const unsearched = 'select count(*) from organisations where searched_name is not search_text(name)';
      expect(database.prepare(unsearched).pluck().get()).toBe(0);
    },
  );
});

describe('a database file', () => {
  const LAST = migrationTags.at(-1) as string;

  const startOn = (file: string) => {
    const { status, stderr } = spawnSync(process.execPath, [...FAST_START.options, 'server.ts'], {
      encoding: 'utf8',
      env: {
        ...FAST_START.env,
        DATABASE_FILE: file,
        UPLOADS_DIR: join(file, '../uploads'),
        SESSION_SECRET: 'x'.repeat(40),
      },
    });
    return [status, stderr];
  };

  /** Creates a file with the schema before the last migration. */
  function oldFile() {
    const file = join(keep(mkdtempSync(join(tmpdir(), 'certrace-old-'))), 'certrace.sqlite');
    sqlite().close();
    openDatabase(file);
    migrateDatabase(keep(migrationsUntil(migrationTags.length - 1)));
    fillTables(sqlite(), tablesOf(sqlite()), 3);
    return file;
  }

  it('is copied once before its migration, readable for this user only', () => {
    const file = oldFile();
    const copy = `${file}.before-${LAST}`;
    const before = counts(sqlite(), tablesOf(sqlite()));
    migrateDatabase();
    expect(statSync(copy).mode & 0o077).toBe(0);
    const copied = new Database(copy);
    expect(counts(copied, tablesOf(copied))).toEqual(before);
    // The earlier version of the program can start with the copy.
    replaceDatabase(copied);
    expect(() => migrateDatabase(keep(migrationsUntil(migrationTags.length - 1)))).not.toThrow();
    rmSync(copy);
    sqlite().close();
    openDatabase(file);
    migrateDatabase();
    expect(existsSync(copy)).toBe(false);
  });

  it('keeps the two newest copies', () => {
    const file = oldFile();
    const folder = join(file, '..');
    for (let version = 1; version <= 3; version += 1) {
      const later = Array.from({ length: version }, (_, index) => ({
        tag: `90${index}_later`,
        sql: `create table later_${index} (id integer primary key);`,
      }));
      migrateDatabase(keep(migrationsUntil(migrationTags.length, later)));
    }
    const copies = readdirSync(folder).filter((name) => name.includes('.before-'));
    expect(copies.sort()).toEqual(['certrace.sqlite.before-901_later', 'certrace.sqlite.before-902_later']);
  });

  it('is unchanged after a killed migration, and the next start migrates it', () => {
    const file = oldFile();
    const tables = lastingTables();
    const before = counts(sqlite(), tables);
    sqlite().close();
    const deadly = keep(
      migrationsUntil(migrationTags.length, [
        {
          tag: '9000_deadly',
          sql: 'drop table ratings;--> statement-breakpoint\nupdate users set name = kill_process();',
        },
      ]),
    );
    const program = `
      import { openDatabase, sqlite } from '#db/client.ts';
      import { migrateDatabase } from '#db/migrate.ts';
      openDatabase(${JSON.stringify(file)});
      sqlite().function('kill_process', () => process.kill(process.pid, 'SIGKILL'));
      migrateDatabase(${JSON.stringify(deadly)});`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
    expect(signal).toBe('SIGKILL');
    openDatabase(file);
    expect(counts(sqlite(), tables)).toEqual(before);
    migrateDatabase();
    expect(counts(sqlite(), tables)).toEqual(before);
    expect(sqlite().pragma('foreign_key_check')).toEqual([]);
    expect(sqlite().pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('is unchanged after a migration that leaves a dangling reference', () => {
    oldFile();
    const tables = lastingTables();
    const before = counts(sqlite(), tables);
    const careless = keep(
      migrationsUntil(migrationTags.length, [{ tag: '9000_careless', sql: 'delete from users;' }]),
    );
    for (const _ of ['first start', 'second start']) {
      expect(() => migrateDatabase(careless)).toThrow(/^Migration left \d+ dangling references$/);
      expect(counts(sqlite(), tables)).toEqual(before);
    }
    expect(sqlite().pragma('foreign_keys', { simple: true })).toBe(1);
    migrateDatabase();
    expect(counts(sqlite(), tables)).toEqual(before);
  });

  it('of a newer version is refused with one line, and not changed', () => {
    const file = oldFile();
    migrateDatabase();
    expect(() => migrateDatabase(keep(migrationsUntil(migrationTags.length - 1)))).toThrow(
      /^DATABASE_FILE: a newer version of Certrace has changed [^\n]+$/,
    );
    sqlite().prepare('update __drizzle_migrations set created_at = created_at + 1e12').run();
    sqlite().close();
    expect(startOn(file)).toEqual([1, expect.stringMatching(/^DATABASE_FILE: a newer version [^\n]+\n$/)]);
    openDatabase(':memory:');
  });

  it('of version 0.3 is refused with one line that names 0.4, and not changed', () => {
    const file = join(keep(mkdtempSync(join(tmpdir(), 'certrace-old-'))), 'certrace.sqlite');
    sqlite().close();
    openDatabase(file);
    migrateDatabase(keep(migrationsUntil(RELEASE_0_4)));
    sqlite().close();
    const before = readFileSync(file);
    expect(startOn(file)).toEqual([
      1,
      `DATABASE_FILE: ${file} is of Certrace 0.3 or older; start version 0.4 on it first, which migrates it\n`,
    ]);
    expect(readFileSync(file).equals(before)).toBe(true);
    openDatabase(':memory:');
  });
});
