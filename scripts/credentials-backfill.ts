/** `npm run credentials:backfill`: creates the credentials and log entries of certificates from earlier versions. */
import { backfillCredentials } from '#app/certificates/backfill-credentials.server.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase(async () => {
  const done = await backfillCredentials((count) => process.stdout.write(`\r${count} `));
  return `${done} certificates now have a credential.`;
});
