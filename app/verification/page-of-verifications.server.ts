import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { ofCourses } from '#app/certificates/course-names.server.ts';
import { longerWords } from '#app/certificates/page-of-certificates.server.ts';
import { certificateSearch, scopeTerm } from '#app/certificates/search-index.server.ts';
import { ftsQuery } from '#app/shared/full-text-search.ts';
import {
  cursorAfterPlace,
  filteredPage,
  type Place,
  page,
  placeBefore,
  seqBefore,
} from '#app/shared/list-queries.server.ts';
import { dayIn } from '#app/shared/zoned-dates.ts';
import { db, prepared, preparedSql, seqsOf, sqlite } from '#db/client.ts';
import { verifications } from '#db/schema/verification.ts';
import type { verificationListSchema } from './verification.schema.ts';

/** The owner of a list. Null for the list of all verifications. */
export type Scope = { kind: 'issuer' | 'verifier'; id: string } | null;
const search = sql.raw('verification_search');
const OPEN = '{open}';
const ALL = '{open personal verifier}';

/** Filters rows by reading them alone. With an index on a condition, SQLite would read the whole index. */
const meets = (seqs: number[], condition: SQL): number[] =>
  seqsOf(sql`select ${verifications.seq} as seq from ${verifications} not indexed
    where ${verifications.seq} in (select value from json_each(${JSON.stringify(seqs)})) and ${condition}
    order by ${verifications.seq} desc`);

/**
 * A search, as a function that reads matches newest first and one that filters rows to those that the reader may find. Null
 * without search words. In a verifier's own list, the student's name and email only match in paid verifications. Otherwise a
 * search would reveal whose certificate an unpaid ID belongs to.
 */
function searched(q: string, scope: Scope) {
  const { words, orWord } = certificateSearch(q);
  const expand = longerWords('verification_search_terms');
  const ask = (columns: string) =>
    ftsQuery(words, { scope: scope && scopeTerm(scope.kind, scope.id), expand, columns, orWord });
  const everything = ask(ALL);
  if (everything === null) return null;
  const read = (before: number, count: number) =>
    seqsOf(sql`select rowid as seq from ${search} where ${search} match ${everything} and rowid < ${before}
      order by rowid desc limit ${count}`);
  // Only looks among the candidates for matches in the open columns.
  const open = (seqs: number[]) => sql`(${verifications.paidAt} is not null
    or ${verifications.seq} in (select rowid from ${search} where ${search} match ${ask(OPEN)}
      and rowid between ${seqs.at(-1) ?? 0} and ${seqs[0] ?? 0}))`;
  return { read, open: scope?.kind === 'verifier' ? open : () => undefined };
}

/** The query of a list, with all spellings of its course. */
type Filters = Omit<z.output<typeof verificationListSchema>, 'course'> & { courses: string[] };
type PageOfSeqs = { seqs: number[]; nextCursor: string | null };

/** The range of look-ups that a list is filtered by. `end` is exclusive. */
function lookedUpIn({ from, to, timeZone }: Filters): { start: number; end: Place } {
  return {
    start: from === '' ? 0 : dayIn(from, timeZone).start,
    end: { at: to === '' ? Number.MAX_SAFE_INTEGER : dayIn(to, timeZone).end, seq: 0 },
  };
}

const ownedBy = (scope: Scope) =>
  scope
    ? eq(scope.kind === 'issuer' ? verifications.issuerId : verifications.verifierId, scope.id)
    : undefined;

const wanted = ({ state, courses }: Filters) =>
  and(
    ofCourses(verifications, courses),
    state === 'paid' ? isNotNull(verifications.paidAt) : undefined,
    state === 'unpaid' ? isNull(verifications.paidAt) : undefined,
  );

/** The index that has the rows of a page next to each other, in the list's order. */
function indexFor({ state, courses }: Filters, scope: Scope): SQL {
  const owner = scope ? `by_${scope.kind}` : '';
  if (courses.length > 0) return sql.raw(`verifications_${owner ? `${owner}_and` : 'by'}_course`);
  if (state !== '') return sql.raw(`verifications_${state}${owner && `_${owner}`}`);
  return sql.raw(`verifications_${owner || 'by_time'}`);
}

