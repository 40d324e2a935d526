import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { roleChangedMail } from '#app/mail/organisation-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { memberships } from '#db/schema/organisations.ts';
import { t } from '#messages';
import type { roleChangeSchema } from './members.schema.ts';
import { personOf, roleOf } from './membership.server.ts';
import { requireOwner, requireStillOwner } from './owner.server.ts';

export const roleChanged = () => t('changeRole.theRoleWasChanged');
export const ownerStays = () => t('changeRole.theOwnerKeepsThisRoleUntilSomebody');

/**
 * Gives a member another role, which counts from its next request on. A batch that it started goes on: it is the organisation's.
 * @param input {role, password?}
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and with the code 'password_required'; invalid; not-found for
 *   nobody of the organisation; conflict for the owner; rate-limited; busy
 */
export async function changeRole(
  actor: Actor,
  userId: string,
  { role, password }: z.output<typeof roleChangeSchema>,
): Promise<void> {
  const owner = await requireOwner(actor, password);
  const { id: organisationId, name: organisation } = owner.organisation;
  transaction((tx) => {
    requireStillOwner(tx, owner);
    const before = roleOf(organisationId, userId);
    if (!before) throw notFound();
    if (before === 'owner') throw new AppError('conflict', ownerStays());
    storeAnswer(tx);
    if (before === role) return;
    const own = and(eq(memberships.organisationId, organisationId), eq(memberships.userId, userId));
    tx.update(memberships)
      .set({ role })
      .where(and(own, ne(memberships.role, 'owner')))
      .run();
    recordAct(tx, owner, 'member.role', {
      object: ['account', userId],
      before: { role: before },
      after: { role },
    });
    const member = personOf(userId);
    if (member) enqueueMail(tx, roleChangedMail(member, { organisation, role }));
  });
}
