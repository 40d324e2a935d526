import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAct } from '#app/audit/record-act.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, requireMember } from './actor.server.ts';
import { endSessionRows } from './end-session-rows.server.ts';
import { requireLogin } from './require-login.server.ts';
import { requireRecentProof } from './require-recent-proof.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import type { endSessionSchema, proofSchema } from './settings.schema.server.ts';

/**
 * Ends one of the actor's sessions or API tokens.
 * @param input {sessionId, password?}
 * @throws AppError unauthenticated; forbidden for a named API token, and with the code 'password_required'; invalid for a wrong password;
 *   not-found for other accounts' sessions; rate-limited; busy
 */
export async function endSession(
  actor: Actor,
  input: z.output<typeof endSessionSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { sessionId, password } = input;
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, actor.user.id));
  await requireRecentProof(actor, password);
  const done = (kind?: string) => ({
    message: kind === 'token' ? t('common.theApiTokenWasRevoked') : t('endSessions.theSessionWasEnded'),
  });
  const [ended] = endSessionRows(own, (tx, [row]) => {
    storeAnswer(tx, done(row?.kind));
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
  return done(ended.kind);
}

/**
 * Ends every session of the actor except the current one. Named API tokens stay; they are revoked one by one.
 * @throws AppError as `endSession`, except not-found
 */
export async function endOtherSessions(
  actor: Actor,
  { password }: z.output<typeof proofSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  await requireRecentProof(actor, password);
  const done = (count: number) => ({
    message: t('endSessions.changesOtherSessionsWereEnded', { changes: count }),
  });
  const { length: changes } = endSessionRows(
    and(eq(sessions.userId, actor.user.id), ne(sessions.id, actor.sessionId), ne(sessions.kind, 'token')),
    (tx, { length: count }) => {
      if (count > 0) recordAct(tx, actor, 'session.ended', { after: { count } });
      storeAnswer(tx, done(count));
    },
  );
  recordSecurityEvent('sessions ended', { userId: actor.user.id, address: actor.address, count: changes });
  return done(changes);
}

/**
 * Ends the actor's session or token.
 * @throws AppError unauthenticated; Error of a full disk when the end could not be stored, although it has taken effect
 */
export function logout(actor: Actor) {
  requireMember(actor);
  recordSecurityEvent('logout', { userId: actor.user.id, address: actor.address });
  endSessionRows(eq(sessions.id, actor.sessionId), (tx) => recordAct(tx, actor, 'logout'));
}
