import { and, desc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm';
import { type Actor, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { parseUniqueId } from '#app/certificates/typed-ids.ts';
import { contains, filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import { db, isOneOf, preparedValue, seqsOf } from '#db/client.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { type ScheduledCertificate, toScheduled } from './scheduled-certificate.server.ts';

type Query = {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
  courses: string[];
  design: string;
  from: string;
  to: string;
};

const { seq, issuerId, uniqueId, studentName, studentEmail, courseName, issueDate, input } =
  scheduledCertificates;

const matching = (words: string) =>
  or(
    contains(studentName, words),
    contains(studentEmail, words),
    contains(courseName, words),
    eq(uniqueId, parseUniqueId(words) ?? ''),
  );

/** The conditions of a list, or undefined for all. */
const conditions = ({ q = '', courses, design, from, to }: Query) =>
  and(
    q.trim() === '' ? undefined : matching(q.trim()),
    courses.length === 0 ? undefined : inArray(courseName, courses),
    design === '' ? undefined : sql`${input} ->> '$.designId' = ${design}`,
    from === '' ? undefined : gte(issueDate, from),
    to === '' ? undefined : lte(issueDate, to),
  );

/** A page of the certificates of the actor's organisation that wait or were not issued, newest first. */
export function pageOfScheduled(
  { organisation }: Issuer,
  query: Query,
): { certificates: ScheduledCertificate[]; nextCursor: string | null } {
  const where = conditions(query);
  const { seqs, nextCursor } = filteredPage({
    limit: query.limit,
    before: seqBefore(query.cursor),
    read: (before, count) =>
      seqsOf(sql`select ${seq} as seq from ${scheduledCertificates}
        where ${and(eq(issuerId, organisation.id), lt(seq, before))} order by ${desc(seq)} limit ${count}`),
    filter:
      where &&
      ((found) =>
        seqsOf(sql`select ${seq} as seq from ${scheduledCertificates}
        where ${and(isOneOf(seq, found), where)} order by ${desc(seq)}`)),
  });
  const rows = db().select().from(scheduledCertificates).where(isOneOf(seq, seqs)).orderBy(desc(seq)).all();
  return { certificates: rows.map((row) => toScheduled(row, organisation)), nextCursor };
}

const countOf = preparedValue<number>('select count(*) from scheduled_certificates where issuer_id = ?');

/** How many certificates of the actor's organisation wait or were not issued. @throws AppError unauthenticated; forbidden */
export function countScheduled(actor: Actor): number {
  requireIssuer(actor, 'read');
  return countOf().get(actor.organisation.id) ?? 0;
}
