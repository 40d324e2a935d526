import { and, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { scopeTerm } from '#app/certificates/search.ts';
import { longerWords } from '#app/certificates/search-terms.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { ftsQuery, searchWords } from '#app/shared/full-text-search.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';

const PAGE = 50;

export type Student = { name: string; email: string; courses: number };

const search = sql.raw('verification_search');

/** Verifications whose student's name or email match a search; null without search words. */
function matching(q: string, verifierId: string): SQL | null {
  const query = ftsQuery(searchWords(q), {
    scope: scopeTerm('verifier', verifierId),
    expand: longerWords('verification_search_terms'),
    columns: '{personal}',
  });
  return query === null
    ? null
    : sql`${verifications.seq} in (select rowid from ${search} where ${search} match ${query})`;
}

/**
 * The students whose certificates the actor has paid for, each once, latest first.
 * @param input {q?: beginnings of words of a name or an email, cursor?}
 * @throws AppError unauthenticated; invalid
 */
export function listStudents(
  actor: Actor,
  input: unknown,
): { students: Student[]; nextCursor: string | null } {
  requireMember(actor);
  const { cursor, q } = parseInput(listQuerySchema, input);
  const verifierId = actor.user.id;
  const match = q.trim() ? matching(q, verifierId) : undefined;
  if (match === null) return { students: [], nextCursor: null };
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
    .where(and(paid, match))
    .groupBy(certificates.studentEmail)
    .having(({ seq }) => lt(seq, seqBefore(cursor)))
    .orderBy(({ seq }) => desc(seq))
    .limit(PAGE + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE);
  const students: Student[] = rows.map(({ name, email, courses }) => ({ name, email, courses }));
  return { students, nextCursor };
}
