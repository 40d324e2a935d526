import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { log } from '#app/shared/log.server.ts';

const CHECK_EVERY_MS = 5_000;
/** Event-loop utilization below which a collection of 50 to 100 ms goes unnoticed. */
const QUIET = 0.1;
const GARBAGE_BYTES = 32 * 1_048_576;
/** Growth of the process that may be empty pages, which V8 keeps after its own collections. */
const EMPTY_BYTES = 64 * 1_048_576;
/** Also moves objects out of pages that are almost empty, and gives all empty pages back to the system. */
const THOROUGH = { type: 'major', flavor: 'last-resort', execution: 'sync' } as const;

/** Memory used by V8's heap and the buffers that it keeps alive. */
function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/**
 * Collects garbage once the server is quiet. V8 only collects when a program allocates, and keeps pages that
 * have become empty. Otherwise the memory for a flood of requests would be held until the next busy time.
 * @returns a function that stops it
 */
export function startIdleCollection(checkEveryMs = CHECK_EVERY_MS) {
  let measured = performance.eventLoopUtilization();
  let needed = usedBytes();
  let resident = process.memoryUsage.rss();
  return startPeriodic('idle collection', () => {
    const { utilization } = performance.eventLoopUtilization(measured);
    measured = performance.eventLoopUtilization();
    const used = usedBytes();
    needed = Math.min(needed, used);
    const before = process.memoryUsage.rss();
    resident = Math.min(resident, before);
    const worthwhile = used - needed > GARBAGE_BYTES || before - resident > EMPTY_BYTES;
    if (utilization < QUIET && worthwhile) {
      const started = performance.now();
      globalThis.gc?.(THOROUGH);
      needed = usedBytes();
      resident = process.memoryUsage.rss();
      log.debug(
        { freedBytes: before - resident, ms: Math.round(performance.now() - started) },
        'garbage collected',
      );
    }
    return checkEveryMs;
  });
}
