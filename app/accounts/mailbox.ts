/** Providers that deliver to one mailbox whatever dots an address has. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an email address, for limits: without what follows a plus, which most providers ignore (RFC 5233, subaddress),
 * and in lower case.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase();
  const plus = local.indexOf('+');
  const user = plus > 0 ? local.slice(0, plus) : local;
  return DOTLESS.has(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`;
}
