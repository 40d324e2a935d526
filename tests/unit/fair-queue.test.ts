import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, SITE } from '#app/shared/fair-queue.server.ts';

const nothing = () => Promise.resolve();

function makeQueue(rules: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const order: string[] = [];
  const inTurn = createFairQueue({ concurrent: 1, waiting: 100, message: 'busy', ...rules });
  const run = (account: string, name = account, priority?: 'low') =>
    inTurn({ account }, async () => void order.push(name), priority);
  return { order, inTurn, run };
}

describe('a fair queue', () => {
  it('lets accounts take turns, however many tasks one of them has', async () => {
    const { order, run } = makeQueue();
    await Promise.all([...'aaaaaa', 'b', 'c', 'b'].map((account) => run(account)));
    expect(order.join('')).toBe('abcabaaaa');
  });

  it('prefers the account with the fewest running tasks', async () => {
    const { order, inTurn, run } = makeQueue({ concurrent: 2 });
    let finish = () => {};
    const long = inTurn({ account: 'a' }, () => new Promise<void>((resolve) => (finish = resolve)));
    await Promise.all([...'aabb'].map((account) => run(account)));
    expect(order.join('')).toBe('abba');
    finish();
    await long;
  });

  it('runs an account no more often at once than allowed', async () => {
    const { inTurn } = makeQueue({ concurrent: 2, concurrentPerAccount: 1 });
    let running = 0;
    const task = async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
    };
    await Promise.all([1, 2, 3].map(() => inTurn({ account: 'a' }, task)));
  });

  it("runs an account's low-priority tasks after its other ones, and in turn with other accounts", async () => {
    const { order, run } = makeQueue();
    await Promise.all([
      run('a', 'running'),
      run('a', 'low', 'low'),
      run('a', 'first'),
      run('a', 'second'),
      run('b', 'other', 'low'),
    ]);
    expect(order).toEqual(['running', 'other', 'first', 'second', 'low']);
  });

  it('keeps few waiting tasks of an account, and more of all accounts and of the site', async () => {
    const { inTurn, run } = makeQueue({ waiting: 4, waitingPerAccount: 1 });
    const accepted = [run('a'), run('a'), run('b'), inTurn(SITE, nothing), inTurn(SITE, nothing)];
    const refused = await Promise.allSettled([run('a'), inTurn(SITE, nothing)]);
    expect(refused).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'busy' } }));
    await Promise.all(accepted);
    await run('a');
  });

  it('keeps as many places again for accounts without a waiting task', async () => {
    const { run } = makeQueue({ waiting: 2 });
    const accepted = [run('a'), run('a'), run('a'), run('b'), run('c')];
    const refused = await Promise.allSettled([run('b'), run('d')]);
    expect(refused).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'busy' } }));
    await Promise.all(accepted);
  });

  it('serves an account that comes before the second turns of others', async () => {
    const { order, inTurn, run } = makeQueue();
    const others = [...'aabbcc'].map((account) =>
      inTurn({ account }, async () => {
        order.push(account);
        await delay(5);
      }),
    );
    await delay(12);
    await Promise.all([run('new'), ...others]);
    expect(order.indexOf('new')).toBeLessThanOrEqual(4);
    expect(order.slice(0, 3).join('')).toBe('abc');
  });

  it('counts what the work of an account takes, also when it comes back', async () => {
    const { order, inTurn, run } = makeQueue();
    const long = inTurn({ account: 'costly' }, () => delay(30));
    const cheap = [...'bbb'].map((account) => run(account));
    await long;
    await Promise.all([run('costly'), ...cheap]);
    expect(order.join()).toBe('b,b,b,costly');
  });

  it('runs no more low-priority tasks at once than allowed, and others beside them', async () => {
    const { inTurn, run, order } = makeQueue({ concurrent: 2, concurrentLow: 1 });
    let finish = () => {};
    const low = inTurn({ account: 'a' }, () => new Promise<void>((resolve) => (finish = resolve)), 'low');
    const secondLow = run('b', 'low', 'low');
    await run('c');
    expect(order).toEqual(['c']);
    finish();
    await Promise.all([low, secondLow]);
    expect(order).toEqual(['c', 'low']);
  });

  it('drops the waiting tasks of a client that has left, and accepts others in their place', async () => {
    const { order, inTurn, run } = makeQueue({ waiting: 1 });
    const client = new AbortController();
    const running = run('a');
    const dropped = inTurn({ account: 'b', signal: client.signal }, async () => void order.push('b'));
    client.abort();
    await expect(dropped).rejects.toMatchObject({ code: 'busy' });
    await Promise.all([running, run('c')]);
    await expect(inTurn({ account: 'b', signal: client.signal }, nothing)).rejects.toThrow('busy');
    expect(order.join('')).toBe('ac');
  });

  it('goes on after a task that fails', async () => {
    const { inTurn, run, order } = makeQueue();
    const failed = inTurn({ account: 'a' }, () => Promise.reject(new Error('failed')));
    const next = run('a');
    await expect(failed).rejects.toThrow('failed');
    await next;
    expect(order).toEqual(['a']);
  });
});
