import type { Actor } from '#app/accounts/actor.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { memberLeftMail, memberRemovedMail } from '#app/mail/organisation-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { essentialTransaction, preparedSql } from '#db/client.ts';
import { t } from '#messages';
import { ownerStays } from './change-role.server.ts';
import { endMembership } from './end-membership.server.ts';
import { nameOf, personOf, roleOf } from './membership.server.ts';
import { requireOwner, requireStillOwner } from './owner.server.ts';
import { type OrganisationAct, rolesThatMay } from './roles.ts';

/** A member to whom a mail goes. */
export type MailedMember = { name: string; email: string };

const withRoles = preparedSql<MailedMember>(
  `select u.name, u.email from memberships m join users u on u.id = m.user_id
   where m.organisation_id = ? and u.email is not null and m.role in (select value from json_each(?))
   order by m.role <> 'owner', m.since, u.seq`,
);

/** The members of an organisation who may do one of some acts, the owner first. Each gets a mail about them once. */
export function membersWho(organisationId: string, ...acts: OrganisationAct[]): MailedMember[] {
  const roles = new Set(acts.flatMap(rolesThatMay));
  return withRoles().all(organisationId, JSON.stringify([...roles]));
}

export const memberRemoved = () => t('removeMember.theMemberWasRemoved');

/**
 * Removes a member. Its sessions and API tokens for the organisation end immediately. Its certificates and
 * courses stay.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner, and with the code 'password_required'; invalid for a wrong
 *   password; not-found for nobody of the organisation; conflict for the owner; rate-limited; busy
 */
export async function removeMember(actor: Actor, userId: string, password?: string): Promise<void> {
  const owner = await requireOwner(actor, password);
  const { id: organisationId, name: organisation } = owner.organisation;
  essentialTransaction((tx) => {
    requireStillOwner(tx, owner);
    const role = roleOf(organisationId, userId);
    if (!role) throw notFound();
    if (!endMembership(tx, { organisationId, userId })) throw new AppError('conflict', ownerStays());
    recordAct(tx, owner, 'member.removed', { object: ['account', userId], before: { role } });
    const member = personOf(userId);
    if (member) enqueueMail(tx, memberRemovedMail(member, { organisation }));
    storeAnswer(tx);
  });
}

/**
 * Ends the actor's own membership, with its sessions and API tokens for the organisation. This session goes on for the account itself.
 * @throws AppError unauthenticated; forbidden for a named API token; not-found for an organisation of others; conflict for the owner
 */
export function leaveOrganisation(actor: Actor, organisationId: string): { message: string } {
  requireLogin(actor);
  const { id: userId, name: member } = actor.user;
  return essentialTransaction((tx) => {
    requireLiveSession(tx, actor);
    const role = roleOf(organisationId, userId);
    if (!role) throw notFound();
    if (!endMembership(tx, { organisationId, userId }, actor.sessionId))
      throw new AppError('conflict', t('removeMember.transferTheOwnershipFirstOrCloseThe'));
    recordAct(tx, actor, 'member.left', {
      object: ['account', userId],
      organisation: organisationId,
      before: { role },
    });
    const organisation = nameOf(organisationId);
    for (const owner of membersWho(organisationId, 'manage'))
      enqueueMail(tx, memberLeftMail(owner, { member, organisation }));
    return { message: t('removeMember.youHaveLeftOrganisation', { organisation }) };
  });
}
