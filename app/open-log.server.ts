import { bringFilesUpToDate, describeLogState, logState } from '#app/log/log-state.server.ts';
import { publishAtStart } from '#app/log/send-checkpoints.server.ts';
import { log } from '#app/shared/log.server.ts';

/** Runs at start, in one process: appends what a crash kept from the log's files, and tells the operator about problems. */
export function openLog() {
  const state = logState();
  const problem = describeLogState(state);
  if (problem) log.error({ state }, problem);
  else {
    bringFilesUpToDate();
    publishAtStart();
  }
}
