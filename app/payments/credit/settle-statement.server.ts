import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { storedTitle, titleText } from '#app/payments/stored-reasons.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { creditStatements } from '#db/schema/credit.ts';
import { t } from '#messages';
import { addLedgerEntry, changeDebt } from './ledger.server.ts';
import { statementNumber } from './statement-lines.ts';

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
