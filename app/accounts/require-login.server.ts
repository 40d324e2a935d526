import { and, eq, ne } from 'drizzle-orm';
import { forbidden } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, type Member, requireMember } from './actor.server.ts';

/**
 * Requires a login, in a browser or with users/login: named API tokens may not manage the account itself.
 * @throws AppError unauthenticated; forbidden
 */
export function requireLogin(actor: Actor): asserts actor is Member {
  requireMember(actor);
  if (actor.kind === 'user') return;
  const login = and(eq(sessions.id, actor.sessionId), ne(sessions.kind, 'token'));
  if (actor.scopes === null && db().select({ id: sessions.id }).from(sessions).where(login).get()) return;
  throw forbidden(t('requireLogin.thisNeedsALogin'));
}
