import type { Member } from '#app/accounts/actor.server.ts';
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
