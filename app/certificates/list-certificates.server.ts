import { and, desc, eq, gte, isNotNull, isNull, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireIssuer, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { type MailState, mailStates } from '#app/mail/mail-state.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { addDays } from '#app/shared/dates.ts';
import { ftsQuery } from '#app/shared/full-text-search.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, parameter, prepared, sqlite } from '#db/client.ts';
import { certificateRenewals, certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { designs } from '#db/schema/designs.ts';
import { certificateListSchema, ownCertificateListSchema } from './certificate.schema.ts';
import {
  type Certificate,
  certificateColumns,
  EXPIRING_DAYS,
  revocationOf,
  toCertificate,
  todayUtc,
} from './certificate.server.ts';
import { certificateSearchWords, scopeTerm } from './search.ts';
import { catchUpSearch } from './search-index.server.ts';
import { longerWords } from './search-terms.server.ts';

export type CertificatePage = {
  certificates: Certificate[];
  /** What became of the latest message about each certificate, by its id. */
  mails: ReadonlyMap<string, MailState>;
  nextCursor: string | null;
};

const search = sql.raw('certificate_search');

/**
 * The `seq`s of one page, newest first. Each query uses one index: the full-text index for a search, the revocations for
 * revoked ones, else the certificates.
 */
function pageOfSeqs(input: unknown, issuerId: string | null) {
  const { limit, cursor, q = '', state } = parseInput(certificateListSchema, input);
  const filters = issuerId === null ? undefined : parseInput(ownCertificateListSchema, input);
  const wanted =
    filters && and(ofCourse(filters.course), inDesignOf(filters.design, issuerId), issuedBetween(filters));
  const before = seqBefore(cursor);
  const more = limit + 1;
  if (q.trim() !== '') {
    catchUpSearch();
    const scope = issuerId === null ? null : scopeTerm('issuer', issuerId);
    const expand = longerWords('certificate_search_terms');
    const match = ftsQuery(certificateSearchWords(q), { scope, expand });
    if (match === null) return { limit, query: null };
    const query = sql`select ${certificates.seq} as seq from ${search}
      cross join ${certificates} on ${certificates.seq} = ${search}.rowid
      left join ${certificateRevocations} on ${revocationOf}
      where ${search} match ${match} and ${search}.rowid < ${before} ${andIf(issuedBy(issuerId), inState(state), wanted)}
      order by ${search}.rowid desc limit ${more}`;
    return { limit, query };
  }
  if (state === 'revoked') {
    const { certificateSeq } = certificateRevocations;
    const mine = issuerId === null ? undefined : eq(certificateRevocations.issuerId, issuerId);
    const joined = wanted
      ? sql`cross join ${certificates} on ${certificates.seq} = ${certificateSeq}`
      : sql``;
    const query = sql`select ${certificateSeq} as seq from ${certificateRevocations} ${joined}
      where ${and(mine, lt(certificateSeq, before), wanted)} order by ${desc(certificateSeq)} limit ${more}`;
    return { limit, query };
  }
  const revocations = state === '' ? sql`` : sql`left join ${certificateRevocations} on ${revocationOf}`;
  const index = indexFor(filters, issuerId, state);
  const query = sql`select ${certificates.seq} as seq from ${certificates} ${index} ${revocations}
    where ${and(issuedBy(issuerId), lt(certificates.seq, before), inState(state), wanted)}
    order by ${desc(certificates.seq)} limit ${more}`;
  return { limit, query };
}

type Filters = { course: string; design: string; from: string; to: string };

const ofCourse = (course: string) => (course === '' ? undefined : eq(certificates.courseName, course));

/** An unknown design, or another issuer's, has no certificates. */
const inDesignOf = (design: string, issuerId: string | null) =>
  design === ''
    ? undefined
    : sql`${certificates.designSeq} = (select ${designs.seq} from ${designs}
        where ${designs.id} = ${design} and ${designs.issuerId} = ${issuerId})`;

const issuedBetween = ({ from, to }: Pick<Filters, 'from' | 'to'>) =>
  and(
    from === '' ? undefined : gte(certificates.issueDate, from),
    to === '' ? undefined : lte(certificates.issueDate, to),
  );

/** So many certificates are sorted within some 10 ms. */
const MOST_SORTED = 20_000;

/** Whether an index finds few enough certificates to sort them. */
function findsFew(index: SQL, where: SQL | undefined): boolean {
  const found = db.get<{ count: number }>(
    sql`select count(*) as count from (select 1 from ${certificates} indexed by ${index}
      where ${where} limit ${MOST_SORTED + 1})`,
  );
  return found.count <= MOST_SORTED;
}

/**
 * The index for a filtered list. The rows of a course and of a design lie in the list's order. Those of some issue or expiry
 * dates do not: few are sorted, and where there are many, reading in the list's order soon finds a page of them.
 */
function indexFor(filters: Filters | undefined, issuerId: string | null, state: State): SQL {
  const mine = issuerId !== null;
  const { design = '', course = '', from = '', to = '' } = filters ?? {};
  if (mine && design !== '') return sql`indexed by certificates_by_design`;
  if (mine && course !== '') return sql`indexed by certificates_by_course`;
  if (mine && (from !== '' || to !== '')) {
    const byDate = sql.raw('certificates_by_issue_date');
    const few = findsFew(byDate, and(issuedBy(issuerId), issuedBetween({ from, to })));
    return few ? sql`indexed by ${byDate}` : sql`indexed by certificates_by_issuer`;
  }
  if (state === 'expiring') {
    const byExpiry = sql.raw(mine ? 'certificates_by_issuer_and_expiry' : 'certificates_by_expiry');
    const inOrder = sql.raw(mine ? 'certificates_expiring_by_issuer' : 'certificates_expiring');
    const few = findsFew(byExpiry, and(issuedBy(issuerId), expiresSoon()));
    return sql`indexed by ${few ? byExpiry : inOrder}`;
  }
  return sql``;
}

const issuedBy = (issuerId: string | null) =>
  issuerId === null ? undefined : eq(certificates.issuerId, issuerId);

type State = z.output<typeof certificateListSchema>['state'];

/** Within the time of which issuers get a summary each week. */
const expiresSoon = () =>
  and(
    gte(certificates.expiryDate, todayUtc()),
    lte(certificates.expiryDate, addDays(todayUtc(), EXPIRING_DAYS - 1)),
  );

const isRenewed = sql`exists (select 1 from ${certificateRenewals}
  where ${certificateRenewals.certificateId} = ${certificates.id})`;

function inState(state: State): SQL | undefined {
  if (state === '') return undefined;
  if (state === 'revoked') return isNotNull(certificateRevocations.certificateId);
  const unrevoked = isNull(certificateRevocations.certificateId);
  const { expiryDate } = certificates;
  if (state === 'expiring') return and(expiresSoon(), unrevoked, not(isRenewed));
  return state === 'expired'
    ? and(isNotNull(expiryDate), lt(expiryDate, todayUtc()), unrevoked)
    : and(sql`(${expiryDate} is null or ${expiryDate} >= ${todayUtc()})`, unrevoked);
}

function andIf(...conditions: (SQL | undefined)[]) {
  const all = and(...conditions);
  return all ? sql`and ${all}` : sql``;
}

const bySeqs = prepared(() =>
  db
    .select(certificateColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .where(sql`${certificates.seq} in (select value from json_each(${parameter('seqs')}))`)
    .orderBy(desc(certificates.seq))
    .prepare(),
);

function list(input: unknown, issuerId: string | null): CertificatePage {
  const { limit, query } = pageOfSeqs(input, issuerId);
  const seqs = query === null ? [] : db.all<{ seq: number }>(query);
  const { rows, nextCursor } = page(seqs, limit);
  if (rows.length === 0) return { certificates: [], mails: new Map(), nextCursor: null };
  const found = bySeqs().all({ seqs: JSON.stringify(rows.map(({ seq }) => seq)) });
  const states = mailStates(found.map(({ seq }) => seq));
  const mails = new Map(
    found.flatMap(({ id, seq }) => {
      const state = states.get(seq);
      return state ? [[id, state] as const] : [];
    }),
  );
  return { certificates: found.map(toCertificate), mails, nextCursor };
}

/**
 * The actor's issued certificates, newest first.
 * @param input {limit?, cursor?, q?, state?, course?, design?, from?, to?}; `q` matches beginnings of words in the ID, the student's name and email and
 *   the course, ignoring case and accents
 * @throws AppError forbidden unless the actor is an active issuer; invalid
 */
export function listOwnCertificates(actor: Actor, input: unknown): CertificatePage {
  requireIssuer(actor);
  return list(input, actor.user.id);
}

const MOST_COURSES = 200;

/** Seeks each next name in the index, so that the cost does not grow with the certificates of a course. */
const courseNames = prepared(() =>
  sqlite
    .prepare(
      `with recursive names (name) as (
         select min(course_name) from certificates where issuer_id = @issuer
         union all
         select (select min(course_name) from certificates where issuer_id = @issuer and course_name > name)
         from names where name is not null
       )
       select name from names where name is not null limit ${MOST_COURSES}`,
    )
    .pluck(),
);

/** The names of the courses for which the actor has issued certificates, in their order; the first 200. */
export function ownCourses(actor: Actor): string[] {
  requireIssuer(actor);
  return courseNames().all({ issuer: actor.user.id }) as string[];
}

/** All issued certificates, newest first, for super admins. Input and errors as `listOwnCertificates`. */
export function listAllCertificates(actor: Actor, input: unknown): CertificatePage {
  requireSuperAdmin(actor);
  return list(input, null);
}
