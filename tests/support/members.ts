import { acceptInvitation, inviteMember } from '#app/accounts/organisations/invitations.server.ts';
import type { MemberRole } from '#app/accounts/organisations/roles.ts';
import { acceptOwnership, offerOwnership } from '#app/accounts/organisations/transfer-ownership.server.ts';
import { identify } from '#app/accounts/sessions.server.ts';
import { makeVerifier, type Person } from './factories.ts';
import { mailsTo } from './mails.ts';

/** The token of the newest invitation to an address. */
export function invitationToken(address: string): string {
  const tokens = mailsTo(address).map(({ text }) => /\/invitations\/([\w-]+)/.exec(text)?.[1]);
  const token = tokens.filter(Boolean).at(-1);
  if (!token) throw new Error(`No invitation was mailed to ${address}`);
  return token;
}

const actorOf = ({ token, cookie }: Person) => ({
  actor: identify(token, 'bearer', '127.0.0.1'),
  browser: identify(cookie.replace('certrace_session=', ''), 'cookie', '127.0.0.1'),
});

/** Reads the actors of a person again, whose role or organisation has changed. */
export const again = (person: Person): Person => ({
  ...person,
  ...(actorOf(person) as Pick<Person, 'actor' | 'browser'>),
});

/** Makes a person a member of an issuer's organisation. Both its logins act for it. */
export async function join(
  owner: Person,
  person: Person,
  role: Exclude<MemberRole, 'owner'>,
): Promise<Person> {
  await inviteMember(owner.browser, { email: person.email, role });
  const { organisationId } = acceptInvitation(person.browser, invitationToken(person.email));
  const { switchOrganisation } = await import('#app/accounts/organisations/membership.server.ts');
  switchOrganisation(person.actor, organisationId);
  return again(person);
}

/** A new member of an issuer's organisation. */
export const makeMember = async (owner: Person, role: Exclude<MemberRole, 'owner'>) =>
  join(owner, await makeVerifier(), role);

/** Makes a member the owner of an issuer's organisation. */
export async function handOver(owner: Person, member: Person): Promise<Person> {
  await offerOwnership(owner.browser, { userId: member.id });
  await acceptOwnership(member.browser, owner.id);
  return again(member);
}
