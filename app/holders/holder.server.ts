import { addressOfSession } from './holder-sessions.server.ts';

/** A person who has proved that certificates were issued to them: by a mailed link to each of these addresses, in lower case. */
export type Holder = { emails: readonly string[] };

/** The holder of a session's cookie, or null. */
export function holderOf(cookie: string | null): Holder | null {
  const email = addressOfSession(cookie);
  return email === null ? null : { emails: [email] };
}
