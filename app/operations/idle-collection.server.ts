import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';

const CHECK_EVERY_MS = 5_000;
/** Event-loop utilization below which a collection of 50 to 100 ms goes unnoticed. */
const QUIET = 0.1;
const GARBAGE_BYTES = 32 * 1_048_576;

/** Memory used by V8's heap and the buffers that it keeps alive. */
function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/**
 * Collects garbage once the server is quiet. V8 only collects when a program allocates, so the garbage of a flood of requests
 * would otherwise stay in memory until the next busy time.
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
