import { and, eq, gt, ne } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { forbidden, unauthenticated } from '#app/shared/errors.server.ts';
import { db, type Transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, type Member, requireMember } from './actor.server.ts';
import { hasEnded } from './end-session-rows.server.ts';

/** Whether an actor is a program with a named API token, rather than a login in a browser or with users/login. */
export function isNamedToken(actor: Member): boolean {
  if (actor.kind === 'user') return false;
  const login = and(eq(sessions.id, actor.sessionId), ne(sessions.kind, 'token'));
  return actor.scopes !== null || !db().select({ id: sessions.id }).from(sessions).where(login).get();
}

/**
 * Requires a login, in a browser or with users/login: named API tokens may not manage the account itself.
 * @throws AppError unauthenticated; forbidden
 */
export function requireLogin(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (isNamedToken(actor)) throw forbidden(t('requireLogin.thisNeedsALogin'));
}

/**
 * Requires that the session of a request has not ended. Call it in the transaction that makes the change: a password reset may end
 * all sessions while the request waits for a password to be hashed.
 * @throws AppError unauthenticated
 */
export function requireLiveSession(tx: Pick<Transaction, 'select'>, { kind, sessionId }: Member) {
  const live = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now())))
    .get();
  if (!live || hasEnded(sessionId))
    throw unauthenticated(kind === 'apiToken' ? t('liveSession.aValidBearerTokenIsRequired') : undefined);
}
