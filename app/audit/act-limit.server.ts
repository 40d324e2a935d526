import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { tooManyAttempts } from '#app/shared/too-many-attempts.server.ts';
import type { ActName } from './acts.ts';
import type { Details, Who } from './append-row.server.ts';

const DAY_MS = 86_400_000;

/** Acts a day. The audit trail keeps a row of 0.5 to 0.9 KB for years, so that limits of requests alone would fill the disk. */
const MOST_OF_ACCOUNT = 5_000;
const MOST_OF_ADDRESS = 20_000;

/**
 * Acts that are never refused. Others bound them: the daily quota of certificates, the logins, tokens, members and mails that they
 * end or answer, and the limit of password changes. Somebody who has stolen a session must not be able to use up what protects its account.
 */
const UNLIMITED: ReadonlySet<ActName> = new Set([
  'certificate.revoked',
  'certificate.replaced',
  'holder.erased',
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
/** Acts of the day by account and address, in this process. */
const counts = new Map<string, number>();

/** Logins have their own count, so that members of an organisation cannot keep others out. */
const loginsOf = (userId: string) => `login ${userId}`;
const actsOf = (accountId: string) => `acts ${accountId}`;

function keysOf(who: Who, act: ActName): [key: string, most: number][] {
  if (!('address' in who)) return [];
  const ofAddress: [string, number] = [addressBlock(who.address), MOST_OF_ADDRESS];
  if (who.kind === 'visitor') return [ofAddress];
  const { user, organisation } = who;
  const key = act === 'login' ? loginsOf(user.id) : actsOf(organisation?.id ?? user.id);
  return [ofAddress, [key, MOST_OF_ACCOUNT]];
}

/**
 * Counts an act of an account and an address.
 * @throws AppError rate-limited
 */
export function countAct(who: Who, act: ActName, { object }: Details) {
  const today = Math.floor(now() / DAY_MS);
  if (today !== day) counts.clear();
  day = today;
  // A password reset ends the sessions that used up the limit, so the account's counts start again at zero.
  if (act === 'password.reset' && object) {
    counts.delete(loginsOf(object[1]));
    counts.delete(actsOf(object[1]));
  }
  if (UNLIMITED.has(act) || env().RATE_LIMITS === 'off') return;
  const keys = keysOf(who, act);
  if (keys.some(([key, most]) => (counts.get(key) ?? 0) >= most))
    throw tooManyAttempts((today + 1) * DAY_MS - now());
  for (const [key] of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
}
