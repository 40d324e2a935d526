import { eq, inArray } from 'drizzle-orm';
import { DELETED_NAME } from '#app/accounts/account-names.server.ts';
import { otherAddresses } from '#app/accounts/addresses.server.ts';
import { closeRecord, deleteDeliveriesOf } from '#app/accounts/organisations/close-organisation.server.ts';
import { ownedBy, ownerIdOf } from '#app/accounts/organisations/membership.server.ts';
import { recordAct, recordSecurityEvent } from '#app/audit/record-act.server.ts';
import { deleteMailsSince, deleteMailsTo } from '#app/mail/delete-mails.server.ts';
import {
  deleteInSteps,
  forEachRowOfPages,
  letOthersRun,
  workInSteps,
} from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { removeFromIndex, replaceInIndex } from '#app/verification/page-of-verifications.server.ts';
import type { Transaction } from '#db/client.ts';
import { db, prepared, preparedSql, preparedValue, sqlite, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { webhookDeliveries, webhooks } from '#db/schema/events.ts';
import { accountDeletions } from '#db/schema/privacy.ts';
import { openBusinessOf } from './request-deletion.server.ts';

/** Look-ups per transaction, at most. Taking one out of a large search index costs up to 12 ms, most of it at the end of the transaction. */
const MOST_A_STEP = 12;

/** Statements that delete a payment that never succeeded, after the rows that refer to it. */
const OF_FAILED_PAYMENTS = [
  'delete from payment_events where payment_id = ?',
  'delete from sandbox_charges where payment_id = ?',
  'delete from coupon_uses where payment_id = ?',
  'delete from verification_follow_ups where payment_id = ?',
  'delete from payments where id = ?',
];

const statements = prepared(() => ({
  unpaid: sqlite().prepare<unknown[], { seq: number; id: string }>(
    `select seq, id from verifications v where verifier_id = ? and paid_at is null and not exists (
       select 1 from payments p where p.verification_id = v.id and p.receipt_number is not null) limit ?`,
  ),
  failedPayments: sqlite()
    .prepare<unknown[], string>('select id from payments where verification_id = ?')
    .pluck(),
  ofFailedPayment: OF_FAILED_PAYMENTS.map((statement) => sqlite().prepare(statement)),
  deleteLookUp: sqlite().prepare('delete from verifications where seq = ?'),
  indexedSeq: sqlite()
    .prepare<unknown[], number>('select indexed_seq from account_deletions where user_id = ?')
    .pluck(),
  paid: sqlite()
    .prepare<unknown[], number>(
      `select seq from verifications where verifier_id = ? and seq > ? order by seq limit ?`,
    )
    .pluck(),
  reached: sqlite().prepare('update account_deletions set indexed_seq = ? where user_id = ?'),
}));

/** Deletes some of the look-ups that were never paid, with their failed payments. @returns whether there may be more */
function deleteUnpaid(userId: string, most: number): boolean {
  const rows = statements().unpaid.all(userId, most);
  transaction(() => {
    // First, because the next statement that changes several rows makes SQLite write the collected index to
    // the disk.
    for (const { seq } of rows) removeFromIndex(seq);
    for (const { seq, id } of rows) {
      for (const payment of statements().failedPayments.all(id))
        for (const statement of statements().ofFailedPayment) statement.run(payment);
      statements().deleteLookUp.run(seq);
    }
  });
  return rows.length === most;
}

/** Takes the account's name out of the search index of some of the look-ups that stay. @returns the last one, or null without any */
function forgetInIndex(userId: string, after: number, most: number): number | null {
  const seqs = statements().paid.all(userId, after, most);
  const last = seqs.at(-1);
  if (last === undefined) return null;
  transaction(() => {
    for (const seq of seqs) replaceInIndex(seq, { verifier: DELETED_NAME });
    statements().reached.run(last, userId);
  });
  return last;
}

type Reference = { table: string; from: string; on_delete: string };

const tableNames = preparedSql<{ name: string }>(
  "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'",
);

/** The columns that refer to accounts, with their ON DELETE actions. */
const referencesToAccounts = () =>
  tableNames()
    .all()
    .flatMap(({ name }) =>
      (sqlite().pragma(`foreign_key_list(${name})`) as Reference[])
        .filter(({ table }) => table === 'users')
        .map(({ from, on_delete }) => ({ table: name, column: from, onDelete: on_delete })),
    );

/** An issuer's name and the decisions about it stay, because its certificates and the log name it. */
const OF_ISSUERS = new Set([
  'issuer_decisions',
  'issuer_name_changes',
  'issuer_name_skeletons',
  'sharing_settings',
  'correction_requests',
  'organisations',
]);

type Dependant = ReturnType<typeof referencesToAccounts>[number];

/** What goes with an account, or loses its ID. */
const dependantsOf = (isIssuer: boolean) =>
  referencesToAccounts().filter(
    ({ table, column, onDelete }) =>
      // By user_seq, not by id.
      column !== 'user_seq' &&
      !(isIssuer && OF_ISSUERS.has(table)) &&
      (onDelete === 'CASCADE' || onDelete === 'SET NULL'),
  );

const NO_LIMIT = -1;

/** The ON DELETE action as a statement with a parameter for the account's ID. */
function actionOn({ table, column, onDelete }: Dependant, limit = NO_LIMIT) {
  const some = `select rowid from ${table} where ${column} = ? limit ${limit}`;
  return sqlite().prepare(
    onDelete === 'CASCADE'
      ? `delete from ${table} where rowid in (${some})`
      : `update ${table} set ${column} = null where rowid in (${some})`,
  );
}

/** Rows deleted in one step. An attempt at a quiz has up to 100 answers. */
const stepOf = (table: string) => (table === 'quiz_attempts' ? 50 : 500);

/** Of tables with many rows about the account, all but the last go in steps, because one transaction would take seconds. */
async function deleteMany(userId: string, isIssuer: boolean, between: () => Promise<void>) {
  for (const organisation of ownedBy(userId)) await deleteDeliveriesOf(organisation);
  const ofAccount = inArray(
    webhookDeliveries.webhookSeq,
    db().select({ seq: webhooks.seq }).from(webhooks).where(eq(webhooks.userId, userId)),
  );
  await deleteInSteps(webhookDeliveries, ofAccount, stepOf('webhook_deliveries'));
  for (const dependant of dependantsOf(isIssuer)) {
    const { table, column } = dependant;
    const step = stepOf(table);
    const hasMany = sqlite()
      .prepare<unknown[], number>(`select 1 from ${table} where ${column} = ? limit 1 offset ${step}`)
      .pluck();
    const some = actionOn(dependant, step);
    for (; hasMany.get(userId); await between()) some.run(userId);
  }
}

/** Applies the schema's ON DELETE actions to the rows that refer to the account. The account's own row stays. */
function deleteDependants(userId: string, isIssuer: boolean) {
  sqlite().prepare('delete from support_messages where user_id = ?').run(userId);
  if (!isIssuer)
    sqlite()
      .prepare('delete from issuer_name_skeletons where user_seq = (select seq from users where id = ?)')
      .run(userId);
  for (const dependant of dependantsOf(isIssuer)) actionOn(dependant).run(userId);
}

const roleOf = preparedValue<string>('select role from users where id = ?');
const isIssuerId = (userId: string) => roleOf().get(userId) === 'admin';

/** Deletes the rows about the account, and clears its name and addresses in its own row. */
function anonymise(userId: string, also: (tx: Transaction) => void) {
  transaction((tx) => {
    const account = tx.select().from(users).where(eq(users.id, userId)).get();
    if (!account) return;
    const isIssuer = account.role === 'admin';
    // The name of its organisation, unless others own that now.
    const keepsName = isIssuer && (ownerIdOf(userId) ?? userId) === userId;
    recordAct(tx, { kind: 'system' }, 'account.deleted', {
      object: ['account', userId],
      organisation: isIssuer ? userId : null,
    });
    // Of deletions that were asked for before there were organisations.
    for (const organisation of ownedBy(userId)) closeRecord(tx, { kind: 'system' }, organisation, userId);
    deleteDependants(userId, isIssuer);
    tx.update(users)
      .set({
        ...(!keepsName && { name: DELETED_NAME, username: `deleted-${userId}` }),
        email: null,
        passwordHash: '',
        googleSub: null,
        company: null,
        taxId: null,
        language: null,
        deletedAt: now(),
      })
      .where(eq(users.id, userId))
      .run();
    tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId)).run();
    also(tx);
  });
}

/**
 * Deletes an account in steps of some rows each: look-ups that were never paid, its name in the search index, and then everything
 * else about it in one transaction. What others or the law need stays: certificates, receipts, paid look-ups, the log. A kill
 * between two steps loses nothing: the next run goes on.
 * @param between awaited after each step, so that others are served
 * @param also called in the last transaction
 */
async function deleteAccount(userId: string, between: () => Promise<void>, also: (tx: Transaction) => void) {
  await workInSteps(MOST_A_STEP, (most) => deleteUnpaid(userId, most), between);
  let reached = statements().indexedSeq.get(userId) ?? 0;
  const forgetSome = (most: number) => {
    const last = forgetInIndex(userId, reached, most);
    reached = last ?? reached;
    return last !== null;
  };
  await workInSteps(MOST_A_STEP, forgetSome, between);
  await deleteMany(userId, isIssuerId(userId), between);
  anonymise(userId, also);
}

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
