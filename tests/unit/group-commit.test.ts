import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, sqlite } from '#db/client.ts';
import { beforeGroupCommit, groupCommit } from '#db/group-commit.ts';
import { loginFailures } from '#db/schema/accounts.ts';

const insert = (key: string) =>
  groupCommit((tx) => {
    tx.insert(loginFailures).values({ key, failures: 1, since: 0 }).run();
    if (key === 'bad') throw new Error('refused');
    return key;
  });
const keys = () =>
  db()
    .select()
    .from(loginFailures)
    .all()
    .map(({ key }) => key);

async function turns(count: number) {
  for (let done = 0; done < count; done += 1) await turn();
}

it('rolls back only the operation that fails', async () => {
  const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map(insert));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(keys()).toEqual(['a', 'b']);
});

it('rolls back an operation that fails alone in its commit', async () => {
  await expect(insert('bad')).rejects.toThrow('refused');
  expect(keys()).toEqual([]);
});

it('resolves an operation only after its commit', async () => {
  const seen: boolean[] = [];
  await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      insert(String(index)).then(() => seen.push(sqlite().inTransaction)),
    ),
  );
  expect(seen).toEqual(Array(150).fill(false));
  expect(keys()).toHaveLength(150);
});

it('rejects every operation when the commit itself fails', async () => {
  sqlite().pragma('query_only = ON');
  const outcomes = await Promise.allSettled(['a', 'b'].map(insert));
  sqlite().pragma('query_only = OFF');
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(keys()).toEqual([]);
  await insert('later');
  expect(keys()).toEqual(['later']);
});

describe('a commit', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Returns the transaction, which identifies the commit. */
  const commitOf = () => groupCommit((tx) => tx);

  function prepareUntil() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    return { committed: beforeGroupCommit(() => promise).then(commitOf), done: resolve, fail: reject };
  }

  it('includes transactions whose preceding work still runs', async () => {
    const slow = prepareUntil();
    const ready = commitOf();
    const later = prepareUntil();
    await turns(5);
    slow.done();
    await turns(5);
    later.done();
    expect(new Set([await ready, await slow.committed, await later.committed]).size).toBe(1);
  });

  it('does not wait for a failed preparation', async () => {
    const failing = prepareUntil();
    const ready = commitOf();
    failing.fail(new Error('no signature'));
    await expect(failing.committed).rejects.toThrow('no signature');
    await ready;
  });

  it('waits only once, and not long, for a preparation that hangs', async () => {
    const hanging = prepareUntil();
    const ready = commitOf();
    await turns(5);
    vi.advanceTimersByTime(50);
    const next = prepareUntil();
    await ready;
    next.done();
    await next.committed;
    hanging.done();
    await hanging.committed;
  });

  it('does not wait when it is full', async () => {
    const slow = prepareUntil();
    await Promise.all(Array.from({ length: 64 }, commitOf));
    slow.done();
    await slow.committed;
  });
});
