/** `npm run log:catch-up [-- --from URL|FOLDER]`: restores the log entries that a restored database lacks. */
import { parseArgs } from 'node:util';
import { recordAct, SHELL } from '#app/audit/record-act.server.ts';
import { keepFromIssuing } from '#app/certificates/scheduled/of-backup.server.ts';
import { catchUpLog } from '#app/log/catch-up.server.ts';
import { sqlite } from '#db/client.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const entries = await catchUpLog(values.from, (tx, count) => {
    recordAct(tx, SHELL, 'log.caught_up', { after: { entries: count } });
    // A standby is not restored with `npm run restore`.
    keepFromIssuing(sqlite());
  });
  return `Restored ${entries} ${entries === 1 ? 'entry' : 'entries'}. Their documents are lost.`;
});
