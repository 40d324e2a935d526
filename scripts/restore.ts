/** `npm run restore -- FILE [--with-keys] [--final]`: restores a backup into empty folders. */
import { parseArgs } from 'node:util';
import { type RestoreReport, restoreBackup } from '#app/operations/restore-backup.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { askPassphrase } from './ask.ts';
import { runCommand } from './command.ts';

const USAGE = 'Usage: npm run restore -- FILE [--with-keys [--final]]';

/** The remaining steps for the operator, which depend on the keys. */
function nextSteps({ keys }: RestoreReport, isFinal: boolean): string {
  if (keys === 'restored' && isFinal) return 'Next: npm start';
  if (keys === 'restored') {
    return `Next: npm start
The site serves pages, but does not issue, revoke or settle anything until you run one of these:
  npm run log:catch-up -- --from MIRROR   if someone mirrors the log, or you kept a newer KEYS_DIR
  npm run log:new-origin                  if nobody does`;
  }
  if (keys === 'kept') {
    return `KEYS_DIR was left as it is. Next:
  npm run log:catch-up    restores the log entries that are newer than the backup
  npm start`;
  }
  return `KEYS_DIR has no master key. Put the folder back from its own backup and run npm run log:catch-up.
If it is lost, run npm run log:new-origin. Then: npm start`;
}

await runCommand(async () => {
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    options: {
      'with-keys': { type: 'boolean', default: false },
      final: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || (values.final && !values['with-keys'])) {
    throw invalid(USAGE);
  }
  const passphrase = values['with-keys'] ? await askPassphrase() : undefined;
  const report = await restoreBackup(file, { passphrase, isFinal: values.final });
  for (const path of report.missing) console.error(`missing: ${path}`);
  for (const path of report.changed) console.error(`changed before the backup: ${path}`);
  return `Restored the backup of ${report.createdAt}: every hash is right, the database is whole, ${report.uploads} uploads.
${nextSteps(report, values.final)}
docs/operations.md describes each step.`;
});
