import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { endSessionRows } from '#app/accounts/end-session-rows.server.ts';
import { requireRecentProof } from '#app/accounts/require-recent-proof.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import type { proofSchema } from '#app/accounts/settings.schema.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { Keep } from '#app/shared/remembered-answers.server.ts';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { t } from '#messages';
import { toApiToken, tokenColumns } from './api-token.server.ts';
import { scopeMissing } from './require-scope.server.ts';

export const tokenRevoked = () => t('revokeApiToken.theApiTokenWasRevoked');

/**
 * Revokes an API token of the actor's account. A token with scopes revokes only itself and tokens that may do no more than itself.
 * @throws AppError unauthenticated; forbidden with the code 'scope_missing', and with 'password_required'; invalid for a wrong
 *   password; not-found, also for other accounts' tokens; rate-limited; busy
 */
export async function revokeApiToken(
  actor: Actor,
  tokenId: string,
  { password }: z.output<typeof proofSchema>,
  keep?: Keep<undefined>,
) {
  requireMember(actor);
  const mine = and(eq(sessions.id, tokenId), eq(sessions.userId, actor.user.id), eq(sessions.kind, 'token'));
  const row = db().select(tokenColumns).from(sessions).where(mine).get();
  if (!row) throw notFound();
  if (actor.kind === 'apiToken' && actor.scopes !== null) {
    const { scopes } = actor;
    const token = toApiToken(row);
    const message = t('revokeApiToken.aTokenCannotRevokeOne');
    if (token.scopes === null) throw scopeMissing(null, message);
    const beyond = token.scopes.find((scope) => !scopes.includes(scope));
    if (beyond) throw scopeMissing(beyond, message);
  }
  await requireRecentProof(actor, password);
  const ended = endSessionRows(mine, (tx) => {
    recordAct(tx, actor, 'token.revoked', { object: ['token', tokenId] });
    keep?.(tx, undefined);
  });
  if (ended.length === 0) throw notFound();
  recordSecurityEvent('sessions ended', {
    userId: actor.user.id,
    address: actor.address,
    reason: 'token',
    count: 1,
  });
}
