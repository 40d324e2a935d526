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
