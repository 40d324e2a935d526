import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { deleteSome } from '#db/client.ts';

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
