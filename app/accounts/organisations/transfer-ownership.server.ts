import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { requireLiveSession, requireLogin, requireRecentProof } from '#app/accounts/require-login.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { ownershipOfferedMail, ownershipTransferredMail } from '#app/mail/organisation-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { preparedValue, transaction } from '#db/client.ts';
import { memberships, ownershipTransfers } from '#db/schema/organisations.ts';
import { t } from '#messages';
import type { transferSchema } from './members.schema.ts';
import { expireCopiesOf } from './members.server.ts';
import { nameOf, ownerIdOf, personOf, requireOwner, requireStillOwner, roleOf } from './membership.server.ts';

/** The names of what programs of members use for an organisation. The new owner may not know them. */
const tokensOf = preparedValue<string>(
  `select coalesce(s.name, s.id) || ' (' || u.name || ')' from sessions s join users u on u.id = s.user_id
   where s.organisation_id = ? and s.kind = 'token' order by s.created_at limit 50`,
);
const webhooksOf = preparedValue<string>(
  'select url from webhooks where user_id = ? and of_organisation = 1 order by seq limit 50',
);

export const ownershipOffered = () => t('transferOwnership.theMemberWasAskedToTakeThe');
export const offerWithdrawn = () => t('transferOwnership.theOfferWasWithdrawn');

/**
 * Asks a member to take the ownership over. The actor stays the owner until that member accepts. Another offer replaces the first.
 * @param input {userId, password?}
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and with the code 'password_required'; invalid; not-found for
 *   nobody of the organisation; conflict for the owner; rate-limited; busy
 */
export async function offerOwnership(
  actor: Actor,
  { userId, password }: z.output<typeof transferSchema>,
): Promise<void> {
  const owner = await requireOwner(actor, password);
  const { id: organisationId, name: organisation } = owner.organisation;
  transaction((tx) => {
    requireStillOwner(tx, owner);
    const role = roleOf(organisationId, userId);
    if (!role) throw notFound();
    if (role === 'owner') throw new AppError('conflict', t('transferOwnership.thisMemberIsTheOwnerAlready'));
    const requestedAt = now();
    tx.insert(ownershipTransfers)
      .values({ organisationId, userId, requestedAt })
      .onConflictDoUpdate({ target: ownershipTransfers.organisationId, set: { userId, requestedAt } })
      .run();
    recordAct(tx, owner, 'ownership.offered', { object: ['account', userId] });
    const member = personOf(userId);
    if (member) enqueueMail(tx, ownershipOfferedMail(member, { organisation }));
    storeAnswer(tx);
  });
}

/** Withdraws the offer. @throws AppError as `offerOwnership`; not-found without an offer */
export async function withdrawOffer(actor: Actor, password?: string): Promise<void> {
  const owner = await requireOwner(actor, password);
  transaction((tx) => {
    requireStillOwner(tx, owner);
    const own = eq(ownershipTransfers.organisationId, owner.organisation.id);
    const offer = tx
      .delete(ownershipTransfers)
      .where(own)
      .returning({ userId: ownershipTransfers.userId })
      .get();
    if (!offer) throw notFound();
    recordAct(tx, owner, 'ownership.offer_withdrawn', { object: ['account', offer.userId] });
    storeAnswer(tx);
  });
}

/**
 * Takes the ownership over that the actor was offered. The former owner becomes an issuer. The organisation has one owner at any time.
 * @throws AppError unauthenticated; forbidden for a named API token, and with the code 'password_required'; invalid for a wrong password;
 *   not-found without an offer to the actor; rate-limited; busy
 */
export async function acceptOwnership(
  actor: Actor,
  organisationId: string,
  password?: string,
): Promise<{ message: string }> {
  requireLogin(actor);
  await requireRecentProof(actor, password);
  const { id: userId } = actor.user;
  return transaction((tx) => {
    requireLiveSession(tx, actor);
    const offer = and(
      eq(ownershipTransfers.organisationId, organisationId),
      eq(ownershipTransfers.userId, userId),
    );
    if (tx.delete(ownershipTransfers).where(offer).run().changes === 0) throw notFound();
    const before = ownerIdOf(organisationId);
    if (!before || !roleOf(organisationId, userId)) throw notFound();
    const of = eq(memberships.organisationId, organisationId);
    // In this order, because an index allows one owner.
    tx.update(memberships)
      .set({ role: 'issuer' })
      .where(and(of, eq(memberships.role, 'owner')))
      .run();
    tx.update(memberships)
      .set({ role: 'owner' })
      .where(and(of, eq(memberships.userId, userId)))
      .run();
    recordAct(tx, actor, 'ownership.transferred', {
      object: ['account', userId],
      organisation: organisationId,
      before: { owner: before },
      after: { owner: userId },
    });
    expireCopiesOf(tx, before);
    const organisation = nameOf(organisationId);
    const programs = { tokens: tokensOf().all(organisationId), webhooks: webhooksOf().all(organisationId) };
    for (const id of [before, userId]) {
      const person = personOf(id);
      if (person)
        enqueueMail(
          tx,
          ownershipTransferredMail(person, { organisation, isNew: id === userId, ...programs }),
        );
    }
    return storeAnswer(tx, { message: t('transferOwnership.youOwnOrganisationNow', { organisation }) });
  });
}
