import { and, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, transaction } from '#db/client.ts';
import { payments } from '#db/schema/verification.ts';
import { type Payment, toPayment } from './payment-state.server.ts';
import { subjectOf } from './subjects.server.ts';

export const ownPaymentsSchema = z.object({ limit: pageSizeSchema, cursor: listQuerySchema.shape.cursor });

/** A payment with the title of its item and the path of its page. */
export type OwnPayment = Payment & { title: string; path: string };

/**
 * One page of the actor's own payments, newest first.
 * @throws AppError unauthenticated; invalid
 */
export function listOwnPayments(
  actor: Actor,
  input: unknown,
): { payments: OwnPayment[]; nextCursor: string | null } {
  requireMember(actor);
  const { limit, cursor } = parseInput(ownPaymentsSchema, input);
  const found = db
    .select()
    .from(payments)
    .where(and(eq(payments.payerId, actor.user.id), lt(payments.seq, seqBefore(cursor))))
    .orderBy(desc(payments.seq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  return transaction((tx) => ({
    payments: rows.map((row) => ({ ...toPayment(row), ...subjectOf(row).describe(tx, row) })),
    nextCursor,
  }));
}
