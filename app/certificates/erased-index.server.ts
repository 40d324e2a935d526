import { prepared, sqlite } from '#db/client.ts';

/** What the index has of a certificate, as search-index.server.ts writes it, with and without its holder. */
const TERMS = (
  holder: string,
) => `unique_id || ' ' || substr(unique_id, 1, 4) || ' ' || substr(unique_id, 5, 4) || ' '
  || substr(unique_id, 9, 4) || ' ' || substr(unique_id, 13, 4) || ' ' ${holder} || course_name || ' '
  || char(57345) || replace(issuer_id, '-', '')`;

const statements = prepared(() => ({
  isIndexed: sqlite().prepare('select 1 from certificate_search_docsize where id = ?').pluck(),
  remove: sqlite().prepare(
    `insert into certificate_search (certificate_search, rowid, terms)
     select 'delete', seq, ${TERMS("|| student_name || ' ' || student_email || ' '")} from certificates where seq = ?`,
  ),
  add: sqlite().prepare(
    `insert into certificate_search (rowid, terms) select seq, ${TERMS('')} from certificates where seq = ?`,
  ),
}));

/**
 * Takes a certificate's holder out of the search index. Call it in the transaction that erases the holder, before the row changes.
 * One that is not indexed yet will be indexed as it then is.
 */
export function forgetHolderInIndex(seq: number) {
  if (!statements().isIndexed.get(seq)) return;
  statements().remove.run(seq);
  statements().add.run(seq);
}
