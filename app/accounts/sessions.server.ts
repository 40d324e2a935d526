import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { hashToken, isTokenShaped, newId, newToken } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, deleteSome, parameter, prepared, preparedSql, type Transaction } from '#db/client.ts';
import { issuerDecisions, sessions, users } from '#db/schema/accounts.ts';
import type { AccountStatus, Actor, ActorUser, Role } from './actor.server.ts';
import { isWithin } from './api-tokens/address-ranges.server.ts';
import { scopesIn } from './api-tokens/scopes.ts';
import { isTokenSecret } from './api-tokens/token-secret.server.ts';
import { hasEnded } from './end-session-rows.server.ts';

const DAY_MS = 86_400_000;
/** Absolute lifetime of a session, in a browser and over the API. */
export const SESSION_TTL_MS = 30 * DAY_MS;

/** Idle lifetime of a session. */
function idleMsOf(role: Role): number {
  if (role === 'superadmin') return env().SESSION_IDLE_SUPERADMIN_MINUTES * 60_000;
  if (role === 'admin') return env().SESSION_IDLE_ISSUER_MINUTES * 60_000;
  return env().SESSION_IDLE_MINUTES * 60_000;
}

const expiryOf = (role: Role, createdAt: number) =>
  Math.min(createdAt + SESSION_TTL_MS, now() + idleMsOf(role));

/** How often the last use is stored at most, so that reading pages rarely writes. Idle time-outs are exact to a 30th. */
const touchEveryMs = (role: Role) => Math.min(5 * 60_000, idleMsOf(role) / 30);

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
 */
export function startSession(
  tx: Transaction,
  userId: string,
  kind: 'browser' | 'bearer',
  client: LoginClient,
  withSecondFactor = false,
): string {
  const token = newToken();
  const owner = tx.select({ role: users.role }).from(users).where(eq(users.id, userId)).get();
  tx.insert(sessions)
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      userId,
      kind,
      userAgent: client.userAgent?.slice(0, 300) ?? null,
      address: client.address,
      createdAt: now(),
      lastUsedAt: now(),
      expiresAt: expiryOf(owner?.role ?? 'individual', now()),
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
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
  const sessionId = started.get()?.id ?? null;
  return { kind: kind === 'bearer' ? ('apiToken' as const) : ('user' as const), user, address, sessionId };
};

/** The newest decision about a user, as a column for queries over users. */
export const latestDecision = sql<'approved' | 'suspended' | 'reinstated' | null>`(
  select ${issuerDecisions.decision} from ${issuerDecisions}
  where ${issuerDecisions.userId} = ${users.id} order by ${issuerDecisions.seq} desc limit 1)`;

/** The account's state, from its role and the newest decision about it. */
export function statusOf(role: Role, decision: string | null): AccountStatus {
  if (role !== 'admin') return 'active';
  if (decision === null) return 'pending';
  return decision === 'suspended' ? 'suspended' : 'active';
}

/** The columns that make an actor. */
export const actorColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  username: users.username,
  role: users.role,
  decision: latestDecision,
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
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
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

/**
 * The actor of a secret, or a visitor. A cookie authenticates browser sessions only and a bearer header API sessions only,
 * so neither can be used as the other. A token that may not be used from this address makes a visitor with `refused`.
 */
export function identify(token: string | null, via: 'cookie' | 'bearer', address: string): Actor {
  const visitor: Actor = { kind: 'visitor', address };
  if (token === null || !(isTokenShaped(token) || isTokenSecret(token))) return visitor;
  const at = now();
  const row = byToken().get({ tokenHash: hashToken(token), now: at });
  if (!row || hasEnded(row.sessionId) || (row.kind === 'browser') !== (via === 'cookie')) return visitor;
  if (row.addresses && !isWithin(address, row.addresses)) return { ...visitor, refused: 'address' };
  if (at - row.lastUsedAt > touchEveryMs(row.user.role)) {
    // A named API token expires on its own date, used or not.
    const expiresAt = row.kind === 'token' ? row.expiresAt : expiryOf(row.user.role, row.createdAt);
    try {
      touch().run({ now: at, expiresAt, address, id: row.sessionId });
    } catch (error) {
      // A full disk must not stop reads.
      log.error({ err: error }, 'last use not written');
    }
  }
  const member = { user: toActorUser(row.user), sessionId: row.sessionId, address };
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

/** Deletes expired sessions. */
export const sweepSessions = (limit: number) => deleteSome(sessions, lt(sessions.expiresAt, now()), limit);
