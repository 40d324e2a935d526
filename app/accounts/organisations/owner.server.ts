import { type Actor, type Issuer, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireLiveSession } from '#app/accounts/live-session.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { requireRecentProof } from '#app/accounts/require-recent-proof.server.ts';
import type { Transaction } from '#db/client.ts';
import { requireStillMay } from './still-may.server.ts';

/**
 * Requires the owner of the organisation that the actor acts for, with a recent proof of who it is.
 * @throws AppError unauthenticated; forbidden for others, for named API tokens and with the code 'password_required'; invalid for a wrong
 *   password; rate-limited; busy
 */
export async function requireOwner(actor: Actor, password: string | undefined): Promise<Issuer> {
  requireOrganisation(actor, 'manage');
  requireLogin(actor);
  await requireRecentProof(actor, password);
  return actor;
}

/**
 * Requires that the actor still owns its organisation, in the transaction of a change: ownership may have been taken over while its
 * password was checked.
 * @throws AppError unauthenticated; forbidden
 */
export function requireStillOwner(tx: Transaction, actor: Issuer) {
  requireLiveSession(tx, actor);
  requireStillMay(tx, actor, 'manage');
}
