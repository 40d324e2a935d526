import Database from 'better-sqlite3';

/** A statement that ran: its SQL, with placeholders for the values, and the time that it took in ms. */
type RunQuery = { sql: string; ms: number };

let listener: ((query: RunQuery) => void) | undefined;

/** Calls back for each statement that ran. Without a listener nothing is measured. */
export function onQuery(next: (query: RunQuery) => void) {
  listener = next;
}

function measured<Result>(sql: string, work: () => Result): Result {
  if (!listener) return work();
  const startedAt = performance.now();
  try {
    return work();
  } finally {
    listener({ sql, ms: performance.now() - startedAt });
  }
}

/** Yields rows. Measures the time for reading them, without the time that the caller takes between them. */
function* measuredRows<Row>(sql: string, read: () => Iterable<Row>) {
  let ms = 0;
  let since = performance.now();
  try {
    for (const row of read()) {
      ms += performance.now() - since;
      yield row;
      since = performance.now();
    }
    ms += performance.now() - since;
  } finally {
    listener?.({ sql, ms });
  }
}

function trace(statement: Database.Statement<unknown[]>) {
  const { source: sql, run, get, all, iterate } = statement;
  statement.run = (...values) => measured(sql, () => run.apply(statement, values));
  statement.get = (...values) => measured(sql, () => get.apply(statement, values));
  statement.all = (...values) => measured(sql, () => all.apply(statement, values));
  statement.iterate = (...values) => measuredRows(sql, () => iterate.apply(statement, values));
}

/** A database of better-sqlite3 whose statements are traced. BEGIN, COMMIT and pragmas are not. */
export class TracedDatabase extends Database {
  override prepare<Bind extends unknown[] | object = unknown[], Row = unknown>(source: string) {
    const statement = super.prepare<Bind, Row>(source);
    trace(statement);
    return statement;
  }
}
