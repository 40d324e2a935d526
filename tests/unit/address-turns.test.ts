import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAddressTurns } from '#app/server/sockets/address-turns.server.ts';

describe('the queue of requests by address', () => {
  it('alternates between addresses, and runs a few tasks per turn of the event loop', async () => {
    const turns = createAddressTurns(2);
    const ran: string[] = [];
    for (const task of ['a1', 'a2', 'a3', 'b1', 'c1']) turns.add(task.charAt(0), () => ran.push(task));
    await nextTurn();
    expect(ran).toEqual(['a1', 'b1']);
    await nextTurn();
    expect(ran).toEqual(['a1', 'b1', 'c1', 'a2']);
    await nextTurn();
    expect(ran.at(-1)).toBe('a3');
  });

  it('runs fewer tasks per turn while they are costly', async () => {
    const turns = createAddressTurns(4, 5);
    let ran = 0;
    const busyFor = (ms: number) => () => {
      const until = performance.now() + ms;
      while (performance.now() < until);
      ran += 1;
    };
    for (let n = 0; n < 20; n += 1) turns.add('a', busyFor(4));
    const perTurn: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const before = ran;
      await nextTurn();
      perTurn.push(ran - before);
    }
    expect([perTurn[0], Math.max(...perTurn.slice(1)) < 3]).toEqual([4, true]);
  });

  it('has turns of one task after the promises of one took long', async () => {
    const turns = createAddressTurns(4, 5);
    let ran = 0;
    const busy = async () => {
      await Promise.resolve();
      const until = performance.now() + 6;
      while (performance.now() < until);
      ran += 1;
    };
    const seen: number[] = [];
    for (let n = 0; n < 10; n += 1) turns.add('a', () => void busy());
    for (let turn = 0; turn < 8; turn += 1) {
      await nextTurn();
      if (seen.at(-1) !== ran) seen.push(ran);
    }
    expect(seen.slice(0, 4)).toEqual([4, 5, 6, 7]);
  });

  it('does not run removed tasks', async () => {
    const turns = createAddressTurns(2);
    const ran: string[] = [];
    const remove = ['a1', 'a2', 'b1'].map((task) => turns.add(task.charAt(0), () => ran.push(task)));
    remove[0]?.();
    remove[2]?.();
    turns.add('b', () => ran.push('b2'));
    await nextTurn();
    expect(ran).toEqual(['a2', 'b2']);
    for (const again of remove) again();
  });
});
