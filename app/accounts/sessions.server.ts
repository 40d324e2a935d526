import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { isWithin } from '#app/accounts/api-tokens/api-token.schema.server.ts';
import { isTokenSecret } from '#app/accounts/api-tokens/create-api-token.server.ts';
import { defaultOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped, newId, newToken } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import type { Transaction } from '#db/client.ts';
import { db, deleteSome, parameter, prepared, preparedSql, preparedValue } from '#db/client.ts';
import { issuerDecisions, sessions, users } from '#db/schema/accounts.ts';
import { memberships, organisations } from '#db/schema/organisations.ts';
import type { AccountStatus, Actor, ActorOrganisation, ActorUser, Role } from './actor.server.ts';
import { scopesIn } from './api-tokens/scopes.ts';
import { hasEnded } from './require-login.server.ts';
import { deletionDueAtColumn } from './restriction.server.ts';

const DAY_MS = 86_400_000;
/** Absolute lifetime of a session, in a browser and over the API. */
export const SESSION_TTL_MS = 30 * DAY_MS;

/** Idle lifetime of a session. One that acts for an organisation has that of an issuer. */
function idleMsOf(role: Role): number {
  if (role === 'superadmin') return env().SESSION_IDLE_SUPERADMIN_MINUTES * 60_000;
  if (role === 'admin') return env().SESSION_IDLE_ISSUER_MINUTES * 60_000;
  return env().SESSION_IDLE_MINUTES * 60_000;
}

const expiryOf = (role: Role, createdAt: number) =>
  Math.min(createdAt + SESSION_TTL_MS, now() + idleMsOf(role));

/**
 * How often the last use is stored at most, so that reading pages and watching lessons rarely writes: it costs two pages of the WAL. Idle
 * time-outs are exact to a 30th, and the last use of a named API token to five minutes.
 */
const touchEveryMs = (kind: 'browser' | 'bearer' | 'token', role: Role) =>
  Math.min((kind === 'token' ? 5 : 30) * 60_000, idleMsOf(role) / 30);

/** Properties of the client at login. */
export type LoginClient = {
  address: string;
  userAgent: string | null;
  /** The client's current session, which the login replaces. */
  endsSession?: string | null;
  /** The known-device token of an earlier login. */
  device?: string | null;
  /** The token of a browser whose owner trusted it. */
  trusted?: string | null;
};

/** Most sessions of an account. A login beyond that ends the oldest ones, a few at a time. */
const MOST_SESSIONS = 500;
const END_AT_ONCE = 100;

const endOldest = preparedSql(
  `delete from sessions where rowid in (select rowid from sessions where user_id = ? and kind <> 'token'
     order by created_at desc limit ? offset ?)`,
);

/**
 * Starts a session in the transaction of its cause and returns its secret. Only a hash is stored.
 * @param kind `browser` for a cookie, `bearer` for a login over the API
 * @param organisationId the organisation that it acts for; by default the account's own, or its only one
 */
export function startSession(
  tx: Transaction,
  userId: string,
  kind: 'browser' | 'bearer',
  client: LoginClient,
  withSecondFactor = false,
  organisationId = defaultOrganisation(tx, userId),
): string {
  const token = newToken();
  const owner = tx.select({ role: users.role }).from(users).where(eq(users.id, userId)).get();
  tx.insert(sessions)
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      userId,
      organisationId,
      kind,
      userAgent: client.userAgent?.slice(0, 300) ?? null,
      address: client.address,
      createdAt: now(),
      lastUsedAt: now(),
      expiresAt: expiryOf(organisationId ? 'admin' : (owner?.role ?? 'individual'), now()),
      secondFactorAt: withSecondFactor ? now() : null,
    })
    .run();
  endOldest().run(userId, END_AT_ONCE, MOST_SESSIONS);
  return token;
}

/** The account that a login authenticated, as an actor. @param token of its new session */
export const newActor = (
  tx: Transaction,
  user: ActorUser,
  { token, address, kind }: { token: string; address: string; kind: 'browser' | 'bearer' },
) => {
  const started = tx
    .select({ id: sessions.id, organisationId: sessions.organisationId })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)))
    .get();
  const organisation = started?.organisationId ? { id: started.organisationId } : null;
  const as = kind === 'bearer' ? ('apiToken' as const) : ('user' as const);
  return { kind: as, user, organisation, address, sessionId: started?.id ?? null };
};

/** The newest decision about a user or an organisation, as a column for queries over them. */
export const latestDecisionOf = ({ id }: typeof users | typeof organisations) =>
  sql<'approved' | 'suspended' | 'reinstated' | null>`(
  select ${issuerDecisions.decision} from ${issuerDecisions}
  where ${issuerDecisions.userId} = ${id} order by ${issuerDecisions.seq} desc limit 1)`;

