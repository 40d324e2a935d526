import { createPatientLoop, every } from '#app/shared/background-work.server.ts';
import { isDiskFull } from '#app/shared/errors.server.ts';
import { searchWords } from '#app/shared/full-text-search.ts';
import { log } from '#app/shared/log.server.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
import { pastedIds } from './find-certificate.server.ts';

/** Rows per transaction. Other requests wait for the 10 ms that it takes. */
const BATCH_ROWS = 250;
/** Pauses when everything is indexed, and between two batches. */
const IDLE_MS = 250;
const BEHIND_MS = 50;

/** A certificate that cannot be indexed is skipped after the third time, so that it does not hold up the others. */
const forEachCertificate = createPatientLoop('search index');
/** The last one that was skipped. The highest indexed `seq` passes it with the next certificate. */
const skipped = prepared(() => ({ seq: 0 }));

/** The terms of a certificate: those of its ID with its groups and of its texts, and the issuer's scope term. */
const termsWith = (holder: string) =>
  `search_terms(unique_id || ' ' || substr(unique_id, 1, 4) || ' ' || substr(unique_id, 5, 4) || ' ' || substr(unique_id, 9, 4)
   || ' ' || substr(unique_id, 13, 4) || ' ' ${holder} || course_name) || ' ' || char(57345) || replace(issuer_id, '-', '')`;
const TERMS = termsWith(
  "|| student_name || ' ' || student_email || ' ' || ifnull(searched_fields || ' ', '')",
);
const TERMS_WITHOUT_HOLDER = termsWith('');

/**
 * Indexing continues after the highest indexed `seq`. This misses none, because certificates are never deleted and get their `seq` in
 * commit order.
 */
const statements = prepared(() => ({
  isBehind: sqlite()
    .prepare(
      `select (select coalesce(max(seq), 0) from certificates)
         > (select max(coalesce(max(id), 0), ?) from certificate_search_docsize)`,
    )
    .pluck(),
  indexNext: sqlite().prepare(
    `insert into certificate_search (rowid, terms)
     select seq, ${TERMS} from certificates
     where seq > (select max(coalesce(max(id), 0), ?) from certificate_search_docsize) order by seq limit ?`,
  ),
  waiting: sqlite()
    .prepare(
      `select seq from certificates
       where seq > (select max(coalesce(max(id), 0), ?) from certificate_search_docsize) order by seq limit ?`,
    )
    .pluck(),
  isIndexed: sqlite().prepare('select 1 from certificate_search_docsize where id = ?').pluck(),
  remove: sqlite().prepare(
    `insert into certificate_search (certificate_search, rowid, terms) select 'delete', seq, ${TERMS} from certificates where seq = ?`,
  ),
  addWithoutHolder: sqlite().prepare(
    `insert into certificate_search (rowid, terms) select seq, ${TERMS_WITHOUT_HOLDER} from certificates where seq = ?`,
  ),
}));

/** Whether certificates are waiting to be indexed. */
const isBehind = () => statements().isBehind.get(skipped().seq) === 1;

/** Indexes the certificates one by one, because one of them cannot be indexed. */
function indexEach() {
  forEachCertificate(
    statements().waiting.all(skipped().seq, BATCH_ROWS) as number[],
    (seq) => seq,
    (seq) => transaction(() => statements().indexNext.run(seq - 1, 1)),
    (seq) => {
      skipped().seq = seq;
    },
  );
}

/**
 * Indexes the certificates that have waited longest.
 * @returns whether more are waiting
 */
export function indexSome(): boolean {
  if (!isBehind()) return false;
  try {
    transaction(() => statements().indexNext.run(skipped().seq, BATCH_ROWS));
  } catch (error) {
    if (isDiskFull(error)) throw error;
    indexEach();
  }
  return isBehind();
}

/** How long a search may index. The background indexes more than that arrives in this time. */
const SEARCH_MS = 50;

/**
 * Indexes issued certificates. Every search calls this first, so that it finds the newest ones. With a full disk, or after a
 * restore of many certificates without index, the search uses the index as it is.
 */
export function catchUpSearch() {
  const end = performance.now() + SEARCH_MS;
  try {
    while (indexSome() && performance.now() < end);
  } catch (error) {
    log.error({ err: error }, 'certificates not indexed');
  }
}

/** Indexes in the background, in batches short enough for requests in between. Returns a function that stops it. */
export const startIndexing = () => every(IDLE_MS, indexSome, { betweenMs: BEHIND_MS })('search index');

/**
 * Removes a certificate's holder from the index. Call it in the transaction that erases the holder, before the row changes. A
 * certificate that is not indexed yet is indexed later, without the holder.
 */
export function removeHolderFromIndex(seq: number) {
  const { isIndexed, remove, addWithoutHolder } = statements();
  if (!isIndexed.get(seq)) return;
  remove.run(seq);
  addWithoutHolder.run(seq);
}

/**
 * The words of a search for certificates. Its letters and digits may be those of a whole ID, however it is written, or of a name: both
 * are found.
 */
export const certificateSearch = (q: string): { words: string[]; orWord: string | null } => ({
  words: searchWords(q),
  orWord: pastedIds(q)[0] ?? null,
});

/** Private-use characters, which `searchWords` drops. They start the terms that mark the owner of a row. */
const SCOPE_MARKS = { issuer: '\ue001', verifier: '\ue002' } as const;

/** The term that marks an issuer's or a verifier's rows in an index. search-index.server.ts and a trigger write it. */
export const scopeTerm = (kind: 'issuer' | 'verifier', id: string) =>
  `${SCOPE_MARKS[kind]}${id.replaceAll('-', '')}`;
