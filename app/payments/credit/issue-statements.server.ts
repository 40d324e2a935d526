import { and, eq, gt, lt, lte, max, sum } from 'drizzle-orm';
import { accountLanguage } from '#app/accounts/account-language.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { statementMail } from '#app/mail/payment-mails.server.ts';
import { nextNumber } from '#app/payments/issue-receipt.server.ts';
import { currentSeller, printedSeller } from '#app/payments/seller-details.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { isDiskFull } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { prepared, sqlite, type Transaction, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { creditAccounts, creditEntries, creditStatements } from '#db/schema/credit.ts';
import { BILLED } from './ledger.server.ts';
import { endOfMonth, formatMonth, type Month, monthOf, nextMonth, startOfMonth } from './month.ts';
import { statementNumber } from './statement-lines.ts';

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
