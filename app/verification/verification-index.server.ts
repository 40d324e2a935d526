import { prepared, preparedSql, sqlite } from '#db/client.ts';

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
