import { certificatesWithoutCredential } from '#app/certificates/backfill-credentials.server.ts';
import { bringFilesUpToDate, describeLogState, logState } from '#app/log/log-state.server.ts';
import { log } from '#app/shared/log.server.ts';

/** Runs at start: appends what a crash kept from the log's files, and tells the operator about problems. */
export function openLog() {
  const state = logState();
  const problem = describeLogState(state);
  if (problem) log.error({ state }, problem);
  else bringFilesUpToDate();
  const lacking = certificatesWithoutCredential();
  if (lacking > 0) {
    log.warn(
      { certificates: lacking },
      'certificates lack their credential: run `npm run credentials:backfill`',
    );
  }
}
