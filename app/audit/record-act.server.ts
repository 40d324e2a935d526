import { createHmac, randomBytes } from 'node:crypto';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { tooManyAttempts } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { preparedSql, preparedValue, sqlite, type Transaction, transaction } from '#db/client.ts';
import type { ActName } from './acts.ts';
import { type AuditRow, type Details, INSERT, NEWEST, nextRow, type Who } from './append-row.server.ts';

export { SHELL, type Who } from './append-row.server.ts';

/** Details of an act on an issuer's account, which its owner sees. */
export const concerning = (issuerId: string) => ({
  object: ['account', issuerId] as const,
  organisation: issuerId,
});

const newest = preparedSql<Pick<AuditRow, 'seq' | 'hash'>>(NEWEST);
const insert = preparedSql(INSERT);

/**
 * Appends a row to the audit trail, in the transaction of the act.
 * @param who the actor; a login names its account
 * @throws AppError rate-limited after too many acts of an account or address in a day
 */
export function recordAct(_tx: Transaction, who: Who, act: ActName, details: Details = {}) {
  if (!sqlite().inTransaction) throw new Error('An act is recorded in the transaction that does it.');
  countAct(who, act, details);
  insert().run(nextRow(newest().get(), who, act, details));
}

const saltOf = preparedValue<Buffer>('select salt from audit_salts where user_id = ?');
const insertSalt = preparedSql('insert into audit_salts (user_id, salt) values (?, ?)');

/**
 * The hash that a row stores in place of an account's name or email address. It only shows whether two are
 * equal, and nothing once the account is deleted with its salt.
 */
export function hashOfText(_tx: Transaction, userId: string, text: string): string {
  let salt = saltOf().get(userId);
  if (!salt) {
    salt = randomBytes(16);
    insertSalt().run(userId, salt);
  }
  return createHmac('sha256', salt).update(text.normalize('NFC')).digest('hex');
}

const DAY_MS = 86_400_000;

const oldest = preparedSql<{ at: number }>('select at from audit_rows order by seq limit 1');
/** The last of the oldest rows. The newest row stays, because the next one has its hash. */
const lastExpired = preparedSql<{ seq: number; hash: Buffer }>(
  `select seq, hash from (select seq, hash, at from audit_rows order by seq limit ?)
   where at < ? and seq < (select max(seq) from audit_rows) order by seq desc limit 1`,
);
const deleteThrough = preparedSql('delete from audit_rows where seq <= ?');
const deleteExportsThrough = preparedSql('delete from audit_exports where seq <= ?');

/**
 * Deletes rows of the audit trail after their retention, and records it in a row that has the hash of the last one, so that the rest
 * still proves to be whole. Runs once a day at most, as long as steps suffice.
 */
export function sweepAudit(limit: number): number {
  const until = now() - env().RETENTION_AUDIT_DAYS * DAY_MS;
  const first = oldest().get();
  if (!first || first.at >= until - DAY_MS) return 0;
  return transaction((tx) => {
    const last = lastExpired().get(limit, until);
    if (!last) return 0;
    recordAct(tx, { kind: 'system' }, 'audit.expired', {
      object: ['audit', String(last.seq)],
      after: { hash: last.hash.toString('hex') },
    });
    deleteExportsThrough().run(last.seq);
    return deleteThrough().run(last.seq).changes;
  });
}

/** Acts of an account in a day. The audit trail keeps a row of 0.5 to 0.9 KB for years, so that limits of requests alone would fill the disk. */
export const MOST_OF_USER = 5_000;

/**
 * Acts that are never refused. Others bound them: the daily quota of certificates, the logins, tokens, members and mails that they
 * end or answer, and the limit of password changes. Somebody who has stolen a session must not be able to use up what protects its account.
 */
const UNLIMITED: ReadonlySet<ActName> = new Set([
  'certificate.revoked',
  'certificate.replaced',
  'certificate.scheduled',
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

/** Security events: logins, failed logins and changes to permissions. */
export type SecurityEvent =
  | 'login'
  | 'login failed'
  | 'login locked'
  | 'logout'
  | 'email verified'
  | 'email changed'
  | 'email change undone'
  | 'address added'
  | 'address removed'
  | 'password reset'
  | 'password changed'
  | 'sessions ended'
  | 'second factor on'
  | 'second factor off'
  | 'second factor reset requested'
  | 'second factor reset objected'
  | 'second factor reset'
  | 'authenticator app removed'
  | 'passkey added'
  | 'passkey removed'
  | 'passkey refused'
  | 'identity confirmed'
  | 'recovery codes replaced'
  | 'recovery code used'
  | 'api token created'
  | 'holder erased'
  | 'account deletion requested'
  | 'account kept'
  | 'account deleted'
  | 'issuer approved'
  | 'issuer suspended'
  | 'issuer reinstated'
  | 'issuer name requested'
  | 'issuer name approved'
  | 'issuer name refused'
  | 'issuer name withdrawn'
  | 'issue quota set'
  | 'credit limit set'
  | 'credit ended'
  | 'super admin created'
  | 'super admin reset'
  | 'google linked'
  | 'google unlinked'
  | 'google login failed';

type EventDetails = {
  userId?: string;
  /** The affected account, when it is not the actor's. */
  subjectId?: string;
  form?: string;
  address?: string;
  reason?: string;
  count?: number;
};

/** Logs one event as JSON with IDs and addresses. Never logs a secret or the user's input. */
export function recordSecurityEvent(event: SecurityEvent, details: EventDetails) {
  log.info({ security: event, ...details }, `security: ${event}`);
}
