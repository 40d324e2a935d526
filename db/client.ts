import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { type Column, type SQL, sql } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { restrictDatabaseFiles } from './files.ts';
import { searchText, termsOf } from './folding.ts';
import { BUSY_AGAIN_MS, BUSY_MS, essential, isBusy, isDiskFull, refuseWhenSpaceIsLow } from './reserve.ts';
import { spans } from './spans.ts';
import { TracedDatabase } from './traced-database.ts';

export type Db = BetterSQLite3Database<Record<string, never>>;

let opened: { db: Db; sqlite: Database.Database } | undefined;

function requireOpened() {
  if (!opened) throw new Error('The database is not open.');
  return opened;
}

/** The open database. */
export const db = (): Db => requireOpened().db;
/** The raw handle of the open database, for pragmas, backups and statements that Drizzle cannot express. */
export const sqlite = (): Database.Database => requireOpened().sqlite;

/** The pragmas that durability and integrity depend on, with the values that SQLite must report. */
const PRAGMAS = [
  ['journal_mode', 'WAL', 'wal'],
  // FULL: a commit is on disk before the response is sent. better-sqlite3 defaults to NORMAL for WAL databases.
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['busy_timeout', String(BUSY_MS), BUSY_MS],
  // Overwrites deleted and replaced content in the file with zeros, such as the links of delivered messages.
  ['secure_delete', 'ON', 1],
] as const;

let busyMs = BUSY_MS;

function setBusyMs(ms: number) {
  if (busyMs === ms) return;
  busyMs = ms;
  sqlite().pragma(`busy_timeout = ${ms}`);
}

/**
 * Adds the functions with which triggers write the search indexes, and lists search their columns. A connection without them cannot add
 * courses, lessons, verifications and organisations.
 */
export function addSearchFunctions(handle: Database.Database) {
  const options = { deterministic: true };
  handle
    .function('search_terms', options, (text: unknown) => termsOf(String(text ?? '')).join(' '))
    .function('search_text', options, (text: unknown) => searchText(String(text ?? '')));
}

function configure(handle: Database.Database) {
  addSearchFunctions(handle);
  for (const [name, value, expected] of PRAGMAS) {
    handle.pragma(`${name} = ${value}`);
    const actual = handle.pragma(name, { simple: true });
    const memory = name === 'journal_mode' && actual === 'memory';
    if (actual !== expected && !memory) {
      throw new Error(`PRAGMA ${name} is ${actual}, not ${expected}`);
    }
  }
  // 16 MB. SQLite never returns its cache, so a busy server holds this memory for good.
  handle.pragma('cache_size = -16384');
  // 16 MB, so that a page changed by many commits is copied into the database file once for all of them.
  handle.pragma('wal_autocheckpoint = 4000');
  handle.pragma('temp_store = MEMORY');
}

/** Makes an open handle the database of this process, and returns it. */
export function installDatabase(handle: Database.Database): Database.Database {
  configure(handle);
  busyMs = BUSY_MS;
  opened = { db: drizzle(handle), sqlite: handle };
  return handle;
}

/** Opens the database file, creates its folder and checks the pragmas. migrate.ts migrates it. */
export function openDatabase(file: string): Database.Database {
  if (file !== ':memory:') restrictDatabaseFiles(file);
  const handle = new TracedDatabase(file);
  try {
    return installDatabase(handle);
  } catch (error) {
    handle.close();
    throw error;
  }
}

/**
 * Opens a further connection that only reads, for a query whose rows are read one by one while others write. It sees the database as it
 * was at the first row of a query, so the WAL grows until the last. The caller closes it. In memory, it is a copy.
 */
export const openReader = (): Database.Database =>
  new TracedDatabase(sqlite().memory ? sqlite().serialize() : sqlite().name, { readonly: true });

export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Hooks around each commit: `before` runs inside the transaction, `after` once it is on disk. */
export type CommitHooks = { before: (tx: Transaction) => void; after: () => void };

let hooks: CommitHooks | undefined;

/** Sets the hooks around each commit of `transaction`. */
export function setCommitHooks(next: CommitHooks) {
  hooks = next;
}

const addition = new AsyncLocalStorage<(tx: Transaction) => void>();

/** Runs `work`. `add` runs last in each of its outermost transactions, and commits with it. */
export const addToCommits = <Result>(add: (tx: Transaction) => void, work: () => Result): Result =>
  addition.run(add, work);

/** The `add` of the present work. */
export const commitAddition = (): ((tx: Transaction) => void) | undefined => addition.getStore();

/** Runs `start` without `add`, for work that outlives the present one. */
export const withoutAddition = (start: () => void) => addition.exit(start);

/** Whether commits have hooks. Without them, an entry of the log would be committed without a checkpoint. */
export const hasCommitHooks = () => hooks !== undefined;

/**
 * Runs `work` in one IMMEDIATE transaction, which takes the write lock first, so that rows cannot change
 * between its reads and its writes. `work` is synchronous: hash, draw and fetch before calling this.
 * @throws Error with the code ENOSPC while space is low, except inside `essential`
 */
