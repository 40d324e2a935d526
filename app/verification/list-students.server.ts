import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { db } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';

const PAGE = 50;

export type Student = { name: string; email: string; courses: number };

/**
 * The people whose certificates the actor has paid for, each once, the latest first (CONTRACT D13).
 * @throws AppError unauthenticated; invalid for a cursor that no answer gave
 */
export function listStudents(actor: Actor, cursor: string | undefined) {
  requireMember(actor);
  const verifierId = actor.user.id;
  const paid = and(eq(verifications.verifierId, verifierId), isNotNull(verifications.paidAt));
  const found = db
    .select({
      seq: sql<number>`max(${verifications.seq})`.as('newest'),
      name: certificates.studentName,
      email: certificates.studentEmail,
      courses: sql<number>`count(*)`,
    })
    .from(verifications)
    .innerJoin(certificates, eq(certificates.id, verifications.certificateId))
    .where(paid)
    .groupBy(certificates.studentEmail)
    .having(({ seq }) => lt(seq, seqBefore(cursor)))
    .orderBy(({ seq }) => desc(seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  const students: Student[] = rows.map(({ name, email, courses }) => ({ name, email, courses }));
  return { students, nextCursor };
}
