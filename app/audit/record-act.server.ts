import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { now } from '#app/shared/clock.server.ts';
import { preparedSql, preparedValue, sqlite, type Transaction } from '#db/client.ts';
import type { ActName, ObjectKind } from './acts.ts';
import { type AuditRow, hashOfRow } from './chain.server.ts';

/** Who acts: an actor, or a command of the shell. */
export type Who =
  | { kind: 'visitor'; address: string }
  | { kind: 'system' }
  | { kind: 'shell' }
  | {
      kind: 'user' | 'apiToken';
      address: string;
      sessionId: string | null;
      user: { id: string; role: string };
    };

export const SHELL: Who = { kind: 'shell' };

type Fact = string | number | boolean | null | readonly string[];
/** What an act found or left. Never a secret, a name or an email address. */
export type Facts = Record<string, Fact>;

export type Details = {
  /** What the act was done on, and its ID. */
  object?: readonly [kind: ObjectKind, id: string];
  /** The issuer that the act concerns. By default the one that acts. */
  organisation?: string | null;
  before?: Facts;
  after?: Facts;
};

/** Details of an act on an issuer's account, which its owner sees. */
export const concerning = (issuerId: string) => ({
  object: ['account', issuerId] as const,
  organisation: issuerId,
});

const newest = preparedSql<Pick<AuditRow, 'seq' | 'hash'>>(
  'select seq, hash from audit_rows order by seq desc limit 1',
);
const COLUMNS =
  'seq, at, act, actor_kind, actor_id, organisation_id, object_kind, object_id, address, session_id, before, after, previous, hash';
const INSERT = `insert into audit_rows (${COLUMNS}) values (@seq, @at, @act, @actorKind, @actorId, @organisationId, @objectKind,
  @objectId, @address, @sessionId, @before, @after, @previous, @hash)`;
const insert = preparedSql(INSERT);

function columnsOf(who: Who) {
  if (who.kind === 'shell' || who.kind === 'system')
    return { actorKind: who.kind, actorId: null, organisationId: null, address: null, sessionId: null };
  const { kind: actorKind, address } = who;
  if (who.kind === 'visitor')
    return { actorKind, address, actorId: null, organisationId: null, sessionId: null };
  const { user, sessionId } = who;
  return {
    actorKind,
    address,
    sessionId,
    actorId: user.id,
    organisationId: user.role === 'admin' ? user.id : null,
  };
}

const jsonOf = (facts: Facts | undefined) => (facts === undefined ? null : JSON.stringify(facts));

function nextRow(
  last: Pick<AuditRow, 'seq' | 'hash'> | undefined,
  who: Who,
  act: ActName,
  details: Details,
): AuditRow {
  const { object, organisation, before, after } = details;
  const columns = columnsOf(who);
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: now(),
    act,
    ...columns,
    organisationId: organisation === undefined ? columns.organisationId : organisation,
    objectKind: object?.[0] ?? null,
    objectId: object?.[1] ?? null,
    before: jsonOf(before),
    after: jsonOf(after),
    previous: last?.hash ?? Buffer.alloc(0),
  };
  return { ...row, hash: hashOfRow(row) };
}

/**
 * Appends a row to the audit trail, in the transaction of the act.
 * @param who the actor; a login names its account
 */
export function recordAct(_tx: Transaction, who: Who, act: ActName, details: Details = {}) {
  if (!sqlite().inTransaction) throw new Error('An act is recorded in the transaction that does it.');
  insert().run(nextRow(newest().get(), who, act, details));
}

/** `recordAct` for a database that is not the open one. Does nothing for one of a version without an audit trail. */
export function recordActIn(database: Database, who: Who, act: ActName, details: Details = {}) {
  if (!database.prepare("select 1 from sqlite_master where name = 'audit_rows'").get()) return;
  const last = database
    .prepare<unknown[], Pick<AuditRow, 'seq' | 'hash'>>(
      'select seq, hash from audit_rows order by seq desc limit 1',
    )
    .get();
  database.prepare(INSERT).run(nextRow(last, who, act, details));
}

const saltOf = preparedValue<Buffer>('select salt from audit_salts where user_id = ?');
const insertSalt = preparedSql('insert into audit_salts (user_id, salt) values (?, ?)');

/**
 * What stands in a row for a name or an email address of an account: a hash that says whether two are the same. It means nothing
 * once the account, and so its salt, is deleted.
 */
export function hashOfText(_tx: Transaction, userId: string, text: string): string {
  let salt = saltOf().get(userId);
  if (!salt) {
    salt = randomBytes(16);
    insertSalt().run(userId, salt);
  }
  return createHmac('sha256', salt).update(text.normalize('NFC')).digest('hex');
}
