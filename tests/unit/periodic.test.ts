import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { every, startPeriodic } from '#app/shared/background-work.server.ts';
import { currentRequestId, withRequestId } from '#app/shared/log.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a periodic task runs after each pause, also after a failure, until it returns null', () => {
  const pauses = [5, 'fails', 20, null];
  const runs: number[] = [];
  const started = Date.now();
  startPeriodic(
    'test',
    () => {
      const pause = pauses[runs.push(Date.now() - started) - 1];
      if (pause === 'fails') throw new Error('failed');
      return pause as number | null;
    },
    50,
  );
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([0, 5, 55, 75]);
  expect(vi.getTimerCount()).toBe(0);
});

it('a task for due rows pauses less while there may be more, and otherwise after a failure', async () => {
  const steps = [true, true, false, 'fails', undefined, false];
  const runs: number[] = [];
  const started = Date.now();
  const step = async () => {
    const result = steps[runs.push(Date.now() - started) - 1];
    if (result === 'fails') throw new Error('failed');
    return result;
  };
  const stop = every(1_000, step, { betweenMs: 5, afterFailureMs: 50 })('test');
  await vi.advanceTimersByTimeAsync(3_000);
  await stop();
  expect(runs).toEqual([0, 5, 10, 1_010, 1_060, 2_060]);
});

it('a periodic task that a request starts does not log with the ID of the request', () => {
  const seen: (string | null)[] = [];
  withRequestId('first', () =>
    startPeriodic('test', () => {
      seen.push(currentRequestId());
      return seen.length < 2 ? 5 : null;
    }),
  );
  vi.advanceTimersByTime(10);
  expect(seen).toEqual([null, null]);
});

it('a stopped periodic task does not run again', () => {
  const work = vi.fn(() => 10);
  const stop = startPeriodic('test', work);
  vi.advanceTimersByTime(10);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it('a stop waits for the run in progress, which learns of it', async () => {
  let ended = false;
  const stop = startPeriodic('test', async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await Promise.resolve();
    ended = true;
    return 10;
  });
  await stop();
  expect(ended).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
