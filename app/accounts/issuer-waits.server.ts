import { preparedValue } from '#db/client.ts';
import { type Actor, requireSuperAdmin } from './actor.server.ts';

const waiting = preparedValue<1>(
  `select 1 from memberships m join users owner on owner.id = m.user_id
   where m.role = 'owner' and owner.email_verified_at is not null
     and not exists (select 1 from issuer_decisions where user_id = m.organisation_id) limit 1`,
);

/**
 * Whether an issuer whose owner has confirmed the address waits for approval.
 * @throws AppError unauthenticated; forbidden unless the actor is a super admin
 */
export function issuerWaits(actor: Actor): boolean {
  requireSuperAdmin(actor);
  return waiting().get() !== undefined;
}
