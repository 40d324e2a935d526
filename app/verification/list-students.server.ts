import { lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { longerWords } from '#app/certificates/page-of-certificates.server.ts';
import { scopeTerm } from '#app/certificates/search-index.server.ts';
import { isAsSigned } from '#app/certificates/signed-record.server.ts';
import { ftsQuery, searchWords } from '#app/shared/full-text-search.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';

const PAGE = 50;

export type Student = { name: string; email: string; courses: number };

const search = sql.raw('verification_search');

type Row = Student & { seq: number; certificateId: string };

/**
 * A page of students. Each student is represented by the newest payment for one of its certificates. Reads payments newest
 * first until the page is full.
 * @param from the table to read, with its conditions
 * @param order the column to order by
 */
const pageOf = (verifierId: string, from: SQL, order: SQL) =>
  db().all<Row>(sql`
    select ${verifications.seq} as seq, ${certificates.id} as certificateId, ${certificates.studentName} as name, ${certificates.studentEmail} as email,
      (select count(*) from verifications one where one.verifier_id = ${verifierId} and one.paid_at is not null
         and one.student_email = ${verifications.studentEmail}) as courses
    from ${from} and ${verifications.verifierId} = ${verifierId} and ${verifications.paidAt} is not null
      and not exists (select 1 from verifications newer where newer.verifier_id = ${verifierId}
        and newer.paid_at is not null and newer.student_email = ${verifications.studentEmail}
        and newer.seq > ${verifications.seq})
    order by ${order} desc limit ${PAGE + 1}`);

const certificateOf = sql`cross join ${certificates} on ${certificates.id} = ${verifications.certificateId}`;

/** Students whose latest certificate matches a search. Empty without search words. */
function matching(q: string, verifierId: string, before: number): Row[] {
  const query = ftsQuery(searchWords(q), {
    scope: scopeTerm('verifier', verifierId),
    expand: longerWords('verification_search_terms'),
    columns: '{personal}',
  });
  if (query === null) return [];
  return pageOf(
    verifierId,
    sql`${search} cross join ${verifications} on ${verifications.seq} = ${search}.rowid ${certificateOf}
      where ${search} match ${query} and ${search}.rowid < ${before}`,
    sql`${search}.rowid`,
  );
}

/**
 * The students whose certificates the actor has paid for, each once, latest first. Leaves out those whose latest certificate is not as it
 * was signed.
 * @param input {q?: beginnings of words of a name or an email, cursor?}
 * @throws AppError unauthenticated; invalid
 */
export function listStudents(
  actor: Actor,
  input: z.output<typeof listQuerySchema>,
): { students: Student[]; isChecking: boolean; nextCursor: string | null } {
  requireMember(actor);
  const { cursor, q } = input;
  const { id } = actor.user;
  const before = seqBefore(cursor);
  const found = q.trim()
    ? matching(q, id, before)
    : pageOf(
        id,
        sql`${verifications} ${certificateOf} where ${lt(verifications.seq, before)}`,
        sql`${verifications.seq}`,
      );
  const { rows, nextCursor } = page(found, PAGE);
  const shown = rows.filter(({ certificateId }) => isAsSigned(certificateId));
  const students = shown.map(({ name, email, courses }) => ({ name, email, courses }));
  return { students, isChecking: students.length < rows.length, nextCursor };
}
