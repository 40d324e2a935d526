import { bringFilesUpToDate, describeLogState, logState } from '#app/log/log-state.server.ts';
import { publishAtStart } from '#app/log/send-checkpoints.server.ts';
import { log } from '#app/shared/log.server.ts';

/** Runs at start, in one process: completes the log's files after a crash, and alerts the operator to problems. */
export function openLog() {
  const state = logState();
  const problem = describeLogState(state);
  if (problem) log.error({ state }, problem);
  else {
    bringFilesUpToDate();
    publishAtStart();
  }
}
