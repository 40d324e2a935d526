import { log } from './log.server.ts';

/**
 * Runs `work` now, and again after each pause. Logs a failure and continues.
 * @param work returns the pause before the next run in milliseconds, or null when it is finished
 * @param afterFailureMs the pause after a failed run
 * @returns a function that stops it
 */
export function startPeriodic(name: string, work: () => number | null, afterFailureMs = 10_000): () => void {
  let timer: NodeJS.Timeout | undefined;
  function run() {
    let pauseMs: number | null = afterFailureMs;
    try {
      pauseMs = work();
    } catch (error) {
      log.error({ err: error, task: name }, 'background task failed');
    }
    if (pauseMs !== null) timer = setTimeout(run, pauseMs);
  }
  run();
  return () => clearTimeout(timer);
}
