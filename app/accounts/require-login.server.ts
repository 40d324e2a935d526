import { and, eq, ne } from 'drizzle-orm';
import { forbidden } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, type Member, requireMember } from './actor.server.ts';

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
