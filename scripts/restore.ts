/**
 * `npm run restore -- FILE [--with-keys [--final]]`: restores a backup into empty folders. `npm run restore -- --check FILE [--with-keys]`:
 * reads and checks the whole backup, and changes nothing.
 */
import { parseArgs } from 'node:util';
import { env } from '#app/config/env.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { type BackupCheck, checkBackup } from '#app/operations/check-backup.server.ts';
import { type RestoreReport, restoreBackup } from '#app/operations/restore-backup.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { askPassphrase } from './ask.ts';
import { runCommand, stopSignal } from './command.ts';

const USAGE = 'Usage: npm run restore -- FILE [--with-keys [--final]], or -- --check FILE [--with-keys]';

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

const KEYS = {
  none: 'without keys',
  sealed: 'with encrypted keys, which --with-keys checks',
  opened: 'with keys, which the passphrase opens',
};

const describeCheck = ({ createdAt, uploads, bytes, keys, schema, refusal }: BackupCheck) =>
  `The backup of ${createdAt} is whole: every hash is right, ${uploads} uploads of ${formatBytes(bytes)}, ${KEYS[keys]}.
This version can open its database${schema.from === schema.to ? '' : `, and migrates it from ${schema.from} to ${schema.to}`}.
A restore puts it into DATABASE_FILE ${env().DATABASE_FILE}, ${env().s3 ? `the bucket ${env().s3?.bucket}` : `UPLOADS_DIR ${env().UPLOADS_DIR}`}${keys === 'opened' ? `, KEYS_DIR ${env().KEYS_DIR}` : ''}.
${refusal === null ? 'That place is empty.' : `It would refuse at present: ${refusal}`}`;

/** Names the uploads that the backup lacks, or that had changed before it. */
function nameDamage({ missing, changed }: Pick<RestoreReport, 'missing' | 'changed'>) {
  for (const path of missing) console.error(`missing: ${path}`);
  for (const path of changed) console.error(`changed before the backup: ${path}`);
}

await runCommand(async () => {
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    options: {
      'with-keys': { type: 'boolean', default: false },
      final: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || (values.final && (!values['with-keys'] || values.check))) {
    throw invalid(USAGE);
  }
  const passphrase = values['with-keys'] ? await askPassphrase() : undefined;
  if (values.check) {
    const signal = stopSignal('The check was stopped. Nothing was changed.');
    const check = await checkBackup(file, { passphrase, signal });
    nameDamage(check);
    return describeCheck(check);
  }
  const report = await restoreBackup(file, { passphrase, isFinal: values.final });
  nameDamage(report);
  return `Restored the backup of ${report.createdAt}: every hash is right, the database is whole, ${report.uploads} uploads.
${nextSteps(report, values.final)}
docs/operations.md describes each step.`;
});
