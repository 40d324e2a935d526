import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { startIdleCollection } from '#app/operations/idle-collection.server.ts';

const MEGABYTE = 1_048_576;

const usedMegabytes = () => getHeapStatistics().used_heap_size / MEGABYTE;

/**
 * Takes 60 MB that nothing refers to afterwards. In a function of its own: an async one keeps its temporary values while it waits, and
 * so what they refer to.
 */
function makeGarbage(before: number) {
  const kept = Array.from({ length: 60 }, () => new Array(MEGABYTE / 8).fill(null));
  // Made old, so that V8 does not collect it with the young generation.
  globalThis.gc?.();
  expect(usedMegabytes() - before).toBeGreaterThan(50);
  expect(kept).toHaveLength(60);
}

it('collects the garbage of a flood once the event loop is quiet', async () => {
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;
  globalThis.gc();
  const before = usedMegabytes();
  onTestFinished(startIdleCollection(50));
  makeGarbage(before);
  await expect.poll(() => usedMegabytes() - before, { interval: 200, timeout: 20_000 }).toBeLessThan(30);
});
