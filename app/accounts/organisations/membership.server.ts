import { eq } from 'drizzle-orm';
import type { Actor, Issuer, Member } from '#app/accounts/actor.server.ts';
import { requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireLiveSession, requireLogin, requireRecentProof } from '#app/accounts/require-login.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { forbidden, invalid } from '#app/shared/errors.server.ts';
import { whyUnprintable } from '#app/shared/printable.ts';
import { preparedSql, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { sessions, users } from '#db/schema/accounts.ts';
import { memberships, organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import { type MemberRole, mayDo, type OrganisationAct } from './roles.ts';

const anyMembership = preparedValue<1>('select 1 from memberships where user_id = ? limit 1');
const role = preparedValue<MemberRole>(
  'select role from memberships where organisation_id = ? and user_id = ?',
);

/** Whether an account is a member of any organisation. */
export const isMember = (userId: string): boolean => anyMembership().get(userId) !== undefined;

/** The present role of an account in an organisation, or undefined. */
export const roleOf = (organisationId: string, userId: string): MemberRole | undefined =>
  role().get(organisationId, userId);

const notYours = () => t('membership.youAreNotAMemberOfThisOrganisation');

/** Requires that an account may act for the organisation that it chose, if any. @throws AppError invalid */
export function requireMembership(_tx: Transaction, userId: string, organisationId: string | null) {
  if (organisationId !== null && roleOf(organisationId, userId) === undefined)
    throw invalid(notYours(), { organisation: [notYours()] });
}

const name = preparedValue<string>('select name from organisations where id = ?');
const owner = preparedValue<string>(
  "select user_id from memberships where organisation_id = ? and role = 'owner'",
);
const person = preparedSql<{ name: string; email: string }>(
  'select name, email from users where id = ? and email is not null',
);

/** The name of an organisation. */
export const nameOf = (organisationId: string): string => name().get(organisationId) ?? '';

/** The owner of an organisation, or undefined if it is closed. */
export const ownerIdOf = (organisationId: string): string | undefined => owner().get(organisationId);

/** An account to which a mail goes, or undefined. */
export const personOf = (userId: string) => person().get(userId);

const owned = preparedValue<string>(
  "select organisation_id from memberships where user_id = ? and role = 'owner'",
);

/** The organisations that an account owns. */
export const ownedBy = (userId: string): string[] => owned().all(userId);

/**
 * Gives an organisation a name, and the account that registered it too while that is the owner: both have one name then.
 */
export function renameOrganisation(tx: Transaction, organisationId: string, name: string) {
  tx.update(organisations).set({ name }).where(eq(organisations.id, organisationId)).run();
  if (roleOf(organisationId, organisationId) === 'owner')
    tx.update(users).set({ name }).where(eq(users.id, organisationId)).run();
}

/** @throws AppError invalid for a name that an issuer's certificates could not show */
export function requirePrintableName(name: string) {
  const message = whyUnprintable(() => t('common.fullName'), name);
  if (message !== null) throw invalid(message, { name: [message] });
}

/** Makes the organisation of an account that registers as an issuer, and the account its owner. */
export function foundOrganisation(
  tx: Transaction,
  { id, name, username }: { id: string; name: string; username: string },
) {
  const since = now();
  tx.insert(organisations).values({ id, name, username, createdAt: since }).run();
  tx.insert(memberships).values({ organisationId: id, userId: id, role: 'owner', since }).run();
}

/** The organisation that an account acts for after its login: its own, or its only one. Null for none, or for one of several. */
export function defaultOrganisation(tx: Pick<Transaction, 'select'>, userId: string): string | null {
  const found = tx
    .select({ id: memberships.organisationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .all();
  if (found.some(({ id }) => id === userId)) return userId;
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

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

/**
 * Requires the owner of the organisation that the actor acts for, with a recent proof of who it is.
 * @throws AppError unauthenticated; forbidden for others, for named API tokens and with the code 'password_required'; invalid for a wrong
 *   password; rate-limited; busy
 */
export async function requireOwner(actor: Actor, password: string | undefined): Promise<Issuer> {
  requireOrganisation(actor, 'manage');
  requireLogin(actor);
  await requireRecentProof(actor, password);
  return actor;
}

/**
 * Requires that the actor still owns its organisation, in the transaction of a change: ownership may have been taken over while its
 * password was checked.
 * @throws AppError unauthenticated; forbidden
 */
export function requireStillOwner(tx: Transaction, actor: Issuer) {
  requireLiveSession(tx, actor);
  requireStillMay(tx, actor, 'manage');
}

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
