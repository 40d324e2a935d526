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
import type {
  CertificateOrder,
  heldListSchema,
  ownCertificateListSchema,
} from './certificate-list.schema.ts';
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
  sort?: CertificateOrder | undefined;
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
function matchOf(q: string, issuerId: string | null) {
  catchUpSearch();
  const scope = issuerId === null ? null : scopeTerm('issuer', issuerId);
  const { words, orWord } = certificateSearch(q);
  return ftsQuery(words, { scope, orWord, expand: longerWords('certificate_search_terms') });
}

function matchingSearch(q: string, issuerId: string | null): Candidates['read'] | null {
  const match = matchOf(q, issuerId);
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

/** The indexes that carry the orders, for the certificates of one issuer and of all. */
const ORDERS = {
  date: {
    column: certificates.issueDate,
    index: 'certificates_by_issue_date',
    all: 'certificates_of_issue_date',
  },
  course: {
    column: certificates.courseName,
    index: 'certificates_by_course',
    all: 'certificates_of_course',
  },
};

const FILTERS = ['q', 'state', 'course', 'design', 'issuer', 'from', 'to'];

/** Whether an index carries the orders of a list: without search and filters. */
export const isSortable = (query: object) =>
  FILTERS.every((name) => String(Reflect.get(query, name) ?? '').trim() === '');

/** Reads certificates in another order than the newest first. `before` is the row that a page follows, which must be the issuer's. */
function sorted(sort: Exclude<CertificateOrder, ''>, issuerId: string | null): Candidates['read'] {
  const isDescending = sort.startsWith('-');
  const { column, index, all } = ORDERS[sort.replace('-', '') as keyof typeof ORDERS];
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const { seq } = certificates;
  return (before, count) => {
    const place = sql`(select ${column}, ${seq} from ${certificates}
      where ${and(eq(seq, before), issuedBy(issuerId))})`;
    const after =
      before === Number.MAX_SAFE_INTEGER
        ? // Every row, but by the index.
          gte(column, '')
        : sql`(${column}, ${seq}) ${sql.raw(isDescending ? '<' : '>')} ${place}`;
    return seqsOf(sql`select ${seq} as seq from ${certificates}
      indexed by ${sql.raw(issuerId === null ? all : index)}
      where ${and(issuedBy(issuerId), after)}
      order by ${column} ${direction}, ${seq} ${direction} limit ${count}`);
  };
}

/** How many rows of a source there are, up to one more than lists count. */
const MOST_COUNTED = 10_001;
const countOf = (rows: SQL) =>
  seqsOf(sql`select count(*) as seq from (${rows} limit ${MOST_COUNTED}) as counted`)[0] ?? 0;

/**
 * How many certificates of an issuer, or of all, match a search without filters, and no more than one above what lists count. Null with
 * filters, whose rows would have to be read.
 */
export function countCertificates(
  { q = '', state, courses, design, from, to }: Query,
  issuerId: string | null,
) {
  if (state !== '' || courses.length > 0 || [design, from, to].some(Boolean)) return null;
  if (q.trim() === '')
    return countOf(
      sql`select 1 from ${certificates} where ${and(issuedBy(issuerId), gt(certificates.seq, 0))}`,
    );
  const match = matchOf(q, issuerId);
  return match === null ? 0 : countOf(sql`select 1 from ${search} where ${search} match ${match}`);
}

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
 * The `seq`s of one page of issued certificates, newest first or in the order `sort` (see `isSortable`).
 * @param issuerIds [null] for the certificates of all issuers; only one may be filtered by a design
 * @throws AppError invalid for an unknown cursor
 */
export function pageOfCertificates(
  { limit, cursor, q = '', state, sort = '', ...filters }: Query,
  issuerIds: readonly (string | null)[],
) {
  const before = seqBefore(cursor);
  const [issuerId = null] = issuerIds;
  if (sort !== '') return filteredPage({ limit, before, read: sorted(sort, issuerId) });
  const sources = issuerIds.flatMap((issuerId) => candidates(q, state, filters, issuerId) ?? []);
  const [first, ...others] = sources;
  if (!first) return { seqs: [], nextCursor: null };
  const { rest } = first;
  const read = others.length === 0 ? first.read : merged(sources.map((source) => source.read));
  const filter = rest && ((seqs: number[]) => filterRows(seqs, rest));
  return filteredPage({ limit, before, read, filter });
}
