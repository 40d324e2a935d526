import { log } from './log.server.ts';

/**
 * Runs `work` at once and then again after each pause. A failure is logged, and the next run comes as always.
 * @param work what it returns is the pause before the next run, in milliseconds
 * @returns stops it
 */
export function startPeriodic(name: string, work: () => number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 10_000;
  function run() {
    try {
      pauseMs = work();
    } catch (error) {
      log.error({ err: error, task: name }, 'background task failed');
    }
    timer = setTimeout(run, pauseMs);
  }
  run();
  return () => clearTimeout(timer);
}
