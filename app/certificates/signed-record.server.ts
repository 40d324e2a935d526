import type { JsonObject, Shown } from '@certrace/verify';
import {
  asText,
  differencesOf,
  entryDigest,
  hexHash,
  isObject,
  parseEntry,
  parseJsonObject,
  readFields,
  shownOf,
} from '@certrace/verify';
import { emailHash } from '#app/credentials/badge.server.ts';
import { carriedFields } from '#app/credentials/carried-fields.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { prepared, preparedSql } from '#db/client.ts';
import { t } from '#messages';
import { type CertificateRow, selectContent } from './certificate.server.ts';
import { FIELD_NAMES } from './fields.ts';
import { readFrozen } from './own-fields.ts';
import { formatUniqueId } from './unique-id.ts';

/** The columns of a certificate that its signed documents speak of. */
const SIGNED_COLUMNS = [...FIELD_NAMES, 'uniqueId', 'issuerName', 'fields', 'revokedAt'] as const;

export type SignedRow = Pick<CertificateRow, (typeof SIGNED_COLUMNS)[number] | 'seq' | 'id'>;

/** Selects the rows of certificates whose holder was not erased. */
export const SIGNED_ROWS_SQL = `select c.seq, c.id, c.unique_id as uniqueId, ${selectContent('c')}, c.issuer_name as issuerName,
    c.fields, r.revoked_at as revokedAt
  from certificates c left join certificate_revocations r on r.certificate_id = c.id
  where not exists (select 1 from erasures where certificate_id = c.id)`;

const rowOf = preparedSql<SignedRow>(`${SIGNED_ROWS_SQL} and c.id = ?`);

type ReadDocuments = { isKnown: 0 | 1; bytes: Buffer | null; entries: string };

/**
 * Reads the credential, unless it is the known one, and the entries in the log. In one statement, which takes half as long as two,
 * and without a Buffer for a known credential, because collecting it takes longer than reading it.
 */
const readDocuments = preparedSql<ReadDocuments>(
  `select d.bytes is @known as isKnown, iif(d.bytes is @known, null, d.bytes) as bytes,
     (select json_group_array(json_array(type, cast(entry as text), hex(salt), hex(document)))
      from log_entries where subject = c.seq and type in ('issue', 'revoke')) as entries
   from (select @seq as seq) c
   left join certificate_credentials d on d.certificate_seq = c.seq and length(d.bytes) > 0`,
);

type LoggedEntry = [type: 'issue' | 'revoke', entry: string, saltHex: string, documentHex: string];

/** Longest signed document. A credential with the longest names has 8 KB. */
const MAX_DOCUMENT_BYTES = 1_048_576;

/** The signed document; empty if it is damaged. */
function documentOf(bytes: Uint8Array): JsonObject {
  const document = parseJsonObject(bytes, MAX_DOCUMENT_BYTES);
  return typeof document === 'string' ? {} : document;
}

/** A revocation and its statement are made in one transaction, whose clock may stand a little later. */
const SAME_TIME_MS = 300_000;

/** Whether the credential has the hash of this address. */
function isAddressOf(credential: JsonObject, email: string): boolean {
  const subject = isObject(credential.credentialSubject) ? credential.credentialSubject : {};
  const identifiers = Array.isArray(subject.identifier) ? subject.identifier : [];
  const address = identifiers.find((item) => isObject(item) && item.identityType === 'emailAddress');
  return isObject(address) && address.identityHash === emailHash(email, asText(address.salt) ?? '');
}

/** Whether the credential has the own fields of the row. It has none that only the issuer or the holder sees. */
function hasFieldsOf(credential: JsonObject, { fields }: SignedRow): boolean {
  const frozen = readFrozen(fields);
  // The column is damaged.
  if (fields !== null && frozen.length === 0) return false;
  return JSON.stringify(readFields(credential)) === JSON.stringify(carriedFields(frozen));
}

/** Whether the log has a revocation of this credential exactly if the certificate has one, of the same time. */
function isRevocationLogged(
  { revokedAt }: SignedRow,
  entries: LoggedEntry[],
  credential: Buffer,
  issuedAt: number,
): boolean {
  const statement = entries
    .filter(([type]) => type === 'revoke')
    .map(([, , , document]) => documentOf(Buffer.from(document, 'hex')))
    .find((each) => each.credential === hexHash(credential));
  if (!statement || revokedAt === null) return !statement && revokedAt === null;
  // Certificates that were revoked before they had a credential got both entries later.
  return revokedAt < issuedAt || Math.abs(Date.parse(String(statement.time)) - revokedAt) < SAME_TIME_MS;
}

type SignedRecord = {
  /** The facts in the credential; null for a certificate older than credentials. */
  shown: Shown | null;
  /** The columns that differ from the documents. `credential` if that is not the logged one. */
  differences: string[];
};

function compare(row: SignedRow, credential: Buffer | null, entries: LoggedEntry[]): SignedRecord {
  const issued = entries.flatMap(([type, entry, salt]) =>
    type === 'issue' ? [{ salt, entry: parseEntry(Buffer.from(entry)) }] : [],
  );
  if (!credential) return { shown: null, differences: issued.length > 0 ? ['credential'] : [] };
  const logged = issued.find(
    ({ entry, salt }) => salt && entry?.digest === entryDigest(Buffer.from(salt, 'hex'), credential),
  );
  if (!logged?.entry) return { shown: null, differences: ['credential'] };
  // As this server wrote and logged it, so that it needs no check of its form, which takes longer than all else.
  const document = JSON.parse(credential.toString()) as JsonObject;
  const shown = shownOf(document);
  if (!shown) return { shown, differences: ['credential'] };
  const differences: string[] = differencesOf({ ...row, uniqueId: formatUniqueId(row.uniqueId) }, shown);
  if (!isAddressOf(document, row.studentEmail)) differences.push('studentEmail');
  if (!hasFieldsOf(document, row)) differences.push('fields');
  if (!isRevocationLogged(row, entries, credential, Date.parse(logged.entry.time)))
    differences.push('revocation');
  return { shown, differences };
}

