import { retryRemovals } from '#app/files/media/files.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { dataState, emptyWal } from '#db/client.ts';
import { isSpaceLow, restoreReserve } from '#db/reserve.ts';

const CHECK_EVERY_MS = 5_000;
const RETRY_REMOVALS_EVERY_MS = 60_000;
/** Until it is emptied, the WAL may contain links of delivered messages. */
const EMPTY_WAL_EVERY_MS = 60_000;

/**
 * Takes care of the disk in the background: restores the reserve when there is space, and empties the WAL.
 * @returns a function that stops it
 */
export function startStorageCare() {
  let emptied = { at: performance.now(), state: dataState() };
  return startPeriodic('storage', () => {
    if (isSpaceLow()) {
      if (restoreReserve()) log.info('there is space again: all writes are allowed');
      else log.error('no space left: only essential writes are allowed, and no mail is delivered');
    }
    const state = dataState();
    if (state !== emptied.state && performance.now() - emptied.at >= EMPTY_WAL_EVERY_MS) {
      emptyWal();
      emptied = { at: performance.now(), state };
    }
    return CHECK_EVERY_MS;
  });
}

/** Retries to remove files in the background. Returns a function that stops it. */
export const startRetryingRemovals = () =>
  startPeriodic('leftover files', async () => {
    await retryRemovals();
    return RETRY_REMOVALS_EVERY_MS;
  });
