import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { proofSchema } from '#app/accounts/account.schema.server.ts';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { endSessionRows, requireLogin, requireRecentProof } from '#app/accounts/require-login.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { apiTokenListSchema } from './api-token.schema.server.ts';
import { type Scope, scopesIn } from './scopes.ts';

/** The stored end of a token that never expires: the last instant of the year 9999. */
export const NEVER_EXPIRES = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A named API token; times in ms UTC. */
export type ApiToken = {
  id: string;
  name: string;
  /** Null for a token from before scopes existed, which may do all that the role may do. */
  scopes: Scope[] | null;
  /** Ranges in CIDR notation. Null if every client may use the token. */
  addresses: string[] | null;
  createdAt: number;
  lastUsedAt: number;
  /** The address of its last use, or of its creation. */
  lastAddress: string;
  /** Null if it never expires. */
  expiresAt: number | null;
};

/** Rows are deleted but never get a new rowid, so rowids order tokens by their creation. */
export const tokenSeq = sql<number>`${sessions}.rowid`;

/**
 * Selects the tokens of a page of a list that have not expired.
 * @param of whose tokens the list has
 * @throws AppError invalid for an unknown cursor
 */
export const unexpiredTokens = (of: SQL | undefined, cursor: string | undefined) =>
  and(of, eq(sessions.kind, 'token'), gt(sessions.expiresAt, now()), lt(tokenSeq, seqBefore(cursor)));

export const tokenColumns = {
  id: sessions.id,
  name: sessions.name,
  scopes: sessions.scopes,
  addresses: sessions.addresses,
  createdAt: sessions.createdAt,
  lastUsedAt: sessions.lastUsedAt,
  lastAddress: sessions.address,
  expiresAt: sessions.expiresAt,
};

type Row = { [Column in keyof typeof tokenColumns]: (typeof tokenColumns)[Column]['_']['data'] | null } & {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  lastAddress: string;
  expiresAt: number;
};

export const toApiToken = (row: Row): ApiToken => ({
  ...row,
  name: row.name ?? '',
  scopes: row.scopes && scopesIn(row.scopes),
  expiresAt: row.expiresAt === NEVER_EXPIRES ? null : row.expiresAt,
});

/** The error for a token whose scopes do not cover a call. @param scope the scope that the call needs; null if none covers it */
export const scopeMissing = (scope: Scope | null, message: string) =>
  new AppError('forbidden', message, { details: { code: 'scope_missing', scope } });

/**
 * Requires that a token covers a call. Logins and tokens without scopes may do all that their role may do.
 * @param scope the scope that the call needs; null if only logins may make it
 * @throws AppError forbidden with the code 'scope_missing'
 */
export function requireScope(actor: Actor, scope: Scope | null) {
  if (actor.kind !== 'apiToken' || actor.scopes === null) return;
  if (scope === null) throw scopeMissing(null, t('requireScope.aTokenWithScopesCannotMakeThisCall'));
  if (!actor.scopes.includes(scope))
    throw scopeMissing(scope, t('requireScope.thisCallNeedsAToken', { scope }));
}

type ApiTokenPage = { tokens: ApiToken[]; nextCursor: string | null };

/**
 * The API tokens of the actor's account that have not expired, newest first.
 * @throws AppError unauthenticated; forbidden for API tokens; invalid for an unknown cursor
 */
export function listApiTokens(
  actor: Actor,
  { limit, cursor }: z.output<typeof apiTokenListSchema>,
): ApiTokenPage {
  requireLogin(actor);
  const found = db()
    .select({ seq: tokenSeq, ...tokenColumns })
    .from(sessions)
    .where(unexpiredTokens(eq(sessions.userId, actor.user.id), cursor))
    .orderBy(desc(tokenSeq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  return { tokens: rows.map(({ seq: _, ...row }) => toApiToken(row)), nextCursor };
}

export const tokenRevoked = () => t('common.theApiTokenWasRevoked');

/**
 * Revokes an API token of the actor's account. An API token revokes only itself.
 * @throws AppError unauthenticated; forbidden for other API tokens, and with the code 'password_required'; invalid for a wrong password; not-found, also for other accounts' tokens; rate-limited; busy
 */
export async function revokeApiToken(
  actor: Actor,
  tokenId: string,
  { password }: z.output<typeof proofSchema>,
) {
  requireMember(actor);
  const isItself = actor.kind === 'apiToken' && tokenId === actor.sessionId;
  if (!isItself) requireLogin(actor);
  const mine = and(eq(sessions.id, tokenId), eq(sessions.userId, actor.user.id), eq(sessions.kind, 'token'));
  if (!db().select({ id: sessions.id }).from(sessions).where(mine).get()) throw notFound();
  if (!isItself) await requireRecentProof(actor, password);
  const ended = endSessionRows(mine, (tx) => {
    recordAct(tx, actor, 'token.revoked', { object: ['token', tokenId] });
    storeAnswer(tx);
  });
  if (ended.length === 0) throw notFound();
  recordSecurityEvent('sessions ended', {
    userId: actor.user.id,
    address: actor.address,
    reason: 'token',
    count: 1,
  });
}
