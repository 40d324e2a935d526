import { and, desc, eq, gt, gte, isNotNull, isNull, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays } from '#app/shared/dates.ts';
import { type ExpandWord, ftsQuery } from '#app/shared/full-text-search.ts';
import { filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import { db, parameter, prepared, seqsOf, sqlite } from '#db/client.ts';
import { firstColumn } from '#db/plain-rows.ts';
import { certificateRenewals, certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { designs } from '#db/schema/designs.ts';
import {
  EXPIRING_DAYS,
  earliestDateOnEarth,
  latestDateOnEarth,
  revocationOf,
  todayUtc,
} from './certificate.server.ts';
import type { heldListSchema, ownCertificateListSchema } from './certificate-list.schema.ts';
import { readByDay } from './certificates-by-day.server.ts';
import { ofCourses } from './course-names.server.ts';
import { catchUpSearch, certificateSearch, scopeTerm } from './search-index.server.ts';

/** Prefixes with more completions than this are not expanded. */
const MAX_WORDS = 64;

/** Finds the words of a full-text index that start with a prefix. */
export const longerWords =
  (vocabulary: 'certificate_search_terms' | 'verification_search_terms'): ExpandWord =>
  (word) => {
    const words = sqlite()
      .prepare(`select term from ${vocabulary} where term >= ? and term < ? limit ${MAX_WORDS + 1}`)
      .pluck()
      // The lowest possible longer word. Starting at the prefix itself would count all of its rows.
      .all(`${word}\u0001`, `${word}\u{10ffff}`) as string[];
    return words.length > MAX_WORDS ? null : words;
  };

/** The query of a list, with all spellings of its course. */
type Query = Omit<z.output<typeof ownCertificateListSchema>, 'course' | 'state'> & {
  state: State;
  courses: string[];
};
type State = z.output<typeof heldListSchema>['state'];
type Filters = Pick<Query, 'courses' | 'design' | 'from' | 'to'>;

/** A source of a list's rows, which one index reads in the list's order, and the conditions that the rows must still meet. */
type Candidates = {
  read: (before: number, count: number) => number[];
  rest: SQL | undefined;
};

const search = sql.raw('certificate_search');

const issuedBy = (issuerId: string | null) =>
  issuerId === null ? undefined : eq(certificates.issuerId, issuerId);

/** Matches nothing for an unknown design or another issuer's design. */
const inDesign = (design: string, issuerId: string | null) =>
  design === ''
    ? undefined
    : sql`${certificates.designSeq} = (select ${designs.seq} from ${designs}
        where ${designs.id} = ${design} and ${designs.issuerId} = ${issuerId})`;

const issuedBetween = ({ from, to }: Pick<Filters, 'from' | 'to'>) =>
  and(
    from === '' ? undefined : gte(certificates.issueDate, from),
    to === '' ? undefined : lte(certificates.issueDate, to),
  );

const isRenewed = sql`exists (select 1 from ${certificateRenewals}
  where ${certificateRenewals.certificateId} = ${certificates.id})`;

/** The range of expiry dates of a state. An empty string means no limit. */
function expiryOf(state: Exclude<State, '' | 'revoked' | 'not-yet-valid'>) {
  const lasting = earliestDateOnEarth();
  if (state === 'expired') return { from: '', to: addDays(lasting, -1) };
  // The same period as in the weekly summary to issuers.
  if (state === 'expiring') return { from: lasting, to: addDays(todayUtc(), EXPIRING_DAYS - 1) };
  return { from: lasting, to: '', orNone: true };
}

export function inState(state: State): SQL | undefined {
  if (state === '') return undefined;
  if (state === 'revoked') return isNotNull(certificateRevocations.certificateId);
  const isUnrevoked = isNull(certificateRevocations.certificateId);
  const { issueDate } = certificates;
  if (state === 'not-yet-valid') return and(gt(issueDate, latestDateOnEarth()), isUnrevoked);
  const { from, to, orNone } = { orNone: false, ...expiryOf(state) };
  const { expiryDate } = certificates;
  const within = and(
    isNotNull(expiryDate),
    from === '' ? undefined : gte(expiryDate, from),
    to === '' ? undefined : lte(expiryDate, to),
  );
  return and(
    orNone ? sql`(${expiryDate} is null or ${within})` : within,
    lte(issueDate, latestDateOnEarth()),
    isUnrevoked,
    state === 'expiring' ? not(isRenewed) : undefined,
  );
}

/** Filters rows by reading them alone. With an index on a condition, SQLite would read the whole index. */
export const filterRows = (seqs: number[], conditions: SQL): number[] =>
  seqsOf(sql`select ${certificates.seq} as seq from ${certificates} not indexed
    left join ${certificateRevocations} on ${revocationOf}
    where ${certificates.seq} in (select value from json_each(${JSON.stringify(seqs)})) and ${conditions}
    order by ${certificates.seq} desc`);

/** Candidates that match the search words. Null without search words. */
function matchingSearch(q: string, issuerId: string | null): Candidates['read'] | null {
  catchUpSearch();
  const scope = issuerId === null ? null : scopeTerm('issuer', issuerId);
  const { words, orWord } = certificateSearch(q);
  const match = ftsQuery(words, {
    scope,
    orWord,
    expand: longerWords('certificate_search_terms'),
  });
  if (match === null) return null;
  return (before, count) =>
    seqsOf(sql`select rowid as seq from ${search} where ${search} match ${match} and rowid < ${before}
      order by rowid desc limit ${count}`);
}

function revoked(issuerId: string | null): Candidates['read'] {
  const { certificateSeq } = certificateRevocations;
  const mine = issuerId === null ? undefined : eq(certificateRevocations.issuerId, issuerId);
  return (before, count) =>
    seqsOf(sql`select ${certificateSeq} as seq from ${certificateRevocations}
      where ${and(mine, lt(certificateSeq, before))} order by ${desc(certificateSeq)} limit ${count}`);
}

function issued(issuerId: string | null, index: string, where: SQL | undefined): Candidates['read'] {
  const indexed = sql`indexed by ${sql.raw(index)}`;
  return (before, count) =>
    seqsOf(sql`select ${certificates.seq} as seq from ${certificates} ${indexed}
      where ${and(issuedBy(issuerId), where, lt(certificates.seq, before))}
      order by ${desc(certificates.seq)} limit ${count}`);
}

/** Reads certificates without a filter, as every list starts. */
const newest = (where?: SQL) =>
  prepared(() =>
    db()
      .select({ seq: certificates.seq })
      .from(certificates)
      .where(and(where, lt(certificates.seq, parameter('before'))))
      .orderBy(desc(certificates.seq))
      .limit(sql.placeholder('count'))
      .prepare(),
  );
const newestOfAll = newest();
const newestOfIssuer = newest(eq(certificates.issuerId, parameter('issuerId')));

const unfiltered =
  (issuerId: string | null): Candidates['read'] =>
  (before, count) =>
    issuerId === null
      ? firstColumn<number>(newestOfAll(), { before, count })
      : firstColumn<number>(newestOfIssuer(), { issuerId, before, count });

/** Reads several sources without common rows in one order. */
const merged =
  (reads: Candidates['read'][]): Candidates['read'] =>
  (before, count) =>
    reads
      .flatMap((read) => read(before, count))
      .toSorted((a, b) => b - a)
      .slice(0, count);

const later = (one: string, other: string) => (one > other ? one : other);

/** Candidates by the first condition that is set. Each has an index in the list's order. */
function candidates(q: string, state: State, filters: Filters, issuerId: string | null): Candidates | null {
  const { courses, design, to } = filters;
  // The dates bound the rows read, because few certificates are not yet valid.
  const from =
    state === 'not-yet-valid' ? later(filters.from, addDays(latestDateOnEarth(), 1)) : filters.from;
  const dates = issuedBetween({ from, to });
  const ofCourse = ofCourses(certificates, courses);
  const rest = and(inState(state), ofCourse, inDesign(design, issuerId), dates);
  if (q.trim() !== '') {
    const read = matchingSearch(q, issuerId);
    return read && { read, rest };
  }
  if (state === 'revoked') {
    return { read: revoked(issuerId), rest: and(ofCourse, inDesign(design, issuerId), dates) };
  }
  if (design !== '') {
    const read = issued(issuerId, 'certificates_by_design', inDesign(design, issuerId));
    return { read, rest: and(inState(state), ofCourse, dates) };
  }
  if (dates) {
    const names = courses.length === 0 ? [''] : courses;
    const reads = names.map((course) => readByDay({ column: 'issue_date', issuerId, course, from, to }));
    return { read: merged(reads), rest: inState(state) };
  }
  if (courses.length > 0) {
    const index = issuerId === null ? 'certificates_of_course' : 'certificates_by_course';
    const reads = courses.map((course) => issued(issuerId, index, ofCourses(certificates, [course])));
    return { read: merged(reads), rest: inState(state) };
  }
  if (state !== '' && state !== 'not-yet-valid') {
    const read = readByDay({ column: 'expiry_date', issuerId, ...expiryOf(state) });
    return { read, rest: inState(state) };
  }
  return { read: unfiltered(issuerId), rest: undefined };
}

/**
 * The `seq`s of one page of issued certificates, newest first.
 * @param issuerIds [null] for the certificates of all issuers; only one may be filtered by a design
 * @throws AppError invalid for an unknown cursor
 */
export function pageOfCertificates(
  { limit, cursor, q = '', state, ...filters }: Query,
  issuerIds: readonly (string | null)[],
) {
  const before = seqBefore(cursor);
  const sources = issuerIds.flatMap((issuerId) => candidates(q, state, filters, issuerId) ?? []);
  const [first, ...others] = sources;
  if (!first) return { seqs: [], nextCursor: null };
  const { rest } = first;
  const read = others.length === 0 ? first.read : merged(sources.map((source) => source.read));
  const filter = rest && ((seqs: number[]) => filterRows(seqs, rest));
  return filteredPage({ limit, before, read, filter });
}
