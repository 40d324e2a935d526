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
