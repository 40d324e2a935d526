import { and, eq, gt, isNull, lt, lte, max, sum } from 'drizzle-orm';
import { z } from 'zod';
import { accountLanguage } from '#app/accounts/account-language.server.ts';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { statementMail } from '#app/mail/payment-mails.server.ts';
import { nextNumber } from '#app/payments/receipt.server.ts';
import { currentSeller, printedSeller } from '#app/payments/seller-details.server.ts';
import { storedTitle, titleText } from '#app/payments/stored-reasons.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, isDiskFull, notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { prepared, sqlite, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { creditAccounts, creditEntries, creditStatements } from '#db/schema/credit.ts';
import { t } from '#messages';
import { addLedgerEntry, BILLED, changeDebt } from './ledger.server.ts';
import {
  endOfMonth,
  formatMonth,
  type Month,
  monthOf,
  nextMonth,
  startOfMonth,
  statementNumber,
} from './statement-lines.ts';

/** Accounts per step, and how long it may take. Each statement has its own transaction. */
const STEP_ACCOUNTS = 20;
const STEP_MS = 20;
const EVERY_MS = 10 * 60_000;
const BETWEEN_STEPS_MS = 100;

type Due = { userId: string; firstAt: number; lastMonth: Month | null };

/**
 * Accounts with draws or refunds in a month that has ended and has no statement yet. The index is named, because after an ANALYZE
 * SQLite would read the entries of all accounts for each of them.
 */
const due = prepared(() =>
  sqlite().prepare<unknown[], Due>(
    `select userId, firstAt, (select max(month) from credit_statements where user_id = userId) as lastMonth
     from (
       select a.user_id as userId, (
         select at from credit_entries indexed by credit_entries_by_account
         where user_id = a.user_id and seq > a.stated_seq and kind in ('draw', 'refund') order by seq limit 1
       ) as firstAt from credit_accounts a
     ) where firstAt < @before and userId not in (select value from json_each(@failed)) limit ${STEP_ACCOUNTS}`,
  ),
);

/** Issues and mails the statement of one month. */
function issueStatement(tx: Transaction, userId: string, month: Month) {
  const account = tx.select().from(creditAccounts).where(eq(creditAccounts.userId, userId)).get();
  const buyer = tx.select().from(users).where(eq(users.id, userId)).get();
  if (!account || !buyer) return;
  const { statedSeq: afterSeq } = account;
  const uncovered = and(eq(creditEntries.userId, userId), gt(creditEntries.seq, afterSeq), BILLED);
  const last = tx
    .select({ seq: max(creditEntries.seq) })
    .from(creditEntries)
    .where(and(uncovered, lt(creditEntries.at, endOfMonth(month))))
    .get();
  const throughSeq = last?.seq;
  if (throughSeq === null || throughSeq === undefined) return;
  const sums = tx
    .select({
      totalMinor: sum(creditEntries.amountMinor).mapWith(Number),
      taxMinor: sum(creditEntries.taxMinor).mapWith(Number),
    })
    .from(creditEntries)
    .where(and(uncovered, lte(creditEntries.seq, throughSeq)))
    .get();
  const { totalMinor, taxMinor } = { totalMinor: sums?.totalMinor ?? 0, taxMinor: sums?.taxMinor ?? 0 };
  const [id, number, issuedAt] = [newId(), nextNumber(tx, 'statement'), now()];
  const { name, email, company, taxId } = buyer;
  tx.insert(creditStatements)
    .values({
      id,
      number,
      userId,
      month,
      issuedAt,
      afterSeq,
      throughSeq,
      totalMinor,
      taxMinor,
      facts: { seller: printedSeller(currentSeller(tx)), buyer: { name, email, company, taxId } },
      settledAt: totalMinor === 0 ? issuedAt : null,
      language: accountLanguage(buyer),
    })
    .run();
  tx.update(creditAccounts).set({ statedSeq: throughSeq }).where(eq(creditAccounts.userId, userId)).run();
  if (!email) return;
  const mail = {
    name,
    email,
    id,
    totalMinor,
    number: statementNumber(number),
    month: () => formatMonth(month),
  };
  enqueueMail(tx, statementMail(mail));
}

/**
 * Issues some of the statements of ended months (docs/product.md, Payment). Goes through an account's months in order, so
 * that it catches up on months when the server did not run.
 * @param failed accounts whose statement failed earlier; new ones are added
 * @returns whether there may be more
 */
export function issueStatementsStep(failed = new Set<string>()): boolean {
  const until = performance.now() + STEP_MS;
  const current = monthOf(now());
  const accounts = due().all({ before: startOfMonth(current), failed: JSON.stringify([...failed]) });
  let tried = 0;
  for (const { userId, firstAt, lastMonth } of accounts) {
    // A step that found its accounts too slowly still goes on by one.
    if (tried > 0 && performance.now() > until) return true;
    const first = monthOf(firstAt);
    // If the clock was set back, an entry may belong to a month that already has its statement.
    const month = lastMonth !== null && first <= lastMonth ? nextMonth(lastMonth) : first;
    if (month >= current) continue;
    tried += 1;
    try {
      transaction((tx) => issueStatement(tx, userId, month));
    } catch (error) {
      if (isDiskFull(error)) throw error;
      failed.add(userId);
      log.error({ err: error, account: userId, alert: true }, 'statement not issued, is tried again');
    }
  }
  return tried > 0;
}

/** Issues statements in the background. Returns a function that stops it. */
export function startIssuingStatements() {
  const failed = new Set<string>();
  return startPeriodic('statements', () => {
    if (issueStatementsStep(failed)) return BETWEEN_STEPS_MS;
    failed.clear();
    return EVERY_MS;
  });
}

export const settleSchema = z.object({ statement: z.string().max(64) });

/**
 * Marks a statement as paid, which frees the credit that it used.
 * @param input {statement: its ID}
 * @throws AppError unauthenticated; forbidden; invalid; not-found; conflict when it is already marked
 */
export function settleStatement(
  actor: Actor,
  userId: string,
  input: z.output<typeof settleSchema>,
): { message: string } {
  requireSuperAdmin(actor);
  const { statement: id } = input;
  const by = actor.user.id;
  return transaction((tx) => {
    const isIt = and(eq(creditStatements.id, id), eq(creditStatements.userId, userId));
    const known = tx.select().from(creditStatements).where(isIt).get();
    if (!known) throw notFound();
    const stored = storedTitle('statement', statementNumber(known.number));
    const title = titleText(stored);
    const { changes } = tx
      .update(creditStatements)
      .set({ settledAt: now(), settledBy: by })
      .where(and(isIt, isNull(creditStatements.settledAt)))
      .run();
    if (changes === 0)
      throw new AppError('conflict', t('settleStatement.titleIsAlreadyMarkedAsPaid', { title }));
    const amountMinor = -known.totalMinor;
    recordAct(tx, actor, 'statement.settled', { object: ['statement', id], after: { amountMinor } });
    const account = changeDebt(tx, userId, amountMinor);
    if (account)
      addLedgerEntry(tx, account, { kind: 'settlement', amountMinor, statementId: id, title: stored, by });
    return { message: t('settleStatement.titleWasMarkedAsPaid', { title }) };
  });
}
