import { channel } from 'node:diagnostics_channel';
import Database from 'better-sqlite3';

/** A statement that ran: its SQL, with placeholders for the values, and the time that it took in ms. */
export type RunQuery = { sql: string; ms: number };

/** Channel for statements that ran. Without a subscriber (app/operations/query-times.server.ts) nothing is measured. */
export const queries = channel('certrace:query');

/** A statement of better-sqlite3 that publishes how long it ran. */
class TracedStatement {
  readonly #statement: Database.Statement<unknown[]>;

  readonly source: string;

  constructor(statement: Database.Statement<unknown[]>) {
    this.#statement = statement;
    this.source = statement.source;
  }

  get database() {
    return this.#statement.database;
  }
  get reader() {
    return this.#statement.reader;
  }
  get readonly() {
    return this.#statement.readonly;
  }
  get busy() {
    return this.#statement.busy;
  }

  #publish(ms: number) {
    queries.publish({ sql: this.source, ms } satisfies RunQuery);
  }

  #measure<Result>(work: () => Result): Result {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.#publish(performance.now() - startedAt);
    }
  }

  run(...values: unknown[]) {
    if (!queries.hasSubscribers) return this.#statement.run(...values);
    return this.#measure(() => this.#statement.run(...values));
  }
  get(...values: unknown[]) {
    if (!queries.hasSubscribers) return this.#statement.get(...values);
    return this.#measure(() => this.#statement.get(...values));
  }
  all(...values: unknown[]) {
    if (!queries.hasSubscribers) return this.#statement.all(...values);
    return this.#measure(() => this.#statement.all(...values));
  }

  /** Measures the time for reading the rows, without the time that the caller takes between them. */
  *iterate(...values: unknown[]) {
    let ms = 0;
    let since = performance.now();
    try {
      for (const row of this.#statement.iterate(...values)) {
        ms += performance.now() - since;
        yield row;
        since = performance.now();
      }
      ms += performance.now() - since;
    } finally {
      if (queries.hasSubscribers) this.#publish(ms);
    }
  }

  columns() {
    return this.#statement.columns();
  }
  bind(...values: unknown[]) {
    this.#statement.bind(...values);
    return this;
  }
  pluck(on = true) {
    this.#statement.pluck(on);
    return this;
  }
  expand(on = true) {
    this.#statement.expand(on);
    return this;
  }
  raw(on = true) {
    this.#statement.raw(on);
    return this;
  }
  safeIntegers(on = true) {
    this.#statement.safeIntegers(on);
    return this;
  }
}

/** A database of better-sqlite3 whose statements are traced. BEGIN, COMMIT and pragmas are not. */
export class TracedDatabase extends Database {
  override prepare = ((source: string) =>
    new TracedStatement(super.prepare<unknown[]>(source))) as Database.Database['prepare'];
}
