import { type Actor, type Issuer, type Member, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { requireRecentProof } from '#app/accounts/require-recent-proof.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import type { Transaction } from '#db/client.ts';
import { t } from '#messages';
import { roleOf } from './membership.server.ts';
import { mayDo, type OrganisationAct } from './roles.ts';

/**
 * Requires that the actor's role still allows an act, in the transaction of a change: the member may have been removed or have got another
 * role while the request waited for a password to be hashed or a certificate to be signed.
 * @throws AppError forbidden
 */
export function requireStillMay(_tx: Pick<Transaction, 'select'>, actor: Member, act: OrganisationAct) {
  // An account that acts for itself has no role.
  if (!actor.organisation) return;
  const { id, name } = actor.organisation;
  const role = roleOf(id, actor.user.id);
  if (!role || !mayDo(role, act)) throw forbidden(t('actor.yourRoleInNameDoesNotAllowThis', { name }));
}

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
