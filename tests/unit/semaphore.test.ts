import { describe, expect, it } from 'vitest';
import { createSemaphore } from '#app/shared/semaphore.server.ts';

describe('a semaphore', () => {
  it('runs tasks of low priority after all others that wait', async () => {
    const inTurn = createSemaphore(1, 10, 'busy');
    const order: string[] = [];
    const task = (name: string) => async () => {
      order.push(name);
    };
    await Promise.all([
      inTurn(task('running')),
      inTurn(task('low'), 'low'),
      inTurn(task('first')),
      inTurn(task('second')),
    ]);
    expect(order).toEqual(['running', 'first', 'second', 'low']);
  });

  it('counts tasks of low priority among those that wait', async () => {
    const inTurn = createSemaphore(1, 1, 'busy');
    const nothing = () => Promise.resolve();
    const waiting = [inTurn(nothing), inTurn(nothing, 'low')];
    await expect(inTurn(nothing)).rejects.toMatchObject({ code: 'busy' });
    await Promise.all(waiting);
  });
});
