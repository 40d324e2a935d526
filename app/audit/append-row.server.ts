import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { now } from '#app/shared/clock.server.ts';
import type { auditRows } from '#db/schema/audit.ts';
import type { ActName, ObjectKind } from './acts.ts';

export type AuditRow = typeof auditRows.$inferSelect;

/**
 * The hash of a row: SHA-256 of a JSON array of its columns, the last of which is the hash of the row before in hex. docs/log.md
 * describes it for others.
 */
export const hashOfRow = (row: Omit<AuditRow, 'hash'>): Buffer =>
  hash(
    'sha256',
    JSON.stringify([
      row.seq,
      row.at,
      row.act,
      row.actorKind,
      row.actorId,
      row.organisationId,
      row.objectKind,
      row.objectId,
      row.address,
      row.sessionId,
      row.before,
      row.after,
      row.previous.toString('hex'),
    ]),
    'buffer',
  );

// Imports neither Drizzle nor the open database, so that the command of a backup starts fast.

/** Who acts: an actor, or a command of the shell. */
export type Who =
  | { kind: 'visitor'; address: string }
  | { kind: 'system' }
  | { kind: 'shell' }
  | {
      kind: 'user' | 'apiToken';
      address: string;
      sessionId: string | null;
      user: { id: string };
      /** The organisation that the account acts for. */
      organisation: { id: string } | null;
    };

export const SHELL: Who = { kind: 'shell' };

type Fact = string | number | boolean | null | readonly string[];
/** What an act found or left. Never a secret, a name or an email address. */
export type Facts = Record<string, Fact>;

export type Details = {
  /** The object of the act, and its ID. */
  object?: readonly [kind: ObjectKind, id: string];
  /** The organisation that the act concerns. By default the one that the actor acts for. */
  organisation?: string | null;
  before?: Facts;
  after?: Facts;
};

type Newest = Pick<AuditRow, 'seq' | 'hash'>;

export const NEWEST = 'select seq, hash from audit_rows order by seq desc limit 1';
const COLUMNS =
  'seq, at, act, actor_kind, actor_id, organisation_id, object_kind, object_id, address, session_id, before, after, previous, hash';
export const INSERT = `insert into audit_rows (${COLUMNS}) values (@seq, @at, @act, @actorKind, @actorId, @organisationId, @objectKind,
  @objectId, @address, @sessionId, @before, @after, @previous, @hash)`;

function columnsOf(who: Who) {
  if (who.kind === 'shell' || who.kind === 'system')
    return { actorKind: who.kind, actorId: null, organisationId: null, address: null, sessionId: null };
  const { kind: actorKind, address } = who;
  if (who.kind === 'visitor')
    return { actorKind, address, actorId: null, organisationId: null, sessionId: null };
  const { user, organisation, sessionId } = who;
  return {
    actorKind,
    address,
    sessionId,
    actorId: user.id,
    organisationId: organisation?.id ?? null,
  };
}

const jsonOf = (facts: Facts | undefined) => (facts === undefined ? null : JSON.stringify(facts));

/** The row that follows the newest one. */
export function nextRow(last: Newest | undefined, who: Who, act: ActName, details: Details): AuditRow {
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
 * `recordAct` for a database that is not the open one, and that a server may use meanwhile. Does nothing for one of a version without
 * an audit trail.
 */
export function recordActIn(database: Database, who: Who, act: ActName, details: Details = {}) {
  if (!database.prepare("select 1 from sqlite_master where name = 'audit_rows'").get()) return;
  const append = database.transaction(() => {
    const last = database.prepare<unknown[], Newest>(NEWEST).get();
    database.prepare(INSERT).run(nextRow(last, who, act, details));
  });
  append.immediate();
}
