import { afterEach, describe, expect, it, vi } from 'vitest';
import { setClock } from '#app/shared/clock.server.ts';
import { log, withRequestId } from '#app/shared/log.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';

// Starting a thread takes long on a busy machine.
describe('a pool of one thread', () => {
  const makePool = (options = {}) =>
    createWorkerPool<'die' | 'die later' | 'fail' | 'hang' | 'work', string>({
      file: new URL('../support/failing-worker.ts', import.meta.url),
      maxThreads: 1,
      maxQueue: 3,
      busyMessage: 'The threads are busy.',
      ...options,
    });
  let pool: ReturnType<typeof makePool>;
  afterEach(() => pool.close());

  it('rejects a task that kills its thread as busy, and runs the tasks after it', async () => {
    pool = makePool();
    const tasks = [pool.run('die'), pool.run('work'), pool.run('die'), pool.run('work')];
    const outcomes = await Promise.allSettled(tasks);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code)),
    ).toEqual(['busy', 'done', 'busy', 'done']);
  });

  it('logs that an idle thread died with the ID of the request whose task was its last', async () => {
    // Other idle threads sleep, so that only a lack of memory ends them.
    pool = makePool({ atomics: 'disabled', idleTimeout: 10_000 });
    const error = vi.spyOn(log, 'error').mockReturnValue();
    await withRequestId('first', () => pool.run('work'));
    await withRequestId('second', () => pool.run('die later'));
    await vi.waitFor(() => expect(error).toHaveBeenCalled(), { timeout: 10_000 });
    expect(error.mock.calls).toEqual([
      [
        {
          err: expect.objectContaining({ message: 'The thread failed' }),
          worker: 'failing-worker.ts',
          requestIds: ['second'],
        },
        'worker thread died',
      ],
    ]);
    error.mockRestore();
  });

  it('rejects with the error of a task, and keeps its thread', async () => {
    pool = makePool();
    await expect(pool.run('fail')).rejects.toThrow('The task failed');
    expect(await pool.run('work')).toBe('done');
  });

  it('stops a task that takes too long together with its thread, and starts a new thread', async () => {
    pool = createWorkerPool({
      file: new URL('../support/failing-worker.ts', import.meta.url),
      maxThreads: 1,
      maxQueue: 3,
      busyMessage: 'The threads are busy.',
      timeoutMs: 3_000,
      retries: false,
    });
    const tasks = [pool.run('hang'), pool.run('work')];
    const [hung, worked] = await Promise.allSettled(tasks);
    expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
    expect(worked).toEqual({ status: 'fulfilled', value: 'done' });
  });

  it('ends the thread of a task that nobody waits for, and goes on with the next one', async () => {
    pool = makePool();
    const client = new AbortController();
    const hung = pool.run('hang', { client: { account: 'gone', signal: client.signal } });
    const worked = pool.run('work');
    await new Promise(setImmediate);
    client.abort();
    const leftAt = performance.now();
    await expect(hung).rejects.toMatchObject({ code: 'busy' });
    expect(performance.now() - leftAt).toBeLessThan(6_000);
    expect(await worked).toBe('done');
  });

  it('ends a task that uses up its processor time, and does not run it again for an hour', async () => {
    pool = createWorkerPool({
      file: new URL('../support/failing-worker.ts', import.meta.url),
      maxThreads: 1,
      maxQueue: 3,
      busyMessage: 'The threads are busy.',
      processorMs: 1_500,
    });
    const costly = { key: 'hang', message: 'It takes too long.' };
    const tooLong = { code: 'unprocessable', message: 'It takes too long.' };
    // The third waits for the thread, and does not start after the first has used up its time.
    const tasks = [pool.run('hang', { costly }), pool.run('work'), pool.run('hang', { costly })];
    const [hung, worked, waited] = await Promise.allSettled(tasks);
    expect(hung).toMatchObject({ status: 'rejected', reason: tooLong });
    expect(worked).toEqual({ status: 'fulfilled', value: 'done' });
    expect(waited).toMatchObject({ status: 'rejected', reason: tooLong });
    await expect(pool.run('work', { costly })).rejects.toMatchObject(tooLong);
    expect(await pool.run('work', { costly: { ...costly, key: 'another task' } })).toBe('done');
    setClock(() => Date.now() + 3_600_000);
    expect(await pool.run('work', { costly })).toBe('done');
  });

  it('rejects a task as busy when too many wait', async () => {
    pool = makePool();
    const tasks = Array.from({ length: 5 }, () => pool.run('work'));
    const outcomes = await Promise.allSettled(tasks);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
  });
});
