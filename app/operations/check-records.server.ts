import { isObject, type JsonObject, parseJsonObject } from '@certrace/verify';
import type Database from 'better-sqlite3';
import { designHash } from '#app/certificates/certificate-design.server.ts';
import type { SignedRow } from '#app/certificates/signed-record.server.ts';
import { compareWithDocuments, SIGNED_ROWS_SQL } from '#app/certificates/signed-record.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { timestamp } from '#app/credentials/issuer-keys.server.ts';
import { sqlite } from '#db/client.ts';

/**
 * The first damage that a database has, or null. Backups and restores ask the same, so that every backup that succeeds can be
 * restored.
 */
export function findDamage(database: Database.Database): string | null {
  const integrity = database.pragma('integrity_check(1)', { simple: true });
  if (integrity !== 'ok') return String(integrity);
  const dangling = database.prepare('pragma foreign_key_check').all();
  return dangling.length > 0 ? `${dangling.length} references to rows that do not exist` : null;
}

/** Describes each row that a query for wrong rows finds, on one line. */
export const findProblems = (
  query: string,
  describe: (row: Record<string, string | number | null>) => string | string[],
): string[] => sqlite().prepare<[], Parameters<typeof describe>[0]>(query).all().flatMap(describe);

const MAX_RECEIPT_BYTES = 65_536;

const listed = (names: string[]) => names.join(', ');

/** Certificates and revocations that differ from their signed documents. Those whose holder was erased have none any more. */
function* checkCertificates(): Generator<string> {
  const rows = sqlite().prepare<[], SignedRow>(`${SIGNED_ROWS_SQL} order by c.seq`);
  for (const row of rows.iterate()) {
    const { differences } = compareWithDocuments(row);
    if (differences.length > 0)
      yield `certificate ${formatUniqueId(row.uniqueId)} differs from its signed documents in ${listed(differences)}`;
  }
  yield* findProblems(
    `select l.seq, l.type from log_entries l left join certificates c on c.seq = l.subject
     where l.type in ('issue', 'revoke') and c.seq is null`,
    ({ seq, type }) => `the certificate of entry ${seq} (${type}) is missing`,
  );
}

type LoggedVerification = {
  document: Buffer;
  entry: number;
  uniqueId: string | null;
  courseName: string | null;
  isPaid: number;
  state: string | null;
  receiptNumber: number | null;
  amountMinor: number | null;
  currency: string | null;
  createdAt: number | null;
  settledAt: number | null;
};

function differencesOfVerification(receipt: JsonObject, row: LoggedVerification): string[] {
  const certificate = isObject(receipt.certificate) ? receipt.certificate : {};
  const pairs: [name: string, said: unknown, kept: unknown][] = [
    ['uniqueId', certificate.uniqueId, row.uniqueId && formatUniqueId(row.uniqueId)],
    ['courseName', certificate.courseName, row.courseName],
    ['receiptNumber', receipt.receiptNumber, row.receiptNumber],
    ['amountMinor', receipt.amountMinor, row.amountMinor],
    ['currency', receipt.currency, row.currency],
    ['createdAt', receipt.askedAt, row.createdAt && timestamp(row.createdAt)],
    ...(row.state === 'paid'
      ? ([
          ['settledAt', receipt.paidAt, row.settledAt && timestamp(row.settledAt)],
          ['paidAt', 1, row.isPaid],
        ] satisfies typeof pairs)
      : []),
  ];
  return pairs.flatMap(([name, said, kept]) => (said === kept ? [] : [name]));
}

/** Paid verifications and their payments that differ from the signed receipt in the log. */
function* checkVerifications(): Generator<string> {
  const rows = sqlite().prepare<[], LoggedVerification>(
    `select l.document, l.seq as entry, c.unique_id as uniqueId, c.course_name as courseName,
       v.paid_at is not null as isPaid, p.state, p.receipt_number as receiptNumber, p.amount_minor as amountMinor, p.currency,
       p.created_at as createdAt, p.settled_at as settledAt
     from log_entries l join (select seq, cast(document as text) as text from log_entries where type = 'verify') d on d.seq = l.seq
     left join verifications v on v.seq = l.subject left join certificates c on c.id = v.certificate_id
     left join payments p on p.verification_id = v.id and p.id = substr(json_extract(iif(json_valid(d.text), d.text, '{}'), '$.id'), 10)
     where l.type = 'verify' and l.document is not null order by l.seq`,
  );
  for (const row of rows.iterate()) {
    const receipt = parseJsonObject(row.document, MAX_RECEIPT_BYTES);
    // The check of the log says so.
    if (typeof receipt === 'string') continue;
    const differences = differencesOfVerification(receipt, row);
    if (differences.length > 0)
      yield `the verification with receipt ${receipt.receiptNumber} (entry ${row.entry}) differs from its signed receipt in ${listed(differences)}`;
  }
}

/** Payments that differ from the receipt that was issued for them. */
const checkReceipts = () =>
  findProblems(
    `select p.id, r.number from payments p join receipts r on r.payment_id = p.id
     where p.buyer_company is not json_extract(r.facts, '$.buyer.company')
       or p.buyer_tax_id is not json_extract(r.facts, '$.buyer.taxId')
       or (p.state = 'paid' and p.settled_at <> r.issued_at)`,
    ({ id, number }) => `payment ${id} differs from its receipt ${number}`,
  );

/** Versions of designs that are not as they were saved. */
const checkDesigns = () =>
  findProblems(
    `select d.name, v.number, v.design, v.expires_after as expiresAfter, v.hash
     from design_versions v join designs d on d.seq = v.design_seq where v.hash is not null`,
    ({ name, number, design, expiresAfter, hash }) =>
      designHash(String(design), expiresAfter === null ? null : String(expiresAfter)) === hash
        ? []
        : `version ${number} of the design ${name} is not as it was saved`,
  );

/** Compares the rows that a signed document, an entry of the log or a receipt speaks of with it. Returns one line per problem. */
export const checkRecords = (): string[] => [
  ...checkCertificates(),
  ...checkVerifications(),
  ...checkReceipts(),
  ...checkDesigns(),
];
