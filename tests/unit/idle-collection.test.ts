import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { startIdleCollection } from '#app/operations/idle-collection.server.ts';

const MEGABYTE = 1_048_576;

const usedMegabytes = () => getHeapStatistics().used_heap_size / MEGABYTE;

it('collects the garbage of a flood once the event loop is quiet', async () => {
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;
  globalThis.gc();
  const before = usedMegabytes();
  onTestFinished(startIdleCollection(50));
  let kept: unknown[] = Array.from({ length: 60 }, () => new Array(MEGABYTE / 8).fill(null));
  // Made old, so that V8 does not collect it with the young generation.
  globalThis.gc();
  expect(usedMegabytes() - before).toBeGreaterThan(50);
  kept = [];
  expect(kept).toEqual([]);
  await expect.poll(() => usedMegabytes() - before, { interval: 20, timeout: 5_000 }).toBeLessThan(30);
});
