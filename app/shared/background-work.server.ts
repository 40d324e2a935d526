import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { deleteSome, transaction } from '#db/client.ts';
import { isDiskFull } from './errors.server.ts';
import { log, withoutRequestId } from './log.server.ts';

/** The pause before the next run in milliseconds, or null when the work is finished. */
type Pause = number | null;

/**
 * Runs `work` now, and again after each pause. Logs a failure and continues.
 * @param work gets a signal that aborts when the task is stopped
 * @param afterFailureMs the pause after a failed run
 * @returns a function that stops it and waits for the present run
 */
export function startPeriodic(
  name: string,
  work: (stop: AbortSignal) => Pause | Promise<Pause>,
  afterFailureMs = 10_000,
): () => Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const schedule = (pauseMs: Pause) => {
    if (pauseMs !== null && !stop.signal.aborted) timer = setTimeout(run, pauseMs);
  };
  function fail(error: unknown) {
    if (!stop.signal.aborted) log.error({ err: error, task: name }, 'background task failed');
    schedule(afterFailureMs);
  }
  function run() {
    try {
      const pause = work(stop.signal);
      if (pause instanceof Promise) running = pause.then(schedule, fail);
      else schedule(pause);
    } catch (error) {
      fail(error);
    }
  }
  withoutRequestId(run);
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await running;
  };
}

/**
 * Declares a task for due rows.
 * @param everyMs the pause when nothing is due
 * @param step works on due rows. Returns true if there may be more
 * @param pauses between two steps, and after a failed one
 * @returns a function that starts the task under a name, and returns one that stops it
 */
export const every =
  (
    everyMs: number,
    step: (stop: AbortSignal) => unknown,
    { betweenMs = 100, afterFailureMs }: { betweenMs?: number; afterFailureMs?: number } = {},
  ) =>
  (name: string) => {
    const pauseAfter = (hasMore: unknown) => (hasMore === true ? betweenMs : everyMs);
    const work = (stop: AbortSignal) => {
      const done = step(stop);
      return done instanceof Promise ? done.then(pauseAfter) : pauseAfter(done);
    };
    return startPeriodic(name, work, afterFailureMs);
  };

/** How long a step should take at most. */
const STEP_MS = 40;

/**
 * Does a long task in steps, between which requests are served. The duration of a step sets the number of
 * rows of the next.
 * @param most rows of a step
 * @param work gets the number of rows that the step may have. Returns whether there may be more.
 * @param between awaited after each step but the last
 */
export async function workInSteps(
  most: number,
  work: (rows: number) => boolean,
  between: () => Promise<void> = letOthersRun,
) {
  const size = createStepSize(most, STEP_MS);
  while (size.step(work)) await between();
}

/** libuv accepts one connection in each turn of the event loop, and an empty turn takes less than 0.1 ms. */
const TURNS_BETWEEN_STEPS = 8;

/** Long tasks await this after each step, so that requests and new connections are served in between. */
export async function letOthersRun() {
  for (let turn = 0; turn < TURNS_BETWEEN_STEPS; turn += 1) await eventLoopTurn();
}

/**
 * How many rows each step of a long task may have, by how long the rows of the last step took. Without this, steps that are short on
 * one machine hold up the requests of a slower one.
 * @param most rows of a step
 * @param longMs how long a step should take at most; one of a single row may take longer
 */
export function createStepSize(most: number, longMs: number) {
  let rows = 1;
  return {
    /** Does a step. `work` gets the number of rows that it may have. */
    step<Result>(work: (rows: number) => Result): Result {
      const startedAt = performance.now();
      const result = work(rows);
      const perRow = (performance.now() - startedAt) / rows;
      rows = Math.max(1, Math.min(most, 2 * rows, Math.floor(longMs / perRow)));
      return result;
    },
  };
}

/** Deletes rows, `stepRows` at a time, between which others run. */
export async function deleteInSteps(table: SQLiteTable, where: SQL, stepRows: number) {
  while (deleteSome(table, where, stepRows) === stepRows) await letOthersRun();
}

/** How often a row may fail before it is skipped, so that a passing problem loses none. */
const TRIES = 3;

function reportSkipped(task: string, id: string | number, error: unknown) {
  log.error({ err: error, task, row: id, alert: true }, 'a row failed and was skipped');
}

/**
 * Makes a loop over rows of many accounts, for a task that does each row once, in one transaction with others. A row that fails
 * ends the loop with its error, so that the task tries it again. After the third time it is logged and skipped, leaving nothing behind,
 * so that it does not hold up the others. A full disk skips nothing.
 */
export function createPatientLoop(task: string) {
  const failures = new Map<string | number, number>();
  /**
   * @param idOf the row's name in the log: an ID, without personal data
   * @param onSkipped called for a row that is skipped
   */
  return function forEachRow<Row>(
    rows: Iterable<Row>,
    idOf: (row: Row) => string | number,
    work: (row: Row) => void,
    onSkipped?: (row: Row) => void,
  ) {
    for (const row of rows) {
      const id = idOf(row);
      try {
        // Only a row that failed before may be skipped, so only it needs a savepoint, with which SQLite copies every page that changes.
        if (failures.has(id)) transaction(() => work(row));
        else work(row);
        failures.delete(id);
      } catch (error) {
        const times = (failures.get(id) ?? 0) + 1;
        failures.set(id, times);
        if (times < TRIES || isDiskFull(error)) throw error;
        reportSkipped(task, id, error);
        onSkipped?.(row);
      }
    }
  };
}

/**
 * Processes rows one after the other, and yields to the event loop between them. A row that fails is logged and skipped, so that it does
 * not delay the rows of other accounts. The next run of the task tries it again.
 * @param idOf the row's name in the log: an ID, without personal data
 */
export async function forEachRowInTurn<Row>(
  task: string,
  rows: Iterable<Row>,
  idOf: (row: Row) => string | number,
  work: (row: Row) => Promise<void>,
) {
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      reportSkipped(task, idOf(row), error);
    }
    await letOthersRun();
  }
}

/**
 * As `forEachRowInTurn`, for rows that are read a page at a time. Rows that stay, because they wait or fail, do not hold up later pages.
 * @param readAfter returns the page after a row, or the first page; an empty one ends the loop
 */
export async function forEachRowOfPages<Row>(
  task: string,
  readAfter: (last: Row | undefined) => Row[],
  idOf: (row: Row) => string | number,
  work: (row: Row) => Promise<void>,
) {
  for (let rows = readAfter(undefined); rows.length > 0; rows = readAfter(rows.at(-1)))
    await forEachRowInTurn(task, rows, idOf, work);
}
