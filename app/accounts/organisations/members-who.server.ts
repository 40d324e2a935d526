import { preparedSql } from '#db/client.ts';
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
