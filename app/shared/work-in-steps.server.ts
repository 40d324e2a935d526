import { letOthersRun } from './event-loop.server.ts';
import { createStepSize } from './step-size.ts';

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
