import { and, desc, eq, gte, lt, lte, or, sql } from 'drizzle-orm';
import { type Actor, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import type { IssueInput } from '#app/certificates/certificate.schema.ts';
import { type Certificate, UNRELATED } from '#app/certificates/certificate.server.ts';
import { SCHEDULED } from '#app/certificates/certificate-list.schema.ts';
import { ofCourses } from '#app/certificates/course-names.server.ts';
import { contentOf, textsOf } from '#app/certificates/fields.ts';
import type { FrozenField } from '#app/certificates/own-fields.ts';
import { formatUniqueId, parseUniqueId } from '#app/certificates/unique-id.ts';
import type { CompletedCourse } from '#app/credentials/badge.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { contains, filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import { db, isOneOf, preparedValue, seqsOf, type Transaction } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { t } from '#messages';
import { problemText } from './problems.server.ts';

/** The row of a batch, or the completion, that a scheduled certificate is for. All null for one of a form or a call. */
export type Origin = {
  batchSeq: number | null;
  batchLine: number | null;
  completionSeq: number | null;
};

/** Callbacks of the domain that scheduled a certificate. They run in the transaction of the change. */
type Follower = {
  /** The completed course that the certificate is for. */
  completed?: (origin: Origin) => CompletedCourse | undefined;
  /** Whether it was withdrawn with others, and its row is only not deleted yet. */
  isWithdrawn?: (origin: Origin) => boolean;
  issued: (tx: Transaction, origin: Origin, certificateId: string) => void;
  /** @param problem as `scheduledProblem` stores it */
  failed?: (tx: Transaction, origin: Origin, problem: string) => void;
  changed?: (tx: Transaction, origin: Origin, certificate: ScheduledCertificate) => void;
  withdrawn: (tx: Transaction, origin: Origin) => void;
};

const followers: Partial<Record<'batch' | 'completion', Follower>> = {};

/** Called once at the start, because batches and courses import certificates. */
export function followScheduled(kind: 'batch' | 'completion', follower: Follower) {
  followers[kind] = follower;
}

export const followerOf = ({ batchSeq, completionSeq }: Origin): Follower | undefined =>
  batchSeq !== null ? followers.batch : completionSeq !== null ? followers.completion : undefined;

export type ScheduledRow = typeof scheduledCertificates.$inferSelect;

/** A certificate that waits to be issued. Its ID is the one that it will have. */
export type ScheduledCertificate = Omit<Certificate, 'status'> & {
  status: typeof SCHEDULED;
  /** When it is issued, in ms UTC. */
  scheduledFor: number;
  /** Why it was not issued when its time came. Null while it waits. */
  notIssued: string | null;
};

/** Those of an issuer's list. */
export type ListedCertificate = Certificate | ScheduledCertificate;

export const isScheduled = (listed: ListedCertificate): listed is ScheduledCertificate =>
  listed.status === SCHEDULED;

/** What was entered. */
export type ScheduledInput = IssueInput & {
  /** Its own fields as they would be frozen now. */
  frozen?: readonly FrozenField[];
  /** The version of a design that a batch has chosen. */
  designVersionId?: number | null;
};

export const inputOf = ({ input }: Pick<ScheduledRow, 'input'>) => input as ScheduledInput;

/** @param issuer as it is called now; the certificate names it as it is called when it is issued */
export const toScheduled = (
  row: ScheduledRow,
  { id, name, username }: Certificate['issuer'],
): ScheduledCertificate => ({
  id: row.id,
  uniqueId: formatUniqueId(row.uniqueId),
  ...contentOf(row),
  issuer: { id, name, username },
  designId: inputOf(row).designId ?? null,
  fields: [...(inputOf(row).frozen ?? [])],
  verified: false,
  status: SCHEDULED,
  revocation: null,
  ...UNRELATED,
  createdAt: row.createdAt,
  issuedBy: row.issuedBy,
  scheduledFor: row.dueAt,
  notIssued: row.problem === null ? null : problemText(row.problem),
});

/** Details of an act on it, without its values. */
export const actOn = ({ uniqueId, issuerId }: ScheduledRow) => ({
  object: ['certificate', formatUniqueId(uniqueId)] as const,
  organisation: issuerId,
});

const ofIssuer = (actor: Issuer) => eq(scheduledCertificates.issuerId, actor.organisation.id);
const isIssued = () => t('scheduled.thisCertificateWasIssuedMeanwhile');
const isMissing = () => t('scheduled.noScheduledCertificateHasThisId');

/** The row of a certificate of the actor's organisation that waits, or was not issued. Null once it is issued. */
function rowOf(actor: Issuer, typed: string): ScheduledRow | null {
  const uniqueId = parseUniqueId(typed);
  if (uniqueId === null) throw notFound(isMissing());
  const own = and(eq(scheduledCertificates.uniqueId, uniqueId), ofIssuer(actor));
  const row = db().select().from(scheduledCertificates).where(own).get();
  if (row) return row;
  const issued = and(eq(certificates.uniqueId, uniqueId), eq(certificates.issuerId, actor.organisation.id));
  if (db().select({ seq: certificates.seq }).from(certificates).where(issued).get()) return null;
  throw notFound(isMissing());
}

/**
 * The same of one that is not issued.
 * @throws AppError conflict once it is issued; not-found, also after it was withdrawn
 */
export function ownScheduled(actor: Issuer, typed: string): ScheduledRow {
  const row = rowOf(actor, typed);
  if (!row) throw new AppError('conflict', isIssued());
  return row;
}

const issuerOf = preparedValue<string>('select issuer_id from scheduled_certificates where unique_id = ?');

/** Whether a certificate with this ID, in stored form, waits in the actor's organisation. */
export const isOwnScheduled = (actor: Actor, uniqueId: string): boolean =>
  'organisation' in actor &&
  actor.organisation !== null &&
  issuerOf().get(uniqueId) === actor.organisation.id;

/**
 * One of the actor's certificates that wait, for its form. Null once it is issued.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function findScheduled(actor: Actor, uniqueId: string) {
  requireIssuer(actor, 'certificates');
  const row = rowOf(actor, uniqueId);
  return row && { ...toScheduled(row, actor.organisation), input: inputOf(row), revision: row.revision };
}

/** The same by the id of the row. */
export function scheduledById(actor: Issuer, id: string): ScheduledCertificate | null {
  const own = and(eq(scheduledCertificates.id, id), ofIssuer(actor));
  const row = db().select().from(scheduledCertificates).where(own).get();
  return row ? toScheduled(row, actor.organisation) : null;
}

type Query = {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
  courses: string[];
  design: string;
  from: string;
  to: string;
};

const { seq, issuerId, uniqueId, issueDate, input } = scheduledCertificates;

const matching = (words: string) =>
  or(
    ...Object.values(textsOf(scheduledCertificates)).map((column) => contains(column, words)),
    eq(uniqueId, parseUniqueId(words) ?? ''),
  );

/** The conditions of a list, or undefined for all. */
const conditions = ({ q = '', courses, design, from, to }: Query) =>
  and(
    q.trim() === '' ? undefined : matching(q.trim()),
    ofCourses(scheduledCertificates, courses),
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
