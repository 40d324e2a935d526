/** `npm run log:new-origin`: starts a new log when the old one cannot be continued. */
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase(
  () => `The log is now ${beginNewOrigin()}, with a new key:\n${currentLog()?.verifierKey}`,
);
