import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Variables = {
  DKIM_DOMAIN?: string | undefined;
  DKIM_SELECTOR?: string | undefined;
  DKIM_PRIVATE_KEY?: string | undefined;
  DKIM_PRIVATE_KEY_FILE?: string | undefined;
};

/** What every message is signed with. */
type DkimSettings = { domainName: string; keySelector: string; privateKey: string };

const MIN_KEY_BITS = 1024;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i;
const SELECTOR = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i;

/**
 * The DKIM settings (RFC 6376) of the environment, null without any.
 * @throws the error that `refuse` makes of a line that names the first missing or bad variable
 */
export function parseDkim(variables: Variables, refuse: (line: string) => Error): DkimSettings | null {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE } = variables;
  if (!DKIM_DOMAIN && !DKIM_SELECTOR && !DKIM_PRIVATE_KEY && !DKIM_PRIVATE_KEY_FILE) return null;
  if (!DKIM_DOMAIN)
    throw refuse('DKIM_DOMAIN: is missing; DKIM needs a domain, a selector and a private key');
  if (!DKIM_SELECTOR)
    throw refuse('DKIM_SELECTOR: is missing; DKIM needs a domain, a selector and a private key');
  if (!DOMAIN.test(DKIM_DOMAIN)) throw refuse('DKIM_DOMAIN: must be a domain name');
  if (!SELECTOR.test(DKIM_SELECTOR)) throw refuse('DKIM_SELECTOR: must be a DNS label');
  if (DKIM_PRIVATE_KEY && DKIM_PRIVATE_KEY_FILE)
    throw refuse('DKIM_PRIVATE_KEY: and DKIM_PRIVATE_KEY_FILE are both set; one of them is enough');
  const name = DKIM_PRIVATE_KEY_FILE ? 'DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY';
  const privateKey = DKIM_PRIVATE_KEY_FILE
    ? readKeyFile(DKIM_PRIVATE_KEY_FILE, refuse)
    : // Where a variable cannot hold line breaks, they are written as \n.
      DKIM_PRIVATE_KEY?.replaceAll('\\n', '\n');
  if (!privateKey) throw refuse('DKIM_PRIVATE_KEY: is missing; set it or DKIM_PRIVATE_KEY_FILE');
  requireRsaKey(privateKey, (problem) => refuse(`${name}: ${problem}`));
  return { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey };
}

function readKeyFile(file: string, refuse: (line: string) => Error): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw refuse(`DKIM_PRIVATE_KEY_FILE: cannot be read: ${file}`);
  }
}

function requireRsaKey(pem: string, refuse: (problem: string) => Error) {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw refuse('must be a private key in PEM, without a passphrase');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_KEY_BITS)
    throw refuse(`must be an RSA key of at least ${MIN_KEY_BITS} bits`);
}
