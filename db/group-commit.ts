import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from './client.ts';
import { commitAddition, prepared, sqlite, transaction, withoutAddition } from './client.ts';
import { spans } from './spans.ts';

/** `work` returns a function that acknowledges it, for after the commit. */
type Waiting = { work: (tx: Transaction) => () => void; reject: (error: unknown) => void };

const waiting: Waiting[] = [];
/** Most transactions per commit, so that none waits long for others. */
const MOST_AT_ONCE = 64;

/**
 * The driver's transaction, which becomes a savepoint inside another one. Created once, because creating it takes as long as
 * using it.
 */
const inSavepoint = prepared(() =>
  sqlite().transaction((work: Waiting['work'], tx: Transaction) => work(tx)),
);

/** @returns a function that settles the caller's promise */
function runOne(tx: Transaction, { work, reject }: Waiting): () => void {
  try {
    // A savepoint, so that a failure only undoes the caller's own work. Not Drizzle's savepoint, which would replace the
    // failure with its own error when the savepoint is already gone.
    return inSavepoint()(work, tx);
  } catch (error) {
    // Some failures, such as a full disk, end the whole transaction.
    if (!sqlite().inTransaction) throw error;
    return () => reject(error);
  }
}

/**
 * Runs transactions as one. A single one needs no savepoint. SQLite copies every page that changes within a savepoint, which
 * takes 200 µs for each row of a batch.
 */
function runTogether(tx: Transaction, together: Waiting[]): (() => void)[] {
  const [first, ...others] = together;
  if (first && others.length === 0) return [first.work(tx)];
  return together.map((item) => runOne(tx, item));
}

/** Waiting transactions one turn ago. */
let waitedBefore = 0;
let isScheduled = false;

function scheduleCommit() {
  if (isScheduled) return;
  isScheduled = true;
  // The commit is not part of the work that happens to schedule it.
  withoutAddition(() => setImmediate(commitTogether));
}

/** Numbers of the works in `beforeGroupCommit` that are not done, in the order of their begin. */
const unfinished = new Set<number>();
let begun = 0;
/** The newest work when a wait timed out. No commit waits for it, or for earlier work, again. */
let lastOverdue = 0;
/** A commit waits no longer for such work: work that hangs must not hold back the others. */
const LONGEST_WAIT_MS = 50;
let waitEnds: NodeJS.Timeout | undefined;
let hasWaited = false;

function waitNoLonger() {
  lastOverdue = begun;
  hasWaited = true;
  scheduleCommit();
}

function isAnyComing(): boolean {
  for (const number of unfinished) if (number > lastOverdue) return true;
  return false;
}

function commitTogether() {
  isScheduled = false;
  const isGrowing = waiting.length > waitedBefore;
  waitedBefore = waiting.length;
  if (!hasWaited && waiting.length < MOST_AT_ONCE) {
    if (isAnyComing()) {
      // The end of each preparation schedules the commit again.
      waitEnds ??= setTimeout(waitNoLonger, LONGEST_WAIT_MS);
      return;
    }
    // Keep waiting while the queue grows: larger commits mean fewer waits for the disk.
    if (isGrowing) return scheduleCommit();
  }
  waitedBefore = 0;
  clearTimeout(waitEnds);
  waitEnds = undefined;
  hasWaited = false;
  const together = waiting.splice(0, MOST_AT_ONCE);
  if (waiting.length > 0) scheduleCommit();
  try {
    for (const tell of transaction((tx) => runTogether(tx, together))) tell();
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
}

/**
 * Runs what precedes a `groupCommit` and takes other threads some milliseconds, such as a signature. A commit
 * waits while such work runs, because its transaction follows soon; at most 50 ms, and until it is full.
 */
export async function beforeGroupCommit<Result>(work: () => Promise<Result>): Promise<Result> {
  begun += 1;
  const number = begun;
  unfinished.add(number);
  try {
    return await work();
  } finally {
    unfinished.delete(number);
    if (waiting.length > 0) scheduleCommit();
  }
}

/**
 * Like `transaction`, for work of many concurrent callers. Transactions wait until a turn of the event loop
 * adds no more; then they share one commit and so one wait for the disk. Each caller has its own savepoint,
 * and its promise is fulfilled after the commit, when the work is durable. See
 * docs/decisions/0007-group-commit.md.
 * @param work synchronous, as in `transaction`
 */
export function groupCommit<Result>(work: (tx: Transaction) => Result): Promise<Result> {
  const committed = () =>
    new Promise<Result>((resolve, reject) => {
      const add = commitAddition();
      // What belongs to the caller's request, such as its reader's language, belongs to the work, and not to the commit.
      const run = AsyncLocalStorage.bind((tx: Transaction) => {
        const result = work(tx);
        add?.(tx);
        return () => resolve(result);
      });
      waiting.push({ work: run, reject });
      scheduleCommit();
    });
  return spans.tracePromise(committed, { name: 'group commit', isPart: true });
}
