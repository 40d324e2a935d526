import { sql } from 'drizzle-orm';
import { AppError } from '#app/shared/errors.server.ts';
import { preparedValue } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { accountDeletions } from '#db/schema/privacy.ts';
import { t } from '#messages';

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
