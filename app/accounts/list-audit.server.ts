import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { roleOf } from '#app/accounts/organisations/membership.server.ts';
import { ACTS, type ActName } from '#app/audit/acts.ts';
import { parseEmailAddress } from '#app/shared/email-address.ts';
import { filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import { dateRangeSchema, listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { db, isOneOf, preparedValue, seqsOf } from '#db/client.ts';
import { compactCode, searchText } from '#db/folding.ts';
import { users } from '#db/schema/accounts.ts';
import { auditRows } from '#db/schema/audit.ts';
import { t } from '#messages';
import { type Actor, type Member, requireMember, requireOrganisation } from './actor.server.ts';
import { issuerIdsOf } from './issuers.server.ts';

/** Query parameters of the audit trail. The dates are days in UTC. */
export const auditListSchema = listQuerySchema.extend({
  limit: pageSizeSchema,
  act: z
    .enum(['', ...(Object.keys(ACTS) as ActName[])], { error: () => t('audit.actMustBeAnActOfThe') })
    .default(''),
  ...dateRangeSchema.shape,
});

const DAY_MS = 86_400_000;

/** An account in the audit trail. Its name and address are null once it is deleted. */
export type AuditAccount = { id: string; name: string | null; email: string | null };

/** A row of the audit trail. `at` is in ms UTC; hashes are in hex. */
export type AuditEntry = {
  seq: number;
  at: number;
  act: string;
  actor: { kind: (typeof auditRows.$inferSelect)['actorKind'] } & Partial<AuditAccount>;
  organisation: AuditAccount | null;
  object: ({ kind: string } & AuditAccount) | null;
  /** The client's address. Null for an issuer who reads the act of another account. */
  address: string | null;
  sessionId: string | null;
  before: Record<string, unknown> | null;
  /** Of exports, their count on this day, which the row's hash does not cover. */
  after: Record<string, unknown> | null;
  previous: string;
  hash: string;
};

type Query = z.output<typeof auditListSchema>;

/** A super admin reads all rows, an owner those of its organisation, also while it is pending or suspended. */
function requireReader(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (actor.user.role !== 'superadmin') requireOrganisation(actor, 'manage');
}

type Read = (before: number, count: number) => number[];

const newestOf = (column: string) =>
  preparedValue<number>(
    `select seq from audit_rows where ${column} = ? and seq >= ? and seq < ? order by seq desc limit ?`,
  );
const BY = {
  act: newestOf('act'),
  actor: newestOf('actor_id'),
  object: newestOf('object_id'),
  organisation: newestOf('organisation_id'),
  address: newestOf('address'),
};
const newestOfAll = preparedValue<number>(
  'select seq from audit_rows where seq >= ? and seq < ? order by seq desc limit ?',
);
const firstSince = preparedValue<number>('select seq from audit_rows where at >= ? order by at, seq limit 1');
const accountsNamed = preparedValue<string>(
  'select id from users where email = ? union select id from users where username = ? union select id from users where id = ?',
);

/** The first row since a time, or one above all rows. */
const seqSince = (time: number) => firstSince().get(time) ?? Number.MAX_SAFE_INTEGER;

/**
 * The interpretations of a search: accounts by email address, username or ID; for super admins issuers by name, too; other objects by ID;
 * a network address; acts by their words.
 */
function meaningsOf(q: string, { user }: Member) {
  const organisations = user.role === 'superadmin' ? issuerIdsOf(q) : [];
  const named = accountsNamed().all(parseEmailAddress(q) ?? q.toLowerCase(), q, q);
  const accounts = [...named, ...organisations];
  const objects = [...accounts, q, compactCode(q).replaceAll(/(.{4})(?=.)/g, '$1-')];
  const acts = (Object.keys(ACTS) as ActName[]).filter((act) =>
    searchText(ACTS[act]()).includes(searchText(q)),
  );
  return {
    actors: [...new Set([...accounts, q])],
    objects: [...new Set(objects)],
    organisations,
    acts,
    address: q,
  };
}

type Meanings = ReturnType<typeof meaningsOf>;

/** Rows that fit any meaning of a search, each read from its index. */
function readMeanings({ actors, objects, organisations, acts, address }: Meanings, from: number): Read {
  const sources = [
    ...actors.map((value) => [BY.actor, value] as const),
    ...objects.map((value) => [BY.object, value] as const),
    ...organisations.map((value) => [BY.organisation, value] as const),
    ...acts.map((value) => [BY.act, value] as const),
    [BY.address, address] as const,
  ];
  return (before, count) => {
    const found = sources.flatMap(([statement, value]) => statement().all(value, from, before, count));
    return [...new Set(found)].sort((a, b) => b - a).slice(0, count);
  };
}

const isMeant = ({ actors, objects, acts, address }: Meanings): SQL | undefined =>
  or(
    inArray(auditRows.actorId, actors),
    inArray(auditRows.objectId, objects),
    acts.length > 0 ? inArray(auditRows.act, acts) : undefined,
    eq(auditRows.address, address),
  );

/** Selects the index that a list is read from, and the conditions that remain to be checked for each row. */
function sourceOf(viewer: Member, { q, act }: Query, from: number): { read: Read; filter?: SQL | undefined } {
  const words = q.trim();
  const meanings = words === '' ? null : meaningsOf(words, viewer);
  const isAct = act === '' ? undefined : eq(auditRows.act, act);
  if (viewer.user.role !== 'superadmin') {
    const id = viewer.organisation?.id ?? '';
    const read: Read = (before, count) => BY.organisation().all(id, from, before, count);
    return { read, filter: and(isAct, meanings ? isMeant(meanings) : undefined) };
  }
  if (meanings) return { read: readMeanings(meanings, from), filter: isAct };
  if (act !== '') return { read: (before, count) => BY.act().all(act, from, before, count) };
  return { read: (before, count) => newestOfAll().all(from, before, count) };
}

const hex = (bytes: Buffer) => bytes.toString('hex');
const parsed = (json: string | null) =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>);

type Row = typeof auditRows.$inferSelect;

/** The accounts that rows name, while they exist. An issuer reads of others what kind of account they are. */
function accountsIn(rows: Row[], viewer: Member) {
  const ids = rows.flatMap(({ actorId, organisationId, objectId }) => [actorId, organisationId, objectId]);
  const found = db()
    .select({ id: users.id, name: users.name, email: users.email, role: users.role })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        sql`${users.id} in (select value from json_each(${JSON.stringify([...new Set(ids)])}))`,
      ),
    )
    .all();
  const organisation = viewer.organisation?.id;
  const isOpen = (id: string) =>
    viewer.user.role === 'superadmin' ||
    id === viewer.user.id ||
    (organisation !== undefined && (id === organisation || roleOf(organisation, id) !== undefined));
  return new Map(
    found.map(({ id, name, email, role }) => [
      id,
      isOpen(id)
        ? { name, email }
        : { name: role === 'superadmin' ? t('listAudit.superAdmin') : null, email: null },
    ]),
  );
}

