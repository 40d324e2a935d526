/**
 * `npm run upgrade:check`: tries the migrations of this version on a copy of the database, beside a running server, and checks the
 * result. Changes nothing. Exit code 0: no problems, 1: problems, 2: not tried.
 */
import { ensureMemorySettings } from '#app/operations/memory-settings.server.ts';
import { reportChecks } from './command.ts';
import { answerHelp } from './help.ts';

answerHelp();
ensureMemorySettings();
const { checkUpgrade } = await import('#app/operations/check-upgrade.server.ts');
const { requireStorage } = await import('#app/start/require-storage.server.ts');
const { runCommand, stopSignal } = await import('./command.ts');

await runCommand(async () => {
  process.umask(0o077);
  requireStorage();
  return reportChecks(await checkUpgrade(stopSignal('The check was stopped. Nothing was changed.')));
}, 2);
