import { deleteEndedSessions } from '#app/accounts/end-session-rows.server.ts';
import { settleAgain } from '#app/courses/media/files.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { emptyWal, writtenRows } from '#db/client.ts';
import { isSpaceLow, restoreReserve } from '#db/reserve.ts';

const CHECK_EVERY_MS = 5_000;
const SETTLE_AGAIN_EVERY_MS = 60_000;
/** Until then the WAL may contain links of delivered messages. */
const EMPTY_WAL_EVERY_MS = 60_000;

/**
 * Background care of the disk: restores the reserve once there is room, stores what could not be stored before, removes files
 * that could not be removed before, and empties the WAL.
 * @returns a function that stops it
 */
export function startStorageCare() {
  let settledAt = performance.now();
  let emptied = { at: performance.now(), rows: writtenRows() };
  return startPeriodic('storage', () => {
    if (isSpaceLow()) {
      if (restoreReserve()) log.info('there is space again: all writes are allowed');
      else log.error('no space left: only essential writes are allowed, and no mail is delivered');
    }
    deleteEndedSessions();
    if (performance.now() - settledAt >= SETTLE_AGAIN_EVERY_MS) {
      settledAt = performance.now();
      void settleAgain();
    }
    const rows = writtenRows();
    if (rows !== emptied.rows && performance.now() - emptied.at >= EMPTY_WAL_EVERY_MS) {
      emptyWal();
      emptied = { at: performance.now(), rows };
    }
    return CHECK_EVERY_MS;
  });
}
