import { createHmac, randomBytes } from 'node:crypto';
import { preparedSql, preparedValue, sqlite, type Transaction } from '#db/client.ts';
import { countAct } from './act-limit.server.ts';
import type { ActName } from './acts.ts';
import { type Details, INSERT, NEWEST, nextRow, type Who } from './append-row.server.ts';
import type { AuditRow } from './chain.server.ts';

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