const exportsIn = preparedValue<number>('select count from audit_exports where seq = ?');

/** What an act changed. A row of exports counts those of its day after the first. */
const afterOf = ({ seq, act, after }: Row) => {
  const count = act === 'exported' ? exportsIn().get(seq) : undefined;
  return count === undefined ? parsed(after) : { ...parsed(after), count };
};

function toEntry(row: Row, known: ReturnType<typeof accountsIn>, viewer: Member): AuditEntry {
  const { seq, at, act, actorKind: kind, actorId, organisationId, objectKind, objectId } = row;
  const account = (id: string) => ({ id, name: null, email: null, ...known.get(id) });
  const seesOrigin = viewer.user.role === 'superadmin' || actorId === viewer.user.id;
  return {
    seq,
    at,
    act,
    actor: actorId === null ? { kind } : { kind, ...account(actorId) },
    organisation: organisationId === null ? null : account(organisationId),
    object: objectKind === null || objectId === null ? null : { kind: objectKind, ...account(objectId) },
    address: seesOrigin ? row.address : null,
    sessionId: seesOrigin ? row.sessionId : null,
    before: parsed(row.before),
    after: afterOf(row),
    previous: hex(row.previous),
    hash: hex(row.hash),
  };
}

/**
 * One page of the audit trail, newest first.
 * @param input {limit, cursor, q, act, from, to}; a search finds accounts by email address, username or ID, for super admins issuers by
 *   name, other objects by ID, network addresses, and acts
 * @throws AppError unauthenticated; forbidden unless the actor owns an organisation or is a super admin; invalid
 */
export function listAudit(actor: Actor, input: Query): { rows: AuditEntry[]; nextCursor: string | null } {
  requireReader(actor);
  const { limit, cursor, from, to } = input;
  const first = from === '' ? 0 : seqSince(Date.parse(from));
  const end = to === '' ? Number.MAX_SAFE_INTEGER : seqSince(Date.parse(to) + DAY_MS);
  const { read, filter } = sourceOf(actor, input, first);
  const { seqs, nextCursor } = filteredPage({
    limit,
    before: Math.min(seqBefore(cursor), end),
    read,
    filter: filter
      ? (found) =>
          seqsOf(sql`select ${auditRows.seq} as seq from ${auditRows}
            where ${and(isOneOf(auditRows.seq, found), filter)} order by ${auditRows.seq} desc`)
      : undefined,
  });
  const found = db().select().from(auditRows).where(isOneOf(auditRows.seq, seqs)).all();
  const rows = found.sort((a, b) => b.seq - a.seq);
  const known = accountsIn(rows, actor);
  return { rows: rows.map((row) => toEntry(row, known, actor)), nextCursor };
}
