import { invalid } from '#app/shared/errors.server.ts';
import { preparedValue, type Transaction } from '#db/client.ts';
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
