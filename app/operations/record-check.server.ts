import { recordAct, SHELL } from '#app/audit/record-act.server.ts';
import { essentialTransaction } from '#db/client.ts';
import type { Check } from './check-storage.server.ts';

/** Parts that a row of the audit trail is written to. */
const WRITTEN_TO = new Set(['database', 'audit']);

/**
 * Records a check of the stored data in the audit trail. Leaves a damaged database or trail as it was found, because a new row would
 * hide which row was the newest one.
 * @returns whether it was recorded
 */
export function recordCheck(checks: Check[], { quick }: { quick: boolean }): boolean {
  if (checks.some(({ part, problems }) => WRITTEN_TO.has(part) && problems.length > 0)) return false;
  const problems = checks.reduce((sum, check) => sum + check.problems.length, 0);
  essentialTransaction((tx) => recordAct(tx, SHELL, 'storage.checked', { after: { problems, quick } }));
  return true;
}
