import { eq } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { preparedSql, preparedValue, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { memberships, organisations } from '#db/schema/organisations.ts';
import { t } from '#messages';
import type { MemberRole } from './roles.ts';

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
