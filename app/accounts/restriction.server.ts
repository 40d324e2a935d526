import { sql } from 'drizzle-orm';
import { mustSetUp, SETUP_PATH, setupRequired } from '#app/accounts/second-factor/must-set-up.server.ts';
import { shownEmail } from '#app/shared/email-address.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { preparedValue } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { accountDeletions } from '#db/schema/privacy.ts';
import { t } from '#messages';
import type { ActorUser, Member } from './actor.server.ts';

export const KEEP_PATH = '/settings/keep-account';

const pending = preparedValue<number>('select due_at from account_deletions where user_id = ?');

/** When an account will be deleted, in ms UTC. Null unless its owner asked for it. */
export const deletionDueAt = (userId: string): number | null => pending().get(userId) ?? null;

/** SQL expression for the same, for queries over users. */
export const deletionDueAtColumn = sql<number | null>`(
  select ${accountDeletions.dueAt} from ${accountDeletions} where ${accountDeletions.userId} = ${users.id})`;

/** The error of programs that act for such an account. */
export const deletionPending = () =>
  new AppError('forbidden', t('pendingDeletion.thisAccountWillBeDeleted'), {
    details: { code: 'account_deletion_pending' },
  });

export type AccountNotice = { title: string; text: string };

/** Why the actor's organisation cannot issue now and what to do about it, or null when it can. */
export function accountNotice({ organisation, user: { email } }: Member): AccountNotice | null {
  if (organisation === null) return null;
  const { status } = organisation;
  if (status === 'pending') {
    return {
      title: t('common.yourIssuerAccountIsWaitingForApproval'),
      text: t('accountNotice.aSuperAdminReviewsEveryNewIssuer', { email: shownEmail(email ?? '') }),
    };
  }
  if (status === 'suspended') {
    return {
      title: t('common.yourIssuerAccountIsSuspended'),
      text: t('accountNotice.youCannotIssueCertificatesOrChangeCourses'),
    };
  }
  return null;
}

/** A restriction of an account to one page, until it has completed the page's form. */
export type Restriction = {
  /** The only page that it sees. */
  path: string;
  /** The error of programs that act for it. */
  error: () => AppError;
};

const SETUP: Restriction = { path: SETUP_PATH, error: setupRequired };
const DELETION: Restriction = { path: KEEP_PATH, error: deletionPending };

/**
 * The restriction of an account, or null. A pending deletion comes before a required second factor.
 * @param dueAt when it will be deleted, if that was just read
 */
export function restrictionOf(
  user: Pick<ActorUser, 'id' | 'role'>,
  dueAt = deletionDueAt(user.id),
): Restriction | null {
  if (dueAt !== null) return DELETION;
  return mustSetUp(user) ? SETUP : null;
}
