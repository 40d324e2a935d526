import { and, desc, eq, lt, or } from 'drizzle-orm';
import { z } from 'zod';
import { shownName } from '#app/accounts/account-names.server.ts';
import { type Actor, requireMember, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { titleText } from '#app/payments/stored-reasons.ts';
import { parseUsd, usdWithTwoMeanings } from '#app/shared/entered-numbers.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { line, MAX_EMAIL_LENGTH } from '#app/shared/fields.ts';
import { contains, page, seqBefore } from '#app/shared/list-queries.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { creditAccounts, creditEntries } from '#db/schema/credit.ts';
import { t } from '#messages';
import { type CreditAccount, type CreditEntry, leftOf } from './ledger.server.ts';

const HIGHEST_LIMIT_MINOR = 1_000_000_000;
const limitHelp = () => t('credit.creditLimitMustBeAnAmount');

/** Input of a limit, in dollars. */
export const limitSchema = z.object({
  limit: line(() => t('common.creditLimit'), 20).transform((text, context) => {
    const minor = parseUsd(text);
    if (minor !== null && minor <= HIGHEST_LIMIT_MINOR) return minor;
    context.addIssue({ code: 'custom', message: usdWithTwoMeanings(text) ?? limitHelp() });
    return z.NEVER;
  }),
});

/** Input for granting credit to an account, by its email address or username. */
export const grantSchema = limitSchema.extend({ account: line(() => t('common.account'), MAX_EMAIL_LENGTH) });

export const creditListSchema = listQuerySchema;

export const ledgerQuerySchema = listQuerySchema.pick({ cursor: true });

const PAGE = 50;

/** An account with credit. Amounts are in minor units, times in ms UTC. */
type Credit = Pick<CreditAccount, 'limitMinor' | 'owedMinor' | 'endedAt' | 'setAt'> & {
  userId: string;
  name: string;
  email: string | null;
  leftMinor: number;
};

const SHOWN = {
  seq: users.seq,
  name: users.name,
  email: users.email,
  account: creditAccounts,
};

type Row = { seq: number; name: string; email: string | null; account: CreditAccount };

const toCredit = ({ name, email, account }: Row): Credit => {
  const { userId, limitMinor, owedMinor, endedAt, setAt } = account;
  return {
    userId,
    name: shownName(name),
    email,
    limitMinor,
    owedMinor,
    endedAt,
    setAt,
    leftMinor: leftOf(account),
  };
};

/**
 * Accounts with credit, newest account first, 50 a page.
 * @param input {q?: part of a name, company, address or username, cursor?}
 * @throws AppError unauthenticated; forbidden; invalid
 */
export function listCredit(
  actor: Actor,
  input: z.output<typeof creditListSchema>,
): { accounts: Credit[]; nextCursor: string | null } {
  requireSuperAdmin(actor);
  const { q, cursor } = input;
  const columns = [users.name, users.company, users.email, users.username];
  const found = db()
    .select(SHOWN)
    .from(creditAccounts)
    .innerJoin(users, eq(users.id, creditAccounts.userId))
    .where(
      and(
        lt(users.seq, seqBefore(cursor)),
        q.trim() === '' ? undefined : or(...columns.map((column) => contains(column, q))),
      ),
    )
    .orderBy(desc(users.seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  return { accounts: rows.map(toCredit), nextCursor };
}

/** The credit of an account, for a caller that has checked who may read it. Null if it never had an agreement. */
export function creditOf(userId: string): Credit | null {
  const row = db()
    .select(SHOWN)
    .from(creditAccounts)
    .innerJoin(users, eq(users.id, creditAccounts.userId))
    .where(eq(creditAccounts.userId, userId))
    .get();
  return row ? toCredit(row) : null;
}

/**
 * The actor's own credit. Null for an account that never had an agreement.
 * @throws AppError unauthenticated
 */
export function ownCredit(actor: Actor): Credit | null {
  requireMember(actor);
  return creditOf(actor.user.id);
}

/** An entry of the ledger. `by` is the super admin's username. */
export type LedgerLine = Omit<CreditEntry, 'userId' | 'by'> & { by: string | null };

/**
 * An account's credit with one page of its ledger, newest first.
 * @param input {cursor?}
 * @throws AppError unauthenticated; forbidden; not-found; invalid
 */
export function creditDetails(
  actor: Actor,
  userId: string,
  input: z.output<typeof ledgerQuerySchema>,
): { credit: Credit; ledger: LedgerLine[]; nextCursor: string | null } {
  requireSuperAdmin(actor);
  const { cursor } = input;
  const credit = creditOf(userId);
  if (!credit) throw notFound();
  const found = db()
    .select({ entry: creditEntries, seq: creditEntries.seq, by: users.username })
    .from(creditEntries)
    .leftJoin(users, eq(users.id, creditEntries.by))
    .where(and(eq(creditEntries.userId, userId), lt(creditEntries.seq, seqBefore(cursor))))
    .orderBy(desc(creditEntries.seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  return {
    credit,
    ledger: rows.map(({ entry, by }) => ({ ...entry, title: entry.title && titleText(entry.title), by })),
    nextCursor,
  };
}
