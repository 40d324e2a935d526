import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAct } from '#app/audit/record-act.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import type { Actor } from './actor.server.ts';
import { endSessionRows } from './end-session-rows.server.ts';
import { requireLogin } from './require-login.server.ts';
import { requireRecentProof } from './require-recent-proof.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import type { endSessionSchema } from './settings.schema.ts';

/**
 * Ends one of the actor's sessions or API tokens.
 * @param input {sessionId, password?}
 * @throws AppError unauthenticated; forbidden for a named API token, and with the code 'password_required' for a token to revoke; not-found
 *   for other accounts' sessions
 */
export async function endSession(
  actor: Actor,
  input: z.output<typeof endSessionSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { sessionId, password } = input;
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, actor.user.id));
  const found = db().select({ kind: sessions.kind }).from(sessions).where(own).get();
  if (found?.kind === 'token') await requireRecentProof(actor, password);
  const [ended] = endSessionRows(own, (tx, [row]) => {
    if (row?.kind === 'token') recordAct(tx, actor, 'token.revoked', { object: ['token', sessionId] });
    else recordAct(tx, actor, 'session.ended', { object: ['session', sessionId] });
  });
  if (!ended) throw notFound();
  recordSecurityEvent('sessions ended', {
    userId: actor.user.id,
    address: actor.address,
    reason: ended.kind,
    count: 1,
  });
  return { message: ended.kind === 'token' ? 'The API token was revoked.' : 'The session was ended.' };
}

/**
 * Ends every session of the actor except the current one. Named API tokens stay; they are revoked one by one.
 * @throws AppError unauthenticated; forbidden for a named API token
 */
export function endOtherSessions(actor: Actor): { message: string } {
  requireLogin(actor);
  const { length: changes } = endSessionRows(
    and(eq(sessions.userId, actor.user.id), ne(sessions.id, actor.sessionId), ne(sessions.kind, 'token')),
    (tx, { length: count }) => recordAct(tx, actor, 'session.ended', { after: { count } }),
  );
  recordSecurityEvent('sessions ended', { userId: actor.user.id, address: actor.address, count: changes });
  return {
    message: changes === 1 ? 'One other session was ended.' : `${changes} other sessions were ended.`,
  };
}