/** All that a comparison depends on, with its result. */
type Compared = { values: unknown[]; credential: Buffer | null; entries: string; record: SignedRecord };

/** Earlier comparisons by `seq` of the certificate, of about 3 KB each. */
const compared = prepared(() => new Map<number, Compared>());
const MOST_COMPARED = 1_000;

function compareWithPresentDocuments(row: SignedRow): SignedRecord {
  const known = compared().get(row.seq);
  const parameters = { seq: row.seq, known: known?.credential ?? null };
  const { isKnown, bytes, entries } = readDocuments().get(parameters) as ReadDocuments;
  const values = SIGNED_COLUMNS.map((name) => row[name]);
  const isSame =
    isKnown && entries === known?.entries && values.every((value, at) => value === known.values[at]);
  if (known && isSame) return known.record;
  const credential = isKnown && known ? known.credential : bytes;
  const record = compare(row, credential, JSON.parse(entries));
  if (compared().size >= MOST_COMPARED) compared().clear();
  compared().set(row.seq, { values, credential, entries, record });
  return record;
}

/**
 * Compares the row of a certificate, whose holder is not erased, with the documents that were signed and logged: its credential and
 * its revocation. Reads the documents each time, and returns an earlier result only if neither they nor the row have changed.
 */
export function compareWithDocuments(row: SignedRow): SignedRecord {
  const record = compareWithPresentDocuments(row);
  if (record.differences.length === 0) return record;
  // Another process may have revoked it since the row was read.
  const present = rowOf().get(row.id);
  return present ? compareWithPresentDocuments(present) : record;
}

const HOUR_MS = 3_600_000;

/** The certificates that an alert of this hour names. */
const alerted = prepared(() => ({ hour: 0, ids: new Set<string>() }));

/** Alerts the operator to a certificate that is not as it was signed, at most once an hour. */
function alertTo(row: Pick<SignedRow, 'id' | 'uniqueId'>, differences: string[]) {
  const hour = Math.floor(now() / HOUR_MS);
  const known = alerted();
  if (known.hour !== hour) {
    known.hour = hour;
    known.ids.clear();
  }
  if (known.ids.has(row.id)) return;
  known.ids.add(row.id);
  const uniqueId = formatUniqueId(row.uniqueId);
  log.error(
    { certificate: row.id, uniqueId, differences, alert: true },
    `certificate ${uniqueId} is not as it was signed, so it is not drawn, and only its issuer's lists show it: run \`npm run fsck\``,
  );
}

/** The error for readers of a certificate that is not as it was signed. Alerts the operator. */
export function refuseChanged(row: Pick<SignedRow, 'id' | 'uniqueId'>, differences: string[]): AppError {
  alertTo(row, differences);
  return new AppError('busy', () => t('signedRecord.siteIsCheckingThisCertificate'), {
    retryAfterSeconds: HOUR_MS / 1_000,
  });
}

/**
 * Whether a certificate may be listed: its row is as it was signed, or its holder was erased. Otherwise alerts the operator.
 * @param id of its row
 */
export function isAsSigned(id: string): boolean {
  const row = rowOf().get(id);
  const { differences } = row ? compareWithDocuments(row) : { differences: [] };
  if (row && differences.length > 0) alertTo(row, differences);
  return differences.length === 0;
}

/**
 * The sentence for a certificate whose row is not as it was signed, or null. Alerts the operator.
 * @param id of its row
 * @param isDoubted whether these differences count, by default any
 */
export function doubtOf(
  id: string,
  isDoubted = (differences: readonly string[]) => differences.length > 0,
): string | null {
  const row = rowOf().get(id);
  if (!row) return null;
  const { differences } = compareWithDocuments(row);
  return isDoubted(differences) ? refuseChanged(row, differences).message : null;
}

/** The same for a certificate whose revocation is not as the log has it. */
export const doubtOfRevocation = (id: string) =>
  doubtOf(id, (differences) => differences.includes('revocation'));

/**
 * Requires that the credential of a certificate is the one that the log has.
 * @throws AppError busy
 */
export function requireLoggedCredential(row: SignedRow): void {
  const { differences } = compareWithDocuments(row);
  if (differences.includes('credential')) throw refuseChanged(row, differences);
}

/**
 * Requires that the row of a certificate is as it was signed, unless its holder was erased.
 * @param id of its row
 * @throws AppError busy
 */
export function requireAsSigned(id: string): void {
  const row = rowOf().get(id);
  if (row) signedFacts(row);
}

/**
 * The facts for the page of a certificate, from its credential; null for a certificate older than
 * credentials.
 * @throws AppError busy when its row differs from the signed documents
 */
export function signedFacts(row: SignedRow): Shown | null {
  const { shown, differences } = compareWithDocuments(row);
  if (differences.length > 0) throw refuseChanged(row, differences);
  return shown;
}
