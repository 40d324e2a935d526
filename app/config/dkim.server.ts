import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Variables = {
  DKIM_DOMAIN?: string | undefined;
  DKIM_SELECTOR?: string | undefined;
  DKIM_PRIVATE_KEY?: string | undefined;
  DKIM_PRIVATE_KEY_FILE?: string | undefined;
};

/** The key that signs every message. */
type DkimSettings = { domainName: string; keySelector: string; privateKey: string };

const MIN_KEY_BITS = 1024;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i;
const SELECTOR = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i;

/**
 * The DKIM settings (RFC 6376). Null without any DKIM variable.
 * @throws the error that `toError` makes of a line that names the first missing or invalid variable
 */
export function parseDkim(variables: Variables, toError: (line: string) => Error): DkimSettings | null {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE } = variables;
  if (!DKIM_DOMAIN && !DKIM_SELECTOR && !DKIM_PRIVATE_KEY && !DKIM_PRIVATE_KEY_FILE) return null;
  if (!DKIM_DOMAIN)
    throw toError('DKIM_DOMAIN: is missing; DKIM needs a domain, a selector and a private key');
  if (!DKIM_SELECTOR)
    throw toError('DKIM_SELECTOR: is missing; DKIM needs a domain, a selector and a private key');
  if (!DOMAIN.test(DKIM_DOMAIN)) throw toError('DKIM_DOMAIN: must be a domain name');
  if (!SELECTOR.test(DKIM_SELECTOR)) throw toError('DKIM_SELECTOR: must be a DNS label');
  if (DKIM_PRIVATE_KEY && DKIM_PRIVATE_KEY_FILE)
    throw toError('DKIM_PRIVATE_KEY: set either this or DKIM_PRIVATE_KEY_FILE');
  const name = DKIM_PRIVATE_KEY_FILE ? 'DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY';
  const privateKey = DKIM_PRIVATE_KEY_FILE
    ? readKeyFile(DKIM_PRIVATE_KEY_FILE, toError)
    : // A variable may have \n instead of line breaks.
      DKIM_PRIVATE_KEY?.replaceAll('\\n', '\n');
  if (!privateKey) throw toError('DKIM_PRIVATE_KEY: is missing; set it or DKIM_PRIVATE_KEY_FILE');
  requireRsaKey(privateKey, (problem) => toError(`${name}: ${problem}`));
  return { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey };
}

function readKeyFile(file: string, toError: (line: string) => Error): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw toError(`DKIM_PRIVATE_KEY_FILE: cannot be read: ${file}`);
  }
}

function requireRsaKey(pem: string, toError: (problem: string) => Error) {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw toError('must be a private key in PEM, without a passphrase');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_KEY_BITS)
    throw toError(`must be an RSA key of at least ${MIN_KEY_BITS} bits`);
}
