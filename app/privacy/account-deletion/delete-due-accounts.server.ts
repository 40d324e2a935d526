import { otherAddresses } from '#app/accounts/addresses.server.ts';
import { recordSecurityEvent } from '#app/accounts/security-events.server.ts';
import { deleteMailsSince, deleteMailsTo } from '#app/mail/delete-mails.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { forEachRowOfPages } from '#app/shared/each-row.server.ts';
import { letOthersRun } from '#app/shared/work-in-steps.server.ts';
import { preparedSql } from '#db/client.ts';
import { deleteAccount } from './delete-account.server.ts';
import { openBusinessOf } from './obstacles.server.ts';

type Due = { id: string; email: string | null; dueAt: number };

const due = preparedSql<Due>(
  `select u.id, u.email, d.due_at as dueAt from account_deletions d join users u on u.id = d.user_id
   where d.due_at <= @now and (d.due_at, d.user_id) > (@dueAt, @id) order by d.due_at, d.user_id limit 100`,
);

async function deleteDue({ id, email }: Due) {
  if (openBusinessOf(id).length > 0) return;
  const addresses = email === null ? [] : [email, ...otherAddresses(id)];
  const last = await deleteMailsTo(addresses);
  // Younger ones in the transaction that forgets the addresses, because after a kill nobody knows them any more.
  await deleteAccount(id, letOthersRun, (tx) => deleteMailsSince(tx, addresses, last));
  recordSecurityEvent('account deleted', { userId: id });
}

/** Deletes the accounts whose time to undo has passed. One with something open waits until that is over. */
export const deleteDueAccounts = () =>
  forEachRowOfPages<Due>(
    'account deletions',
    (last) => due().all({ now: now(), dueAt: last?.dueAt ?? -1, id: last?.id ?? '' }),
    ({ id }) => id,
    deleteDue,
  );
