import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigurationError, type Variables } from './variables.ts';

type DkimSettings = { domainName: string; keySelector: string; privateKey: string };

const MIN_KEY_BITS = 1024;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i;
const SELECTOR = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i;

/**
 * The DKIM settings (RFC 6376). Null without any DKIM variable.
 * @throws ConfigurationError naming the first missing or invalid variable
 */
export function parseDkim(variables: Variables): DkimSettings | null {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE } = variables;
  if (!DKIM_DOMAIN && !DKIM_SELECTOR && !DKIM_PRIVATE_KEY && !DKIM_PRIVATE_KEY_FILE) return null;
  if (!DKIM_DOMAIN || !DKIM_SELECTOR) {
    const missing = DKIM_DOMAIN ? 'DKIM_SELECTOR' : 'DKIM_DOMAIN';
    throw new ConfigurationError(`${missing}: is missing; DKIM needs a domain, a selector and a private key`);
  }
  if (!DOMAIN.test(DKIM_DOMAIN)) throw new ConfigurationError('DKIM_DOMAIN: must be a domain name');
  if (!SELECTOR.test(DKIM_SELECTOR)) throw new ConfigurationError('DKIM_SELECTOR: must be a DNS label');
  if (DKIM_PRIVATE_KEY && DKIM_PRIVATE_KEY_FILE)
    throw new ConfigurationError('DKIM_PRIVATE_KEY: set either this or DKIM_PRIVATE_KEY_FILE');
  const name = DKIM_PRIVATE_KEY_FILE ? 'DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY';
  const privateKey = DKIM_PRIVATE_KEY_FILE
    ? readKeyFile(DKIM_PRIVATE_KEY_FILE)
    : // A variable may have \n instead of line breaks.
      DKIM_PRIVATE_KEY?.replaceAll('\\n', '\n');
  if (!privateKey)
    throw new ConfigurationError('DKIM_PRIVATE_KEY: is missing; set it or DKIM_PRIVATE_KEY_FILE');
  requireRsaKey(privateKey, name);
  return { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey };
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError(`DKIM_PRIVATE_KEY_FILE: cannot be read: ${file}`);
  }
}

function requireRsaKey(pem: string, variable: string) {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new ConfigurationError(`${variable}: must be a private key in PEM, without a passphrase`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_KEY_BITS)
    throw new ConfigurationError(`${variable}: must be an RSA key of at least ${MIN_KEY_BITS} bits`);
}

const SENDER_DOMAIN = /^(?!(?:\d+\.)+\d+$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

const domainOf = (address: string) => /@([^@<>\s]+)>?\s*$/.exec(address)?.[1]?.toLowerCase() ?? '';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isWithin = (domain: string, other: string) => domain === other || domain.endsWith(`.${other}`);

/** Whether a host such as mail.example.org serves a domain such as example.org or certs.example.org. */
function belongsTo(host: string, domain: string): boolean {
  const parent = host.slice(host.indexOf('.') + 1);
  return (
    isWithin(host, domain) ||
    isWithin(domain, host) ||
    (SENDER_DOMAIN.test(parent) && isWithin(domain, parent))
  );
}

/**
 * The domain of MAIL_FROM if neither the host nor the user of SMTP_URL belongs to it, so that other mail servers may take the
 * messages for forged. Null if it fits, if DKIM_DOMAIN signs for it, or if SMTP_URL names no domain, as that of a relay in a local network.
 */
export function foreignSender({ SMTP_URL, MAIL_FROM, DKIM_DOMAIN = '' }: Variables): string | null {
  const url = URL.parse(SMTP_URL ?? '');
  if (url === null) return null;
  const domain = domainOf(MAIL_FROM);
  const known = [url.hostname.toLowerCase(), domainOf(decoded(url.username))].filter((name) =>
    SENDER_DOMAIN.test(name),
  );
  if (known.length === 0 || isWithin(domain, DKIM_DOMAIN.toLowerCase())) return null;
  return known.some((host) => belongsTo(host, domain)) ? null : domain;
}
