import { and, desc, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { pastedIds } from '#app/certificates/find-certificate.server.ts';
import { withStoredEmails } from '#app/shared/email-address.ts';
import { contains, filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import { listQuerySchema, pageSizeSchema } from '#app/shared/list-query.ts';
import { db, isOneOf, seqsOf } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { payments } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import { type Payment, subjectOf, toPayment } from './payment.server.ts';

export const ownPaymentsSchema = listQuerySchema.extend({ limit: pageSizeSchema });

/** A payment with the title of its item and the path of its page. */
export type OwnPayment = Payment & { title: string; path: string };

/**
 * Payments among these that match a search by receipt, ID, course, certificate ID or issuer, and once paid by student. Before payment
 * the student is nobody's business.
 */
function matching(seqs: number[], q: string): number[] {
  const receipt = /^(?:R-)?0*(\d{1,9})$/i.exec(q)?.[1];
  const { uniqueId, courseName, issuerName, studentName, studentEmail } = certificates;
  const conditions = [
    eq(payments.id, q.toLowerCase()),
    receipt === undefined ? undefined : eq(payments.receiptNumber, Number(receipt)),
    eq(uniqueId, pastedIds(q)[0] ?? ''),
    ...[payments.courseTitle, courseName, issuerName].map((column) => contains(column, q)),
    and(
      isNotNull(verifications.paidAt),
      or(contains(studentName, q), contains(studentEmail, withStoredEmails(q))),
    ),
  ];
  return seqsOf(sql`select ${payments.seq} as seq from ${payments}
    left join ${verifications} on ${eq(verifications.id, payments.verificationId)}
    left join ${certificates} on ${eq(certificates.id, verifications.certificateId)}
    where ${and(isOneOf(payments.seq, seqs), or(...conditions))} order by ${desc(payments.seq)}`);
}

/**
 * One page of the actor's own payments, newest first.
 * @param input {limit, cursor, q}
 * @throws AppError unauthenticated; invalid
 */
export function listOwnPayments(
  actor: Actor,
  input: z.output<typeof ownPaymentsSchema>,
): { payments: OwnPayment[]; nextCursor: string | null } {
  requireMember(actor);
  const { limit, cursor, q } = input;
  const mine = eq(payments.payerId, actor.user.id);
  const { seqs, nextCursor } = filteredPage({
    limit,
    before: seqBefore(cursor),
    read: (before, count) =>
      seqsOf(sql`select ${payments.seq} as seq from ${payments}
        where ${and(mine, lt(payments.seq, before))} order by ${desc(payments.seq)} limit ${count}`),
    filter: q.trim() === '' ? undefined : (found) => matching(found, q.trim()),
  });
  const rows = db()
    .select()
    .from(payments)
    .where(isOneOf(payments.seq, seqs))
    .orderBy(desc(payments.seq))
    .all();
  return {
    payments: rows.map((row) => ({ ...toPayment(row), ...subjectOf(row).describe(db(), row) })),
    nextCursor,
  };
}