/** The `seq`s of a page, latest look-up first. */
export function pageOfVerifications(filters: Filters, scope: Scope): PageOfSeqs {
  const { limit, cursor, q = '' } = filters;
  if (q.trim() !== '') return pageOfSearch(q, filters, scope);
  const { start, end } = lookedUpIn(filters);
  const before = placeBefore(cursor, end);
  const { lookedUpAt, seq } = verifications;
  const read = (courses: string[]) =>
    db().all<Place>(sql`select ${seq} as seq, ${lookedUpAt} as at
      from ${verifications} indexed by ${indexFor(filters, scope)}
      where ${and(ownedBy(scope), wanted({ ...filters, courses }), gte(lookedUpAt, start))}
        and (${lookedUpAt}, ${seq}) < (${before.at}, ${before.seq})
      order by ${desc(lookedUpAt)}, ${desc(seq)} limit ${limit + 1}`);
  // The rows of each spelling are in the list's order.
  const spellings = filters.courses.length === 0 ? [[]] : filters.courses.map((course) => [course]);
  const found = spellings.flatMap(read).toSorted((a, b) => b.at - a.at || b.seq - a.seq);
  const { rows, nextCursor } = page(found.slice(0, limit + 1), limit, cursorAfterPlace);
  return { seqs: rows.map((row) => row.seq), nextCursor };
}

/** A page of search results in the order of the full-text index, newest first. */
function pageOfSearch(q: string, filters: Filters, scope: Scope): PageOfSeqs {
  const { limit, cursor, from, to } = filters;
  const before = seqBefore(cursor);
  const found = searched(q, scope);
  if (found === null) return { seqs: [], nextCursor: null };
  const { start, end } = lookedUpIn(filters);
  const { lookedUpAt } = verifications;
  const conditions = and(
    wanted(filters),
    from === '' ? undefined : gte(lookedUpAt, start),
    to === '' ? undefined : lt(lookedUpAt, end.at),
  );
  const filter = (seqs: number[]) => {
    const condition = and(conditions, found.open(seqs));
    return condition ? meets(seqs, condition) : seqs;
  };
  return filteredPage({ limit, before, read: found.read, filter });
}

/**
 * The texts of a verification in its search index: as the trigger on new rows writes them, with the verifier's name and address of
 * that time, and without a holder who was erased.
 */
type Entry = { open: string; personal: string; verifier: string; scope: string };

const entryOf = preparedSql<Entry>(
  `select c.unique_id || ' ' || substr(c.unique_id, 1, 4) || ' ' || substr(c.unique_id, 5, 4) || ' '
     || substr(c.unique_id, 9, 4) || ' ' || substr(c.unique_id, 13, 4) || ' ' || c.course_name || ' ' || c.issuer_name as open,
     iif(exists (select 1 from erasures e where e.certificate_id = c.id), '', c.student_name || ' ' || c.student_email) as personal,
     coalesce((select f.text from former_verifier_texts f where f.user_id = u.id and f.until_seq >= v.seq order by f.until_seq limit 1),
       u.name || ' ' || coalesce(u.email, '')) as verifier,
     char(57345) || replace(v.issuer_id, '-', '') || ' ' || char(57346) || replace(v.verifier_id, '-', '') as scope
   from verifications v join certificates c on c.id = v.certificate_id join users u on u.id = v.verifier_id
   where v.seq = ?`,
);
const statements = prepared(() => ({
  remove: sqlite().prepare(
    `insert into verification_search (verification_search, rowid, open, personal, verifier, scope)
     values ('delete', @seq, search_terms(@open), search_terms(@personal), search_terms(@verifier), @scope)`,
  ),
  add: sqlite().prepare(
    `insert into verification_search (rowid, open, personal, verifier, scope)
     values (@seq, search_terms(@open), search_terms(@personal), search_terms(@verifier), @scope)`,
  ),
}));

/** Removes a verification from the search index. Call it in the transaction that deletes the row, before it does. */
export function removeFromIndex(seq: number) {
  const entry = entryOf().get(seq);
  if (entry) statements().remove.run({ seq, ...entry });
}

/** Replaces texts of a verification in the search index, in the caller's transaction. */
export function replaceInIndex(seq: number, change: Partial<Entry>) {
  const entry = entryOf().get(seq);
  if (!entry) return;
  statements().remove.run({ seq, ...entry });
  statements().add.run({ seq, ...entry, ...change });
}
