import Database from 'better-sqlite3';

/** A statement that ran: its SQL, with placeholders for the values, and the time that it took in ms, by the clock and of the processor. */
type RunQuery = { sql: string; ms: number; processorMs: number };

let listener: ((query: RunQuery) => void) | undefined;

/** Calls back for each statement that ran. Without a listener nothing is measured. */
export function onQuery(next: (query: RunQuery) => void) {
  listener = next;
}

function stopwatch() {
  const startedAt = performance.now();
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return { ms: performance.now() - startedAt, processorMs: (user + system) / 1_000 };
  };
}

function measured<Result>(sql: string, work: () => Result): Result {
  if (!listener) return work();
  const elapsed = stopwatch();
  try {
    return work();
  } finally {
    listener({ sql, ...elapsed() });
  }
}

/** Yields rows. Measures the time for reading them, without the time that the caller takes between them. */
function* measuredRows<Row>(sql: string, read: () => Iterable<Row>) {
  const sum = { ms: 0, processorMs: 0 };
  let elapsed = stopwatch();
  const add = () => {
    const { ms, processorMs } = elapsed();
    sum.ms += ms;
    sum.processorMs += processorMs;
  };
  try {
    for (const row of read()) {
      add();
      yield row;
      elapsed = stopwatch();
    }
    add();
  } finally {
    listener?.({ sql, ...sum });
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
