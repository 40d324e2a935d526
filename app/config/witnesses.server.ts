import { COSIGNATURE_V1, ED25519, parseVerifierKey, type VerifierKey } from '@certrace/verify';
import { ConfigurationError, itemsOf, type Variables } from './variables.ts';

/** A witness's URL, without a trailing slash, and its key. */
export type Witness = { url: string; key: VerifierKey };

/**
 * The witnesses that cosign this log's checkpoints, each as `KEY URL`.
 * @throws ConfigurationError
 */
export const parseWitnesses = ({ LOG_WITNESSES }: Variables): Witness[] =>
  itemsOf(LOG_WITNESSES).map((item) => {
    const [text = '', address = '', ...more] = item.split(/\s+/);
    const [key, url] = [parseVerifierKey(text), URL.parse(address)];
    if (key?.type !== COSIGNATURE_V1) {
      throw new ConfigurationError(
        `LOG_WITNESSES: must be a list of KEY URL, but this is not a witness's key: ${text.slice(0, 200)}`,
      );
    }
    if (!url || !/^https?:$/.test(url.protocol) || more.length > 0) {
      throw new ConfigurationError(
        `LOG_WITNESSES: must be a list of KEY URL, but this is not a URL: ${address.slice(0, 200)}`,
      );
    }
    return { url: url.href.replace(/\/+$/, ''), key };
  });

/**
 * How many of the witnesses must have cosigned the log for a check of a file. Null if none needs to.
 * @throws ConfigurationError
 */
export function parseQuorum({ LOG_QUORUM }: Variables, witnesses: Witness[]): number | null {
  if (LOG_QUORUM === undefined) return null;
  const keys = new Set(witnesses.map(({ key }) => Buffer.from(key.publicKey).toString('hex')));
  if (LOG_QUORUM > keys.size) {
    throw new ConfigurationError(
      `LOG_QUORUM: must be at most the number of witnesses in LOG_WITNESSES, which is ${keys.size}`,
    );
  }
  return LOG_QUORUM;
}

/**
 * The keys of the logs whose checkpoints this site cosigns.
 * @throws ConfigurationError
 */
export const parseWitnessedLogs = ({ WITNESS_LOGS }: Variables): VerifierKey[] =>
  itemsOf(WITNESS_LOGS).map((item) => {
    const key = parseVerifierKey(item);
    if (key?.type !== ED25519)
      throw new ConfigurationError(`WITNESS_LOGS: is not the key of a log: ${item.slice(0, 200)}`);
    return key;
  });
