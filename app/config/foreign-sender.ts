import type { Variables } from './variables.ts';

const DOMAIN = /^(?!(?:\d+\.)+\d+$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

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
    isWithin(host, domain) || isWithin(domain, host) || (DOMAIN.test(parent) && isWithin(domain, parent))
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
    DOMAIN.test(name),
  );
  if (known.length === 0 || isWithin(domain, DKIM_DOMAIN.toLowerCase())) return null;
  return known.some((host) => belongsTo(host, domain)) ? null : domain;
}
