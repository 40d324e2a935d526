import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { tooManyAttempts } from '#app/shared/errors.server.ts';
import type { ActName } from './acts.ts';
import type { Details, Who } from './append-row.server.ts';

const DAY_MS = 86_400_000;

/** Acts of an account in a day. The audit trail keeps a row of 0.5 to 0.9 KB for years, so that limits of requests alone would fill the disk. */
export const MOST_OF_USER = 5_000;

/**
 * Acts that are never refused. Others bound them: the daily quota of certificates, the logins, tokens, members and mails that they
 * end or answer, and the limit of password changes. Somebody who has stolen a session must not be able to use up what protects its account.
 */
const UNLIMITED: ReadonlySet<ActName> = new Set([
  'certificate.revoked',
  'certificate.replaced',
  'holder.erased',
  'login',
  'logout',
  'session.ended',
  'token.revoked',
  'member.removed',
  'password.changed',
  'password.reset',
  'email.change_undone',
  'second_factor.reset_objected',
]);

let day = 0;
/** Acts of the day by account, in this process. */
const counts = new Map<string, number>();

/**
 * Counts an act of an account. Those of others of its organisation or address do not count.
 * @throws AppError rate-limited
 */
export function countAct(who: Who, act: ActName, { object }: Details) {
  const today = Math.floor(now() / DAY_MS);
  if (today !== day) counts.clear();
  day = today;
  // A password reset ends the sessions that used up the limit, so the account's count starts again at zero.
  if (act === 'password.reset' && object) counts.delete(object[1]);
  if (!('user' in who) || UNLIMITED.has(act) || env().RATE_LIMITS === 'off') return;
  const count = counts.get(who.user.id) ?? 0;
  if (count >= MOST_OF_USER) throw tooManyAttempts((today + 1) * DAY_MS - now());
  counts.set(who.user.id, count + 1);
}
