import { shownName } from '#app/accounts/account-names.server.ts';
import { type Actor, requireOrganisation } from '#app/accounts/actor.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { preparedSql, preparedValue } from '#db/client.ts';
import type { MemberRole } from './roles.ts';

/** A member. `since` is in ms UTC; `invitedBy` is a name. */
export type OrganisationMember = {
  id: string;
  name: string;
  email: string | null;
  role: MemberRole;
  since: number;
  invitedBy: string | null;
};

/** An open invitation. Times are in ms UTC. */
export type Invitation = {
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
