import type { Actor } from '#app/accounts/actor.server.ts';
import { addressesOf } from '#app/accounts/addresses.server.ts';
import { addressOfSession } from './holder-sessions.server.ts';

/** A person who has proved, by mailed links, that these addresses are theirs. There is at least one, each in lower case. */
export type Holder = { emails: readonly string[] };

/**
 * The holder who makes a request, or null: by the addresses of the account, and by the holder session of a mailed link.
 * @param cookie the cookie of the holder session
 */
export function holderOf(actor: Actor, cookie: string | null): Holder | null {
  const linked = addressOfSession(cookie);
  const emails = new Set(addressesOf(actor));
  if (linked !== null) emails.add(linked);
  return emails.size === 0 ? null : { emails: [...emails] };
}
