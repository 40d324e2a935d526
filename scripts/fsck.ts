/**
 * `npm run fsck [-- --quick] [--against BACKUP]`: checks all stored data. Exit code 0: no problems, 1: problems, 2: not checked.
 */
import { parseArgs } from 'node:util';
import { formatBytes } from '#app/messages/format-numbers.ts';
import type { Check } from '#app/operations/check-storage.server.ts';
import type { Progress } from '#app/operations/check-uploads.server.ts';
import { ensureMemorySettings } from '#app/operations/memory-settings.server.ts';
import { reportChecks } from './command.ts';
import { answerHelp } from './help.ts';

answerHelp();
// Without both, loading the program alone takes 280 MB.
ensureMemorySettings();
const { checkStorage } = await import('#app/operations/check-storage.server.ts');
const { recordCheck } = await import('#app/operations/check-storage.server.ts');
const { runOnDatabase } = await import('./command.ts');

const PROGRESS_EVERY_MS = 1_000;

/** Prints the progress to standard error, every second and at the end. */
function progressPrinter() {
  let printedAt = performance.now();
  return ({ files, ofFiles, bytes, ofBytes }: Progress) => {
    if (files < ofFiles && performance.now() - printedAt < PROGRESS_EVERY_MS) return;
    printedAt = performance.now();
    console.error(
      `contents: ${files} of ${ofFiles} files, ${formatBytes(bytes)} of ${formatBytes(ofBytes)} read`,
    );
  };
}

/** Records the check. A check of a disk that is full or read-only is a check all the same. */
function noteInTrail(checks: Check[], options: { quick: boolean }) {
  try {
    if (recordCheck(checks, options)) return;
    console.error('This check is not in the audit trail, which is left as it was found.');
  } catch (error) {
    console.error(`This check is not in the audit trail: ${error instanceof Error ? error.message : error}`);
  }
}

await runOnDatabase(async () => {
  const { values } = parseArgs({
    options: { against: { type: 'string' }, quick: { type: 'boolean', default: false } },
  });
  const checks = await checkStorage({
    quick: values.quick,
    backup: values.against,
    onProgress: progressPrinter(),
  });
  noteInTrail(checks, values);
  return reportChecks(checks);
}, 2);
