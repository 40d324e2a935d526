/** `npm run log:new-origin`: starts a new log when the old one cannot be continued. */
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase(() => `The log is now ${beginNewOrigin()}.`);
