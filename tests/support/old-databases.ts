import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';

type Journal = { version: string; dialect: string; entries: { when: number; tag: string; idx: number }[] };

const JOURNAL = 'meta/_journal.json';
const readJournal = (folder: string) => JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal;

/** The names of all migrations, oldest first. */
export const migrationTags = readJournal('migrations').entries.map(({ tag }) => tag);

/** Creates a folder with the first migrations, like that of an earlier version, and optional others. */
export function migrationsUntil(count: number, later: { tag: string; sql: string }[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-migrations-'));
  const journal = readJournal('migrations');
  journal.entries = journal.entries.slice(0, count);
  for (const { tag } of journal.entries) cpSync(`migrations/${tag}.sql`, join(folder, `${tag}.sql`));
  for (const { tag, sql } of later) {
    const [last] = journal.entries.slice(-1);
    if (!last) throw new Error('no migration');
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
    writeFileSync(join(folder, `${tag}.sql`), sql);
  }
  mkdirSync(join(folder, 'meta'));
  writeFileSync(join(folder, JOURNAL), JSON.stringify(journal));
  return folder;
}

/** Empty databases of all schemas from one migration to the one before the current, oldest first. Each is made from the one before it. */
export function earlierSchemas(oldest: number, migrate: (folder: string) => Buffer): Buffer[] {
  const folder = migrationsUntil(oldest);
  const journal = readJournal('migrations');
  const databases = migrationTags.slice(oldest, -1).map((tag, index) => {
    cpSync(`migrations/${tag}.sql`, join(folder, `${tag}.sql`));
    const entries = journal.entries.slice(0, oldest + index + 1);
    writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
    return migrate(folder);
  });
  rmSync(folder, { recursive: true });
  return databases;
}

type Column = { name: string; type: string; notnull: number; pk: number };
type Reference = { table: string; from: string; to: string | null };

/** The site's tables, without those of SQLite, Drizzle and full-text indexes. */
export function tablesOf(database: Database.Database): string[] {
  const tables = database
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .pluck()
    .all() as string[];
  return tables.filter((name) => !/^(?:sqlite_|__drizzle)/.test(name));
}

const columnsOf = (database: Database.Database, table: string) =>
  database.prepare('select name, type, "notnull", pk from pragma_table_info(?)').all(table) as Column[];
const referencesOf = (database: Database.Database, table: string) =>
  database.prepare('select "table", "from", "to" from pragma_foreign_key_list(?)').all(table) as Reference[];

/** A value that differs in each row and satisfies the column's constraints. */
function sampleValue({ name, type }: Column, row: number): string | number | Buffer | null {
  // A coupon has either a percentage or an amount.
  if (name === 'percent') return null;
  // A lesson of this type has a video.
  if (name === 'type') return 'video';
  if (name === 'stars') return 1 + (row % 5);
  // Only lessons of this type have a video.
  if (name === 'type') return 'video';
  // A row of the audit trail has the hash of the one before.
  if (name === 'previous') return Buffer.from(row === 0 ? '' : `hash-${row - 1}`);
  // Migrations parse this column as JSON.
  if (name === 'facts') return JSON.stringify({ seller: { name: `seller-${row}` } });
  if (/_date$/.test(name)) return new Date(Date.UTC(2026, 0, 1 + row)).toISOString().slice(0, 10);
  if (/int/i.test(type)) return 1 + row;
  return /blob/i.test(type) ? Buffer.from(`${name}-${row}`) : `${name}-${row}`;
}

/** The column at the end of a column's chain of foreign keys, or the column itself. */
function sourceOf(database: Database.Database, table: string, column: Column): Column | undefined {
  const reference = referencesOf(database, table).find(({ from }) => from === column.name);
  if (!reference) return column;
  const target = columnsOf(database, reference.table).find(({ name, pk }) =>
    reference.to === null ? pk === 1 : name === reference.to,
  );
  return target && sourceOf(database, reference.table, target);
}

const sourcesOf = (database: Database.Database, table: string) =>
  columnsOf(database, table).map((column) => sourceOf(database, table, column));

/** Inserts rows into tables. A row's foreign keys refer to the rows of the same number. */
export function fillTables(database: Database.Database, tables: string[], rows: number) {
  database.pragma('foreign_keys = OFF');
  for (const table of tables) {
    const sources = sourcesOf(database, table);
    const places = sources.map(() => '?').join();
    // Triggers have already created some of the rows.
    const insert = database.prepare(`insert or ignore into "${table}" values (${places})`);
    database.transaction(() => {
      for (let row = 0; row < rows; row += 1) {
        insert.run(sources.map((source) => (source ? sampleValue(source, row) : null)));
      }
    })();
  }
  database.pragma('foreign_keys = ON');
}
