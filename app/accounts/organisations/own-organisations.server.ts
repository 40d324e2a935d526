import { eq } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { requireLogin } from '#app/accounts/require-login.server.ts';
import { preparedSql, preparedValue, transaction } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { requireMembership } from './membership.server.ts';
import type { MemberRole } from './roles.ts';

/** An organisation of an account. `isOffered`: the account was asked to take its ownership over. */
export type OwnOrganisation = {
  id: string;
  name: string;
  username: string;
  role: MemberRole;
  since: number;
  isOffered: 0 | 1;
};

const ofAccount = preparedSql<OwnOrganisation>(
  `select o.id, o.name, o.username, m.role, m.since,
     exists (select 1 from ownership_transfers t where t.organisation_id = o.id and t.user_id = m.user_id) as isOffered
   from memberships m join organisations o on o.id = m.organisation_id
   where m.user_id = ? order by o.id <> m.user_id, o.name, o.id`,
);

const idsOfAccount = preparedValue<string>(
  'select organisation_id from memberships where user_id = ? limit 2',
);

/** Whether an account belongs to an organisation that it did not register. Reads an index alone, because every page asks. */
export const hasOtherOrganisations = (userId: string): boolean =>
  idsOfAccount()
    .all(userId)
    .some((id) => id !== userId);

/** The organisations of an account, its own first. */
export const organisationsOf = (userId: string): OwnOrganisation[] => ofAccount().all(userId);

/** The actor's organisations. @throws AppError unauthenticated */
export function ownOrganisations(actor: Actor): OwnOrganisation[] {
  requireMember(actor);
  return organisationsOf(actor.user.id);
}

/**
 * Lets the actor's session act for another of its organisations, or for the account itself.
 * @param organisation its ID; empty for the account itself
 * @throws AppError unauthenticated; forbidden for a named API token; invalid for an organisation of others
 */
export function switchOrganisation(actor: Actor, organisation: string): void {
  requireLogin(actor);
  const organisationId = organisation === '' ? null : organisation;
  transaction((tx) => {
    requireMembership(tx, actor.user.id, organisationId);
    tx.update(sessions).set({ organisationId }).where(eq(sessions.id, actor.sessionId)).run();
  });
}
