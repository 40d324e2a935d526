/**
 * `npm run keys:rotate [-- --issuer ID] [--compromised]`: creates a new key version for all issuers, or for one, and revokes the one
 * before it if it may have leaked. With `--log`, begins a new log with a new key instead.
 */
import { parseArgs } from 'node:util';
import { rotateIssuerKeys } from '#app/credentials/issuer-keys.server.ts';
import { rotateLogKey } from '#app/credentials/new-origin.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { runOnDatabase } from './command.ts';

const USAGE = 'Usage: npm run keys:rotate -- [--issuer ID] [--compromised], or npm run keys:rotate -- --log';

const newLogKey = () => `The log is now ${rotateLogKey()}, with a new key:
${currentLog()?.verifierKey}
Give it to auditors and witnesses, and back up KEYS_DIR. Proofs of earlier logs stay valid.`;

function newIssuerKeys(issuer: string | undefined, isCompromised: boolean): string {
  const made = rotateIssuerKeys(issuer, isCompromised);
  const ended = isCompromised ? 'revoked' : 'expired';
  return `Made ${made} new ${made === 1 ? 'key' : 'keys'}. The ones before are ${ended}: what they signed is genuine if the log had it before.`;
}

await runOnDatabase(() => {
  const { values } = parseArgs({
    options: {
      issuer: { type: 'string' },
      compromised: { type: 'boolean', default: false },
      log: { type: 'boolean', default: false },
    },
  });
  const { issuer, compromised } = values;
  if (!values.log) return newIssuerKeys(issuer, compromised);
  if (issuer !== undefined || compromised) throw invalid(USAGE);
  return newLogKey();
});
