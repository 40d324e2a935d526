/** `npm run backup -- FILE [--with-keys]`: backs up database and uploads of a running or stopped server. */
import { parseArgs } from 'node:util';
import { SHELL } from '#app/audit/append-row.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { askPassphrase } from './ask.ts';
import { runCommand, stopSignal } from './command.ts';

await runCommand(async () => {
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    options: { 'with-keys': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) {
    throw invalid('Usage: npm run backup -- FILE [--with-keys]');
  }
  const passphrase = values['with-keys'] ? await askPassphrase() : undefined;
  const signal = stopSignal('The backup was stopped. Nothing was written.');
  const { bytes, uploads, missing, changed, bucket, isRecorded } = await writeBackup(file, passphrase, {
    // A scheduled backup has a channel to the server.
    who: process.channel ? { kind: 'system' } : SHELL,
    signal,
    onWait: () => console.error('Another backup of this site is running: waiting for its end.'),
  }).finally(() => {
    // Ends as if nothing had caught the signal, which is how the server knows that the backup did not fail.
    if (signal.aborted) process.kill(process.pid, 'SIGTERM');
  });
  if (!isRecorded) console.error('The disk is full: the audit trail has no row about this backup.');
  for (const path of missing) console.error(`missing: ${path}`);
  for (const path of changed) console.error(`changed: ${path}`);
  const damage = [
    ...(missing.length > 0 ? [`${missing.length} uploads are missing`] : []),
    ...(changed.length > 0 ? [`the bytes of ${changed.length} uploads have changed`] : []),
  ];
  if (damage.length > 0) {
    throw invalid(`Wrote ${file}, but ${damage.join(' and ')}: run npm run fsck.`);
  }
  const keys = passphrase === undefined ? 'without the keys' : 'with the keys';
  const files = bucket === null ? `${uploads} uploads` : `no uploads, which are in the bucket ${bucket}`;
  return `Wrote ${file}: the database and ${files}, ${keys}, ${formatBytes(bytes)}.`;
});
