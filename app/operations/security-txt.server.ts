import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. Each request gets a new file. */
const VALID_DAYS = 180;

/**
 * The site's security.txt (RFC 9116), with the contact for reports of vulnerabilities.
 * @throws AppError not-found without SECURITY_CONTACT
 */
export function securityTxt(): string {
  const { SECURITY_CONTACT: contacts, APP_URL } = env();
  if (contacts === undefined) throw notFound();
  const expires = new Date(now() + VALID_DAYS * DAY_MS);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${APP_URL}/.well-known/security.txt`,
    '',
  ].join('\n');
}
