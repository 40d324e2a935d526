import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { matchesWords } from '#app/shared/full-text-search.ts';
import { filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import { db, preparedValue } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import type { Certificate, CertificateRow } from './certificate.server.ts';
import { certificateColumns, revocationOf, toCertificateOfHolder } from './certificate.server.ts';
import type { heldListSchema } from './certificate-list.schema.ts';
import { type Named, named } from './fields.ts';
import { certificatesBySeq } from './list-certificates.server.ts';
import { filterRows, inState } from './page-of-certificates.server.ts';
import { certificateSearch } from './search-index.server.ts';
import { isAsSigned, signedFacts } from './signed-record.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

type Query = z.output<typeof heldListSchema>;

/** The certificates of one address, newest first. */
const newest = preparedValue<number>(
  `select seq from certificates indexed by certificates_by_student_email
   where student_email = ? and seq < ? order by seq desc limit ?`,
);

/** The newest of several addresses. Each is read from the index in order, so that the time does not depend on their number. */
const newestOf =
  ({ emails }: Holder) =>
  (before: number, count: number) =>
    emails
      .flatMap((email) => newest().all(email, before, count))
      .sort((one, other) => other - one)
      .slice(0, count);

/** Keeps the certificates that match a search, or null without search words. */
function searchFilter(q: string): ((seqs: number[]) => number[]) | null {
  const { words, orWord } = certificateSearch(q);
  if (words.length === 0) return null;
  const { seq, issuerName } = certificates;
  const columns = { issuerName, ...named(certificates) };
  const isFound = ({ uniqueId, ...texts }: Named & { issuerName: string }) =>
    uniqueId === orWord || matchesWords([formatUniqueId(uniqueId), ...Object.values(texts)].join(' '), words);
  return (seqs) => {
    const among = sql`${seq} in (select value from json_each(${JSON.stringify(seqs)}))`;
    const rows = db().select({ seq, names: columns }).from(certificates).where(among).all();
    const found = new Set(rows.filter(({ names }) => isFound(names)).map((row) => row.seq));
    return seqs.filter((one) => found.has(one));
  };
}

export type HeldPage = {
  certificates: Certificate[];
  /** Whether some were left out because they are not as they were signed. */
  isChecking: boolean;
  nextCursor: string | null;
};

/**
 * One page of the certificates that were issued to a holder's addresses, newest first. Leaves out those that are not as they were signed,
 * so that a page may have fewer than the limit.
 * @param holder null for an account without an address, which holds nothing
 * @param input {limit?, cursor?, q?, state?}; `q` matches beginnings of words in the ID, the course, the issuer and the name
 * @throws AppError invalid for an unknown cursor
 */
export function listHeldCertificates(
  holder: Holder | null,
  { limit, cursor, q = '', state }: Query,
): HeldPage {
  const before = seqBefore(cursor);
  if (!holder) return { certificates: [], isChecking: false, nextCursor: null };
  const search = searchFilter(q);
  const ofState = inState(state);
  const filter = (seqs: number[]) => {
    const found = search ? search(seqs) : seqs;
    return ofState ? filterRows(found, ofState) : found;
  };
  const isFiltered = search !== null || ofState !== undefined;
  const { seqs, nextCursor } = filteredPage({
    limit,
    before,
    read: newestOf(holder),
    filter: isFiltered ? filter : undefined,
  });
  const found = certificatesBySeq(seqs);
  const certificates = found.filter(({ id }) => isAsSigned(id));
  return { certificates, isChecking: certificates.length < found.length, nextCursor };
}

const issuedTo = ({ emails }: Holder) => inArray(certificates.studentEmail, [...emails]);

/** The row of a holder's certificate, by its stored ID. */
export const findHeld = (holder: Holder, uniqueId: string): CertificateRow | undefined =>
  db()
    .select(certificateColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .where(and(eq(certificates.uniqueId, uniqueId), issuedTo(holder)))
    .get();

/** Whether a certificate was issued to somebody who need not pay to see it. @param id in any spelling */
export function isHeldBy(holder: Holder | null, id: string): boolean {
  const uniqueId = parseUniqueId(id);
  return holder !== null && uniqueId !== null && findHeld(holder, uniqueId) !== undefined;
}

/** The certificates among these stored IDs that were issued to a holder. */
function heldAmong(holder: Holder, ids: (string | null)[]): string[] {
  const stored = ids.filter((id) => id !== null);
  if (stored.length === 0) return [];
  return db()
    .select({ uniqueId: certificates.uniqueId })
    .from(certificates)
    .where(and(inArray(certificates.uniqueId, stored), issuedTo(holder)))
    .all()
    .map(({ uniqueId }) => formatUniqueId(uniqueId));
}

/**
 * A holder's certificate, and the IDs of those certificates that it replaces or renews, or that replace or renew it, which were
 * issued to the holder too.
 * @param id from the URL
 * @throws AppError not-found, also for a certificate of another address; busy when it is not as it was signed
 */
export function heldCertificate(holder: Holder, id: string): { certificate: Certificate; related: string[] } {
  const uniqueId = parseUniqueId(id);
  const row = uniqueId === null ? undefined : findHeld(holder, uniqueId);
  if (!row) throw notFound();
  if (row.erasedAt === null) signedFacts(row);
  const { replaces, replacedBy, renews, renewedBy } = row;
  return {
    certificate: toCertificateOfHolder(row),
    related: heldAmong(holder, [replaces, replacedBy, renews, renewedBy]),
  };
}
