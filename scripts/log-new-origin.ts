/**
 * `npm run log:new-origin [-- --compromised]`: starts a new log when the old one cannot be continued. With `--compromised`, the
 * issuers' keys of a master key that was moved away are revoked.
 */
import { parseArgs } from 'node:util';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase(() => {
  const { values } = parseArgs({ options: { compromised: { type: 'boolean', default: false } } });
  const origin = beginNewOrigin(values.compromised);
  return `The log is now ${origin}, with a new key:\n${currentLog()?.verifierKey}`;
});
