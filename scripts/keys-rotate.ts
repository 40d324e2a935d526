/**
 * `npm run keys:rotate [-- --issuer ID]`: creates a new key version for all issuers, or for one. With `--log`, begins a new log
 * with a new key instead.
 */
import { parseArgs } from 'node:util';
import { rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { rotateLogKey } from '#app/credentials/new-origin.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { runOnDatabase } from './command.ts';

const USAGE = 'Usage: npm run keys:rotate -- [--issuer ID | --log]';

const newLogKey = () => `The log is now ${rotateLogKey()}, with a new key:
${currentLog()?.verifierKey}
Give it to auditors and witnesses, and back up KEYS_DIR. Proofs of earlier logs stay valid.`;

await runOnDatabase(() => {
  const { values } = parseArgs({
    options: { issuer: { type: 'string' }, log: { type: 'boolean', default: false } },
  });
  if (!values.log) {
    return `Made ${rotateIssuerKeys(values.issuer)} new keys. Retired keys still verify old signatures.`;
  }
  if (values.issuer !== undefined) throw invalid(USAGE);
  return newLogKey();
});
