import { certificatesWithoutCredential } from '#app/certificates/backfill-credentials.server.ts';
import { bringFilesUpToDate, describeLogState, logState } from '#app/log/log-state.server.ts';
import { log } from '#app/shared/log.server.ts';

/** At start: appends to the log's files what a crash kept from them, and says what the operator has to do. */
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