export function transaction<Result>(work: (tx: Transaction) => Result): Result {
  refuseWhenSpaceIsLow();
  if (sqlite().inTransaction) return db().transaction(work);
  const withHook = (tx: Transaction) => {
    const result = work(tx);
    addition.getStore()?.(tx);
    hooks?.before(tx);
    return result;
  };
  let result: Result;
  try {
    result = spans.traceSync(() => db().transaction(withHook, { behavior: 'immediate' }), {
      name: 'transaction',
      isPart: true,
    });
  } catch (error) {
    if (isBusy(error)) setBusyMs(BUSY_AGAIN_MS);
    throw error;
  }
  setBusyMs(BUSY_MS);
  hooks?.after();
  return result;
}

/** Like `transaction`, for writes that must not fail on a full disk (see `essential`). */
export const essentialTransaction = <Result>(work: (tx: Transaction) => Result): Result =>
  essential(() => transaction(work));

/** Deletes rows one by one, because one of them cannot be deleted. @returns how many it tried */
function deleteEach(table: SQLiteTable, where: SQL | undefined, limit: number, cause: unknown): number {
  const rows = db().select({ id: sql<number>`rowid` }).from(table).where(where).limit(limit).all();
  let failed = 0;
  for (const { id } of rows) {
    try {
      db().delete(table).where(sql`rowid = ${id}`).run();
    } catch (error) {
      if (isBusy(error) || isDiskFull(error)) throw error;
      failed += 1;
    }
  }
  if (failed === rows.length) throw cause;
  return rows.length;
}

/**
 * Deletes at most `limit` rows, so that large deletions can be done in steps. A row that cannot be deleted does not hold up the
 * others.
 * @returns the number of rows that it tried to delete: `limit` when there may be more
 * @throws Error when none of the rows can be deleted
 */
export function deleteSome(table: SQLiteTable, where: SQL | undefined, limit: number): number {
  const some = sql`rowid in (select rowid from ${table} where ${where} limit ${limit})`;
  try {
    return db().delete(table).where(some).run().changes;
  } catch (error) {
    if (isBusy(error) || isDiskFull(error)) throw error;
    return deleteEach(table, where, limit, error);
  }
}

/** Whether Litestream replicates the database. It keeps its files in a folder beside it. */
const isReplicated = (file: string) => existsSync(join(dirname(file), `.${basename(file)}-litestream`));

/**
 * Copies the WAL into the database file and truncates it, so that no earlier version of a page remains. Does nothing while
 * another process reads, because waiting would block every request. Also does nothing beside Litestream, which must read every
 * page in the WAL before a checkpoint removes it.
 */
export function emptyWal() {
  if (isReplicated(sqlite().name)) return;
  sqlite().pragma('busy_timeout = 0');
  try {
    sqlite().pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    sqlite().pragma(`busy_timeout = ${busyMs}`);
  }
}

/**
 * Prepares a statement once per database. Drizzle takes nine times as long to build a query as to run a prepared one.
 * @example const byId = prepared(() => db().select().from(users).where(eq(users.id, sql.placeholder('id'))).prepare());
 *   byId().get({ id });
 */
export function prepared<Statement>(build: () => Statement): () => Statement {
  let statement: Statement | undefined;
  let builtFor: Db | undefined;
  return () => {
    if (statement === undefined || builtFor !== db()) {
      statement = build();
      builtFor = db();
    }
    return statement;
  };
}

/** Prepares SQL once per database. @template Row what SQLite returns for it */
export const preparedSql = <Row>(source: string) => prepared(() => sqlite().prepare<unknown[], Row>(source));

/** Like `preparedSql`, for the first column of each row. */
export const preparedValue = <Value>(source: string) =>
  prepared(() => sqlite().prepare<unknown[], Value>(source).pluck());

const writtenRows = preparedValue<number>('select total_changes()');

/** Changes with every write: the first part counts this connection's writes, the second those of all others. */
export const dataState = () => `${writtenRows().get()} ${sqlite().pragma('data_version', { simple: true })}`;

/**
 * Caches a value computed from many rows until the next write by any process.
 * @example const total = untilWritten(() => db().select({ count: count() }).from(courses).get());
 */
export function untilWritten<Value>(compute: () => Value): () => Value {
  let known: { value: Value; of: Db; state: string } | undefined;
  return () => {
    const state = dataState();
    if (known?.of !== db() || known.state !== state) known = { value: compute(), of: db(), state };
    return known.value;
  };
}

/**
 * Hides the value from SQLite's planner so that it doesn't re-plan. SQLite is built with STAT4 and re-plans a join each time
 * such a parameter is bound, which takes ten times as long as running it.
 */
export const parameter = (name: string): SQL => sql`(select ${sql.placeholder(name)})`;

/** The `seq`s that a query returns, in its order. */
export const seqsOf = (query: SQL): number[] =>
  db()
    .all<{ seq: number }>(query)
    .map(({ seq }) => seq);

/** SQL condition that a column has one of these values. Has one parameter for any number of values. */
export const isOneOf = (column: Column, values: number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
