import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';

const CHECK_EVERY_MS = 5_000;
/** Share of its time that the event loop is busy, below which nobody notices a collection of 50 to 100 ms. */
const QUIET = 0.1;
const GARBAGE_BYTES = 32 * 1_048_576;

/** What V8's heap and the buffers that it keeps alive take. */
function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/**
 * Collects garbage when the server has become quiet. V8 collects when a program allocates, so that after a flood the garbage would
 * keep its memory until the next busy time.
 * @returns a function that stops it
 */
export function startIdleCollection(checkEveryMs = CHECK_EVERY_MS) {
  let measured = performance.eventLoopUtilization();
  let needed = usedBytes();
  return startPeriodic('idle collection', () => {
    const { utilization } = performance.eventLoopUtilization(measured);
    measured = performance.eventLoopUtilization();
    const used = usedBytes();
    needed = Math.min(needed, used);
    if (utilization < QUIET && used - needed > GARBAGE_BYTES) {
      const started = performance.now();
      globalThis.gc?.();
      needed = usedBytes();
      log.debug(
        { freedBytes: used - needed, ms: Math.round(performance.now() - started) },
        'garbage collected',
      );
    }
    return checkEveryMs;
  });
}
