import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { endSessionRows } from '#app/accounts/end-session-rows.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { requireRecentProof } from '#app/accounts/require-recent-proof.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import type { proofSchema } from '#app/accounts/settings.schema.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';

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
