import { describe, expect, it } from 'vitest';
import { createSemaphore } from '#app/shared/semaphore.server.ts';

describe('a semaphore', () => {
  it('runs low-priority tasks after all other waiting tasks', async () => {
    const run = createSemaphore(1, 10, 'busy');
    const order: string[] = [];
    const task = (name: string) => async () => {
      order.push(name);
    };
    await Promise.all([
      run(task('running')),
      run(task('low'), 'low'),
      run(task('first')),
      run(task('second')),
    ]);
    expect(order).toEqual(['running', 'first', 'second', 'low']);
  });

  it('counts low-priority tasks towards the limit', async () => {
    const run = createSemaphore(1, 1, 'busy');
    const nothing = () => Promise.resolve();
    const waiting = [run(nothing), run(nothing, 'low')];
    await expect(run(nothing)).rejects.toMatchObject({ code: 'busy' });
    await Promise.all(waiting);
  });
});
