/** `npm run keys:rotate [-- --issuer ID]`: creates a new key version for all issuers, or for one. */
import { parseArgs } from 'node:util';
import { rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase(() => {
  const { values } = parseArgs({ options: { issuer: { type: 'string' } } });
  return `Made ${rotateIssuerKeys(values.issuer)} new keys. Retired keys still verify old signatures.`;
});
