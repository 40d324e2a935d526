import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { startIdleCollection } from '#app/operations/idle-collection.server.ts';

const MEGABYTE = 1_048_576;

const usedMegabytes = () => getHeapStatistics().used_heap_size / MEGABYTE;

/**
 * Allocates 60 MB and drops every reference to it. It is a separate function because an async function keeps its temporary values, and
 * the objects they refer to, while it waits.
 */
function makeGarbage(before: number) {
  const kept = Array.from({ length: 60 }, () => new Array(MEGABYTE / 8).fill(null));
  // V8 would collect young objects anyway, so these have to be old.
  globalThis.gc?.();
  expect(usedMegabytes() - before).toBeGreaterThan(50);
  expect(kept).toHaveLength(60);
}

it('garbage is collected once the event loop is idle', async () => {
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;
  globalThis.gc();
  const before = usedMegabytes();
  onTestFinished(startIdleCollection(50));
  makeGarbage(before);
  await expect.poll(() => usedMegabytes() - before, { interval: 200, timeout: 20_000 }).toBeLessThan(30);
});

it('pages that V8 keeps after its own collections are given back', async () => {
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc') as NodeJS.GCFunction;
  globalThis.gc({ type: 'major', flavor: 'last-resort' });
  const before = process.memoryUsage.rss();
  onTestFinished(startIdleCollection(50));
  const over = () => (process.memoryUsage.rss() - before) / MEGABYTE;
  const kept = Array.from({ length: 2_000_000 }, (_, index) => ({ text: String(index) }));
  globalThis.gc();
  kept.length = 0;
  globalThis.gc();
  expect(over()).toBeGreaterThan(64);
  await expect.poll(over, { interval: 200, timeout: 5_000 }).toBeLessThan(40);
});
