import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { shownName } from '#app/accounts/account-names.server.ts';
import { type Actor, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireLiveSession, requireLogin } from '#app/accounts/require-login.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { memberLeftMail, memberRemovedMail, roleChangedMail } from '#app/mail/organisation-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import type { Transaction } from '#db/client.ts';
import { essentialTransaction, preparedSql, preparedValue, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { memberships, ownershipTransfers } from '#db/schema/organisations.ts';
import { EXPIRE_DATA_EXPORTS } from '#db/schema/privacy.ts';
import { t } from '#messages';
import type { roleChangeSchema } from './members.schema.ts';
import { nameOf, personOf, requireOwner, requireStillOwner, roleOf } from './membership.server.ts';
import { type MemberRole, type OrganisationAct, rolesThatMay } from './roles.ts';

/** A member. `since` is in ms UTC; `invitedBy` is a name. */
type OrganisationMember = {
  id: string;
  name: string;
  email: string | null;
  role: MemberRole;
  since: number;
  invitedBy: string | null;
};

/** An open invitation. Times are in ms UTC. */
type Invitation = {
  id: string;
  email: string;
  role: MemberRole;
  createdAt: number;
  expiresAt: number;
};

const members = preparedSql<OrganisationMember>(
  `select u.id, u.name, u.email, m.role, m.since, adder.name as invitedBy
   from memberships m join users u on u.id = m.user_id left join users adder on adder.id = m.added_by
   where m.organisation_id = ? order by m.role <> 'owner', m.since, u.seq`,
);
const open = preparedSql<Invitation>(
  `select id, email, role, created_at as createdAt, expires_at as expiresAt from invitations
   where organisation_id = ? and expires_at > ? order by seq`,
);
const offeredTo = preparedValue<string>('select user_id from ownership_transfers where organisation_id = ?');

/**
 * The name of the actor's organisation, its members, the owner first, its open invitations, and the member to whom the ownership is offered.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner
 */
export function listMembers(actor: Actor) {
  requireOrganisation(actor, 'manage');
  const { id, name } = actor.organisation;
  return {
    name,
    members: members()
      .all(id)
      .map(({ invitedBy, ...member }) => ({
        ...member,
        invitedBy: invitedBy === null ? null : shownName(invitedBy),
      })),
    invitations: open().all(id, now()),
    offeredTo: offeredTo().get(id) ?? null,
  };
}

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

const expireExports = preparedSql(`${EXPIRE_DATA_EXPORTS} user_id = ?`);

/** Expires the copies of data of a person that may not read an organisation's data any more. */
export const expireCopiesOf = (_tx: Transaction, userId: string) => expireExports().run(userId);

/**
 * Ends a membership with its sessions and API tokens for the organisation, and its copies of data.
 * @param keeps a session that goes on for the account itself
 * @returns false, without any change, for the owner and for an account that is not a member
 */
export function endMembership(
  tx: Transaction,
  { organisationId, userId }: { organisationId: string; userId: string },
  keeps?: string,
): boolean {
  const own = and(eq(memberships.organisationId, organisationId), eq(memberships.userId, userId));
  if (
    tx
      .delete(memberships)
      .where(and(own, ne(memberships.role, 'owner')))
      .run().changes === 0
  )
    return false;
  const offer = and(
    eq(ownershipTransfers.organisationId, organisationId),
    eq(ownershipTransfers.userId, userId),
  );
  tx.delete(ownershipTransfers).where(offer).run();
  endSessionsFor(tx, organisationId, userId, keeps);
  return true;
}

/**
 * Ends an account's sessions and API tokens for an organisation, except one, which acts for the account itself from now on, and expires its
 * copies of data.
 */
export function endSessionsFor(tx: Transaction, organisationId: string, userId: string, keeps?: string) {
  expireCopiesOf(tx, userId);
  const acting = and(eq(sessions.organisationId, organisationId), eq(sessions.userId, userId));
  if (keeps) {
    const kept = and(acting, eq(sessions.id, keeps), ne(sessions.kind, 'token'));
    tx.update(sessions).set({ organisationId: null }).where(kept).run();
  }
  tx.delete(sessions).where(acting).run();
}

/** A member to whom a mail goes. */
export type MailedMember = { id: string; name: string; email: string };

const withRoles = preparedSql<MailedMember>(
  `select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id
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
