import { COSIGNATURE_V1, ED25519, parseVerifierKey, type VerifierKey } from '@certrace/verify';

type Variables = { LOG_WITNESSES?: string | undefined; WITNESS_LOGS?: string | undefined };

/** Where checkpoints are sent to be cosigned, without a trailing slash, and the witness's key. */
export type Witness = { url: string; key: VerifierKey };

const itemsOf = (list = '') =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/**
 * The witnesses that cosign this log's checkpoints, each as `KEY URL`.
 * @throws the error that `refuse` makes of a line that names the variable
 */
export const parseWitnesses = ({ LOG_WITNESSES }: Variables, refuse: (line: string) => Error): Witness[] =>
  itemsOf(LOG_WITNESSES).map((item) => {
    const [text = '', address = '', ...more] = item.split(/\s+/);
    const [key, url] = [parseVerifierKey(text), URL.parse(address)];
    if (key?.type !== COSIGNATURE_V1) {
      throw refuse(
        `LOG_WITNESSES: must be a list of KEY URL, and this is no key of a witness: ${text.slice(0, 200)}`,
      );
    }
    if (!url || !/^https?:$/.test(url.protocol) || more.length > 0) {
      throw refuse(`LOG_WITNESSES: must be a list of KEY URL, and this is no URL: ${address.slice(0, 200)}`);
    }
    return { url: url.href.replace(/\/+$/, ''), key };
  });

/**
 * The keys of the logs whose checkpoints this site cosigns.
 * @throws the error that `refuse` makes of a line that names the variable
 */
export const parseWitnessedLogs = (
  { WITNESS_LOGS }: Variables,
  refuse: (line: string) => Error,
): VerifierKey[] =>
  itemsOf(WITNESS_LOGS).map((item) => {
    const key = parseVerifierKey(item);
    if (key?.type !== ED25519) throw refuse(`WITNESS_LOGS: is no key of a log: ${item.slice(0, 200)}`);
    return key;
  });
