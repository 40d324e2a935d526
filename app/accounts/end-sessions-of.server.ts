import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAct } from '#app/audit/record-act.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { type Actor, requireSuperAdmin } from './actor.server.ts';
import { endSessionRows } from './end-session-rows.server.ts';
import { requireLogin } from './require-login.server.ts';
import { requireRecentProof } from './require-recent-proof.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';
import type { proofSchema } from './settings.schema.server.ts';

const ownTexts = () => t('endSessionsOf.endYourOwnSessionsInYourSettings');

/** An account whose sessions a super admin may end. */
export type SessionsSubject = { name: string; username: string; email: string | null; isIssuer: boolean };

/** @throws AppError forbidden unless the actor is a super admin; not-found; conflict for the actor's own account */
export function sessionsSubject(actor: Actor, userId: string): SessionsSubject {
  requireSuperAdmin(actor);
  if (actor.user.id === userId) throw new AppError('conflict', ownTexts());
  const { name, username, email, role } = users;
  const row = db().select({ name, username, email, role }).from(users).where(eq(users.id, userId)).get();
  if (!row) throw notFound();
  return { name: row.name, username: row.username, email: row.email, isIssuer: row.role === 'admin' };
}

/**
 * Ends all sessions and API tokens of an account, by a super admin.
 * @param input {password?}
 * @throws AppError unauthenticated; forbidden for other roles and named API tokens, and with the code 'password_required'; as
 *   `sessionsSubject`; rate-limited; busy
 */
export async function endSessionsOf(
  actor: Actor,
  userId: string,
  { password }: z.output<typeof proofSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { name, isIssuer } = sessionsSubject(actor, userId);
  await requireRecentProof(actor, password);
  const done = (ended: number) => {
    const what = t('endSessionsOf.countSessionsAndTokens', { count: ended });
    return { message: t('endSessionsOf.whatOfNameEnded', { what, name }) };
  };
  const { length: count } = endSessionRows(
    and(eq(sessions.userId, userId), ne(sessions.id, actor.sessionId)),
    (tx, ended) => {
      recordAct(tx, actor, 'session.ended', {
        object: ['account', userId],
        organisation: isIssuer ? userId : null,
        after: { count: ended.length },
      });
      storeAnswer(tx, done(ended.length));
    },
  );
  recordSecurityEvent('sessions ended', {
    userId: actor.user.id,
    subjectId: userId,
    address: actor.address,
    count,
  });
  return done(count);
}
