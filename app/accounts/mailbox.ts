/** Providers that ignore dots in an address. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox of an address, for limits: in lower case and without the subaddress (RFC 5233). */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase();
  const plus = local.indexOf('+');
  const user = plus > 0 ? local.slice(0, plus) : local;
  return DOTLESS.has(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`;
}
