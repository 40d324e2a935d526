/** `npm run erase -- --apply-to FILE`: erases in a backup the holders that this site has erased since. */
import { parseArgs } from 'node:util';
import { eraseInBackup } from '#app/privacy/erasure/erase-in-backup.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { runCommand } from './command.ts';

await runCommand(async () => {
  process.umask(0o077);
  const { values } = parseArgs({ options: { 'apply-to': { type: 'string' } } });
  const file = values['apply-to'];
  if (!file) throw invalid('Usage: npm run erase -- --apply-to FILE');
  const erased = await eraseInBackup(file);
  return erased === null
    ? `${file} names no holder that was erased.`
    : `Rewrote ${file}: ${erased} certificate${erased === 1 ? '' : 's'} lost the holder.`;
});
