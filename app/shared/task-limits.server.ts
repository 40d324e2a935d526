import type { Worker } from 'node:worker_threads';
import { now } from './clock.server.ts';

/**
 * How long a task runs on after its client has left. Ending its thread immediately would cost more than most
 * tasks, because the next thread loads its modules and fonts again.
 */
const ABANDONED_MS = 5_000;
const CHECK_EVERY_MS = 500;
/** A thread that gets little processor time may take this many times as long. */
const LONGEST = 6;

export type TaskLimits = {
  /** Limit of a task. Exceeding it ends the thread. */
  timeoutMs?: number | undefined;
  /** The same, but of the processor time that the thread gets, so that load on the machine does not count. */
  processorMs?: number | undefined;
};

const usedBy = async (threads: readonly Worker[]) =>
  new Map(
    await Promise.all(
      threads.map(async (thread) => {
        const { user, system } = await thread.cpuUsage();
        return [thread, (user + system) / 1_000] as const;
      }),
    ),
  );

/**
 * Limits a task of a pool of threads.
 * @param threads the threads of the pool. Tasks do not tell which one they use, so the one that computes most counts
 * @param left aborts when the client leaves
 * @returns a signal that ends the task, whether the task used up its processor time, and a function to call after the task
 */
export function limitTask(
  { timeoutMs, processorMs }: TaskLimits,
  threads: () => Worker[],
  left?: AbortSignal,
) {
  const ending = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const end = () => ending.abort();
  const endAfter = (ms: number) => timers.push(setTimeout(end, ms));
  const leave = () => endAfter(ABANDONED_MS);
  let usedUp = false;
  let before: ReadonlyMap<Worker, number> | undefined;

  async function check(limit: number) {
    const used = await usedBy(threads());
    // Most tasks are done before the first check, so that starting one needs no measurement.
    before ??= used;
    const most = Math.max(0, ...Array.from(used, ([thread, ms]) => ms - (before?.get(thread) ?? 0)));
    if (most < limit - 1.5 * CHECK_EVERY_MS) return;
    usedUp = true;
    end();
  }

  if (timeoutMs !== undefined) endAfter(timeoutMs);
  if (processorMs !== undefined) {
    endAfter(LONGEST * processorMs);
    // A thread that ends meanwhile does not answer.
    timers.push(setInterval(() => void check(processorMs).catch(() => undefined), CHECK_EVERY_MS));
  }
  left?.addEventListener('abort', leave, { once: true });
  return {
    signal: ending.signal,
    isUsedUp: () => usedUp,
    stop() {
      left?.removeEventListener('abort', leave);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const REMEMBER_MS = 3_600_000;
const MAX_REMEMBERED = 1_000;

/** Remembers for an hour which tasks took too long, so that they are not run again. */
export function createCostlyTasks() {
  const until = new Map<string, number>();
  return {
    has: (key: string) => (until.get(key) ?? 0) > now(),
    add(key: string) {
      until.delete(key);
      until.set(key, now() + REMEMBER_MS);
      const [oldest] = until.keys();
      if (until.size > MAX_REMEMBERED && oldest !== undefined) until.delete(oldest);
    },
  };
}
