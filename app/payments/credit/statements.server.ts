import { and, asc, desc, eq, gt, lt, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { ENGLISH, inLanguage } from '#app/messages/reader-language.server.ts';
import { titleText } from '#app/payments/stored-reasons.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { formatCalendarMonth } from '#app/shared/format-dates.ts';
import { cursorAfter, page, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db } from '#db/client.ts';
import { searchText } from '#db/folding.ts';
import { creditAccounts, creditEntries, creditStatements, type StatementFacts } from '#db/schema/credit.ts';
import { creditNotes, payments } from '#db/schema/payments.ts';
import { BILLED } from './ledger.server.ts';
import { creditOf } from './list-credit.server.ts';
import { formatMonth, statementNumber } from './statement-lines.ts';

const PAGE = 50;
/** Most statements of an account that a super admin sees. There is one a month. */
const SHOWN = 120;

type Row = typeof creditStatements.$inferSelect;

/** A statement in a list. Amounts are in minor units, times in ms UTC. */
export type ListedStatement = Pick<Row, 'id' | 'number' | 'month' | 'issuedAt' | 'totalMinor' | 'settledAt'>;

export type Statement = ListedStatement &
  StatementFacts &
  Pick<Row, 'userId' | 'afterSeq' | 'throughSeq' | 'taxMinor'> & {
    currency: string;
    /** The language in which it is printed. */
    language: string;
  };

/** A draw, or a refund, whose amount is negative. */
export type StatementEntry = {
  seq: number;
  kind: 'draw' | 'refund';
  at: number;
  paymentId: string | null;
  title: string | null;
  amountMinor: number;
  taxMinor: number;
  receiptNumber: number | null;
  /** The credit note of a refund. */
  creditNoteNumber: number | null;
};

const toListed = ({ id, number, month, issuedAt, totalMinor, settledAt }: Row): ListedStatement => ({
  id,
  number,
  month,
  issuedAt,
  totalMinor,
  settledAt,
});

/** Whether a search names a statement: its number, or its month as 'October 2026', '2026-10' or '10/2026'. */
const isFound = ({ number, month }: Row, q: string) =>
  [statementNumber(number), formatMonth(month), month, formatCalendarMonth(month)].some((text) =>
    searchText(text).includes(q),
  );

/**
 * The actor's own statements, newest first, 50 a page. There is one a month, so a search reads all of them.
 * @param input {cursor?, q?}
 * @throws AppError unauthenticated; invalid
 */
export function listOwnStatements(
  actor: Actor,
  input: z.output<typeof listQuerySchema>,
): { statements: ListedStatement[]; nextCursor: string | null } {
  requireMember(actor);
  const { cursor, q } = input;
  const words = searchText(q.trim());
  const found = db()
    .select()
    .from(creditStatements)
    .where(and(eq(creditStatements.userId, actor.user.id), lt(creditStatements.number, seqBefore(cursor))))
    .orderBy(desc(creditStatements.number))
    .limit(words === '' ? PAGE + 1 : -1)
    .all()
    .filter((row) => words === '' || isFound(row, words))
    .map((row) => ({ ...row, seq: row.number }));
  const { rows, nextCursor } = page(found, PAGE);
  return { statements: rows.map(toListed), nextCursor };
}

/**
 * The latest statements of an account.
 * @throws AppError unauthenticated; forbidden; not-found for an account that never had credit
 */
export function statementsOf(actor: Actor, userId: string): ListedStatement[] {
  requireSuperAdmin(actor);
  if (!creditOf(userId)) throw notFound();
  return db()
    .select()
    .from(creditStatements)
    .where(eq(creditStatements.userId, userId))
    .orderBy(desc(creditStatements.number))
    .limit(SHOWN)
    .all()
    .map(toListed);
}

/**
 * A statement, for its account and super admins.
 * @throws AppError unauthenticated; not-found, also for other accounts' statements
 */
export function statementOf(actor: Actor, id: string): Statement {
  requireMember(actor);
  const mine = actor.user.role === 'superadmin' ? undefined : eq(creditStatements.userId, actor.user.id);
  const row = db()
    .select({ statement: creditStatements, currency: creditAccounts.currency })
    .from(creditStatements)
    .innerJoin(creditAccounts, eq(creditAccounts.userId, creditStatements.userId))
    .where(and(eq(creditStatements.id, id), mine))
    .get();
  if (!row) throw notFound();
  const { userId, afterSeq, throughSeq, taxMinor, facts } = row.statement;
  return {
    ...toListed(row.statement),
    ...facts,
    userId,
    afterSeq,
    throughSeq,
    taxMinor,
    currency: row.currency,
    language: row.statement.language ?? ENGLISH,
  };
}

/**
 * One page of a statement's entries, oldest first, in the language in which it is printed.
 * @throws AppError invalid for an unknown cursor
 */
export function statementEntries(
  { userId, afterSeq, throughSeq, language }: Statement,
  cursor: string | undefined,
  limit = PAGE,
): { items: StatementEntry[]; nextCursor: string | null } {
  const after = cursor ? Math.max(afterSeq, seqBefore(cursor)) : afterSeq;
  const { seq, kind, at, paymentId, title, amountMinor, taxMinor } = creditEntries;
  const found = db()
    .select({
      seq,
      kind,
      at,
      paymentId,
      title,
      amountMinor,
      taxMinor,
      receiptNumber: payments.receiptNumber,
      creditNoteNumber: creditNotes.number,
    })
    .from(creditEntries)
    .leftJoin(payments, eq(payments.id, creditEntries.paymentId))
    .leftJoin(
      creditNotes,
      and(eq(creditNotes.paymentId, creditEntries.paymentId), eq(creditEntries.kind, 'refund')),
    )
    .where(and(eq(creditEntries.userId, userId), gt(seq, after), lte(seq, throughSeq), BILLED))
    .orderBy(asc(seq))
    .limit(limit + 1)
    .all() as StatementEntry[];
  const { rows, nextCursor } = page(found, limit, ({ seq: last }) => cursorAfter(last));
  const items = inLanguage(language, () =>
    rows.map((row) => ({ ...row, title: row.title && titleText(row.title) })),
  );
  return { items, nextCursor };
}
