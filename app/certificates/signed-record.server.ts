import type { JsonObject, Shown } from '@certrace/verify';
import {
  asText,
  differencesOf,
  entryDigest,
  hexHash,
  isObject,
  parseEntry,
  parseJsonObject,
  shownOf,
} from '@certrace/verify';
import { emailHash } from '#app/credentials/badge.server.ts';
import { credentialOf } from '#app/credentials/certificate-credential.server.ts';
import { type EntryRow, entriesOfCertificate } from '#app/log/prove-entry.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { prepared, preparedSql } from '#db/client.ts';
import { t } from '#messages';
import { type CertificateRow, selectContent } from './certificate.server.ts';
import type { FieldName } from './fields.ts';
import { formatUniqueId } from './unique-id.ts';

/** The columns of a certificate that its signed documents speak of. */
export type SignedRow = Pick<
  CertificateRow,
  FieldName | 'seq' | 'id' | 'uniqueId' | 'issuerName' | 'revokedAt'
>;

/** Selects the rows of certificates whose holder was not erased. */
export const SIGNED_ROWS_SQL = `select c.seq, c.id, c.unique_id as uniqueId, ${selectContent('c')}, c.issuer_name as issuerName,
    r.revoked_at as revokedAt
  from certificates c left join certificate_revocations r on r.certificate_id = c.id
  where not exists (select 1 from erasures where certificate_id = c.id)`;

const rowOf = preparedSql<SignedRow>(`${SIGNED_ROWS_SQL} and c.id = ?`);

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

/** Whether the log has a revocation of this credential exactly if the certificate has one, of the same time. */
function isRevocationLogged(
  { revokedAt }: SignedRow,
  entries: EntryRow[],
  credential: Buffer,
  issuedAt: number,
): boolean {
  const statements = entries.flatMap(({ type, document }) =>
    type === 'revoke' && document ? [documentOf(document)] : [],
  );
  const statement = statements.find((each) => each.credential === hexHash(credential));
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

/**
 * Compares the row of a certificate, whose holder is not erased, with the documents that were signed and logged: its credential and
 * its revocation.
 */
export function compareWithDocuments(row: SignedRow): SignedRecord {
  const credential = credentialOf(row.seq);
  const entries = entriesOfCertificate(row.seq);
  const issued = entries.flatMap(({ type, entry, salt }) =>
    type === 'issue' ? [{ salt, entry: parseEntry(Buffer.from(entry)) }] : [],
  );
  if (!credential) return { shown: null, differences: issued.length > 0 ? ['credential'] : [] };
  const logged = issued.find(({ entry, salt }) => salt && entry?.digest === entryDigest(salt, credential));
  if (!logged?.entry) return { shown: null, differences: ['credential'] };
  // As this server wrote and logged it, so that it needs no check of its form, which takes longer than all else.
  const document = JSON.parse(credential.toString()) as JsonObject;
  const shown = shownOf(document);
  if (!shown) return { shown, differences: ['credential'] };
  const differences: string[] = differencesOf({ ...row, uniqueId: formatUniqueId(row.uniqueId) }, shown);
  if (!isAddressOf(document, row.studentEmail)) differences.push('studentEmail');
  if (!isRevocationLogged(row, entries, credential, Date.parse(logged.entry.time)))
    differences.push('revocation');
  return { shown, differences };
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