/** The account's state, from its role and the newest decision about it. */
export function statusOf(role: Role, decision: string | null): AccountStatus {
  if (role !== 'admin') return 'active';
  if (decision === null) return 'pending';
  return decision === 'suspended' ? 'suspended' : 'active';
}

const decisionAbout = preparedValue<string>(
  'select decision from issuer_decisions where user_id = ? order by seq desc limit 1',
);

/** An organisation's state, from the newest decision about it. */
export const statusOfOrganisation = (id: string): AccountStatus =>
  statusOf('admin', decisionAbout().get(id) ?? null);

/** The columns that make an actor. */
export const actorColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  username: users.username,
  role: users.role,
  language: users.language,
  decision: latestDecisionOf(users),
};

export const toActorUser = ({
  decision,
  ...user
}: Omit<ActorUser, 'status'> & { decision: string | null }): ActorUser => ({
  ...user,
  status: statusOf(user.role, decision),
});

const byToken = prepared(() =>
  db()
    .select({
      sessionId: sessions.id,
      kind: sessions.kind,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      scopes: sessions.scopes,
      addresses: sessions.addresses,
      user: actorColumns,
      organisationId: sessions.organisationId,
      organisation: {
        id: organisations.id,
        name: organisations.name,
        username: organisations.username,
        decision: latestDecisionOf(organisations),
      },
      memberRole: memberships.role,
      deletionDueAt: deletionDueAtColumn,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      memberships,
      and(eq(memberships.organisationId, sessions.organisationId), eq(memberships.userId, sessions.userId)),
    )
    .leftJoin(organisations, eq(organisations.id, memberships.organisationId))
    .where(and(eq(sessions.tokenHash, parameter('tokenHash')), gt(sessions.expiresAt, parameter('now'))))
    .prepare(),
);

const touch = prepared(() =>
  db()
    .update(sessions)
    .set({
      lastUsedAt: sql`${sql.placeholder('now')}`,
      expiresAt: sql`${sql.placeholder('expiresAt')}`,
      // A login keeps the address where it began.
      address: sql`iif(${sessions.kind} = 'token', ${sql.placeholder('address')}, ${sessions.address})`,
      unusedMailedAt: null,
    })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
);

type TokenRow = NonNullable<ReturnType<ReturnType<typeof byToken>['get']>>;

/** A session's organisation. Null if it acts for the account; undefined after the end of the membership. */
function organisationOf({
  organisationId,
  organisation,
  memberRole,
}: TokenRow): ActorOrganisation | null | undefined {
  if (organisationId === null) return null;
  if (organisation === null || memberRole === null) return undefined;
  const { id, name, username, decision } = organisation;
  return { id, name, username, status: statusOf('admin', decision), role: memberRole };
}

/**
 * The actor of a secret, or a visitor. A cookie authenticates browser sessions only and a bearer header API sessions only,
 * so neither can be used as the other. A session of an organisation ends with the membership. A token that may not be used from this
 * address makes a visitor with `refused`.
 */
export function identify(token: string | null, via: 'cookie' | 'bearer', address: string): Actor {
  const visitor: Actor = { kind: 'visitor', address };
  if (token === null || !(isTokenShaped(token) || isTokenSecret(token))) return visitor;
  const at = now();
  const row = byToken().get({ tokenHash: hashToken(token), now: at });
  if (!row || hasEnded(row.sessionId) || (row.kind === 'browser') !== (via === 'cookie')) return visitor;
  if (row.addresses && !isWithin(address, row.addresses)) return { ...visitor, refused: 'address' };
  const organisation = organisationOf(row);
  if (organisation === undefined) return visitor;
  const role = organisation ? 'admin' : row.user.role;
  if (at - row.lastUsedAt > touchEveryMs(row.kind, role)) {
    // A named API token expires on its own date, used or not.
    const expiresAt = row.kind === 'token' ? row.expiresAt : expiryOf(role, row.createdAt);
    try {
      touch().run({ now: at, expiresAt, address, id: row.sessionId });
    } catch (error) {
      // A full disk must not stop reads.
      log.error({ err: error }, 'last use not written');
    }
  }
  const { sessionId, deletionDueAt } = row;
  const member = { user: toActorUser(row.user), organisation, sessionId, deletionDueAt, address };
  return via === 'cookie'
    ? { kind: 'user', ...member }
    : { kind: 'apiToken', ...member, scopes: row.scopes && scopesIn(row.scopes) };
}

/** Ends every session and API token of a user, except one if given. Returns how many it ended. */
export function endSessions(tx: Transaction, userId: string, except?: string): number {
  const mine = eq(sessions.userId, userId);
  return tx
    .delete(sessions)
    .where(except ? and(mine, ne(sessions.id, except)) : mine)
    .run().changes;
}

/** Ends every session of a user, and leaves its named API tokens. */
export const endLogins = (tx: Transaction, userId: string) =>
  tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.kind, 'token')))
    .run();

export const sweepSessions = (limit: number) => deleteSome(sessions, lt(sessions.expiresAt, now()), limit);
