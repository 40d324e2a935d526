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
