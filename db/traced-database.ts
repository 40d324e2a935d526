import Database from 'better-sqlite3';

/** A statement that ran: its SQL, with placeholders for the values, and the time that it took in ms, by the clock and of the processor. */
type RunQuery = { sql: string; ms: number; processorMs: number };

let listener: ((query: RunQuery) => void) | undefined;

/** Calls back for each statement that ran. Without a listener nothing is measured. */
export function onQuery(next: (query: RunQuery) => void) {
  listener = next;
}

/**
 * A statement that takes no longer than this by the clock, in ms, has taken the processor so long. Reading the processor's time takes as
 * long as many a statement, so it is read for longer ones, and before a statement only if it was not read within this time.
 */
const SHORT_MS = 2;

let lastRead: { at: number; usage: NodeJS.CpuUsage } | undefined;

function stopwatch() {
  const startedAt = performance.now();
  if (!lastRead || startedAt - lastRead.at > SHORT_MS) {
    lastRead = { at: startedAt, usage: process.threadCpuUsage() };
  }
  const { usage } = lastRead;
  return () => {
    const ms = performance.now() - startedAt;
    if (ms <= SHORT_MS) return { ms, processorMs: ms };
    const { user, system } = process.threadCpuUsage(usage);
    return { ms, processorMs: Math.min(ms, (user + system) / 1_000) };
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
