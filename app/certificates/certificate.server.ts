import { FIRST_TIME_ZONE_MS, LAST_TIME_ZONE_MS } from '@certrace/verify';
import { eq, sql } from 'drizzle-orm';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { now } from '#app/shared/clock.server.ts';
import {
  certificateRenewals,
  certificateReplacements,
  certificateRevocations,
  certificates,
} from '#db/schema/certificates.ts';
import { designs } from '#db/schema/designs.ts';
import { erasures } from '#db/schema/privacy.ts';
import { verifications } from '#db/schema/verification.ts';
import { t } from '#messages';
import { type Content, contentOf, FIELD_NAMES, fieldOf } from './fields.ts';
import { type FrozenField, readFrozen, visibleToHolder, visibleToOthers } from './own-fields.ts';
import { formatUniqueId } from './unique-id.ts';

export type CertificateStatus = 'valid' | 'not-yet-valid' | 'expired' | 'revoked' | 'erased';

/** Why and when a certificate was revoked. The time is in ms UTC. */
export type Revocation = { reason: string; revokedAt: number };

/** A certificate as pages and the API show it. */
export type Certificate = Content & {
  id: string;
  /** In groups of four. */
  uniqueId: string;
  issuer: { id: string; name: string; username: string };
  /** ID of the issuer's design; null for the built-in layout. */
  designId: string | null;
  /** Whether anybody has paid to verify it. */
  verified: boolean;
  status: CertificateStatus;
  revocation: Revocation | null;
  /** ID of the corrected certificate, in groups of four. A replaced certificate is revoked. */
  replacedBy: string | null;
  /** ID of the certificate that this one corrects, in groups of four. */
  replaces: string | null;
  /** ID of the certificate that renews this one, in groups of four. */
  renewedBy: string | null;
  /** ID of the certificate that this one renews, in groups of four. */
  renews: string | null;
  /** Milliseconds UTC. */
  createdAt: number;
  /** The member who issued it. Null for the account that registered the organisation. */
  issuedBy: string | null;
  /** Values of the issuer's own fields. */
  fields: FrozenField[];
};

/** SQL expression for the stored ID of the replacement, for queries over certificates. */
export const replacedBy = sql<string | null>`(select other.unique_id from ${certificateReplacements}
  join ${certificates} other on other.id = ${certificateReplacements.replacementId}
  where ${certificateReplacements.certificateId} = ${certificates.id})`;

/** SQL expression for the stored ID of the renewal, for queries over certificates. */
export const renewedBy = sql<string | null>`(select other.unique_id from ${certificateRenewals}
  join ${certificates} other on other.id = ${certificateRenewals.renewalId}
  where ${certificateRenewals.certificateId} = ${certificates.id})`;

/** SQL expression for the time at which the holder was erased, for queries over certificates. */
export const erasedAt = sql<number | null>`(select ${erasures.erasedAt} from ${erasures}
  where ${erasures.certificateId} = ${certificates.id})`;

/** Columns of a certificate, for queries that left-join `certificateRevocations`. */
export const certificateColumns = {
  seq: certificates.seq,
  id: certificates.id,
  uniqueId: certificates.uniqueId,
  ...contentOf(certificates),
  issuerId: certificates.issuerId,
  issuerName: certificates.issuerName,
  issuerUsername: certificates.issuerUsername,
  layoutVersion: certificates.layoutVersion,
  designVersionId: certificates.designVersionId,
  designId: sql<
    string | null
  >`(select ${designs.id} from ${designs} where ${designs.seq} = ${certificates.designSeq})`,
  createdAt: certificates.createdAt,
  issuedBy: certificates.issuedBy,
  fields: certificates.fields,
  revocationReason: certificateRevocations.reason,
  revokedAt: certificateRevocations.revokedAt,
  erasedAt,
  verified: sql<number>`exists (select 1 from ${verifications}
    where ${verifications.certificateId} = ${certificates.id} and ${verifications.paidAt} is not null)`,
  replacedBy,
  replaces: sql<string | null>`(select other.unique_id from ${certificateReplacements}
    join ${certificates} other on other.id = ${certificateReplacements.certificateId}
    where ${certificateReplacements.replacementId} = ${certificates.id})`,
  renewedBy,
  renews: sql<string | null>`(select other.unique_id from ${certificateRenewals}
    join ${certificates} other on other.id = ${certificateRenewals.certificateId}
    where ${certificateRenewals.renewalId} = ${certificates.id})`,
};

/** The fields of a certificate, for SQL text. @param table its name in the query */
export const selectContent = (table: string) =>
  FIELD_NAMES.map((name) => `${table}.${certificates[name].name} as ${name}`).join(', ');

/** Assignments that erase the holder, for SQL text that updates certificates or rows of batches. */
export const ERASED_CONTENT = [
  ...FIELD_NAMES.map(fieldOf).flatMap(({ name, erasedAs }) =>
    erasedAs === undefined ? [] : `${certificates[name].name} = '${erasedAs}'`,
  ),
  'fields = null',
].join(', ');

/** The join that `certificateColumns` needs. */
export const revocationOf = eq(certificateRevocations.certificateId, certificates.id);

export type CertificateRow = Omit<typeof certificates.$inferSelect, 'designSeq' | 'searchedFields'> & {
  revocationReason: string | null;
  revokedAt: number | null;
  /** When its holder was erased. */
  erasedAt: number | null;
  verified: number;
  /** Stored IDs. */
  replacedBy: string | null;
  replaces: string | null;
  renewedBy: string | null;
  renews: string | null;
  designId: string | null;
};

/** The relations of a newly issued certificate. */
export const UNRELATED = { replacedBy: null, replaces: null, renewedBy: null, renews: null };

/** A certificate counts as expiring this many days before its expiry. */
export const EXPIRING_DAYS = 60;

const DAY_MS = 86_400_000;

/** A function that returns the present date at this distance from UTC. It formats each date once, because each row of a list needs it. */
function dateAt(offsetMs: number): () => string {
  let last = { day: Number.NaN, date: '' };
  return () => {
    const day = Math.floor((now() + offsetMs) / DAY_MS);
    if (day !== last.day) last = { day, date: new Date(day * DAY_MS).toISOString().slice(0, 10) };
    return last.date;
  };
}

/** Today's date in UTC. */
export const todayUtc = dateAt(0);

/** The earliest date that has not ended everywhere on earth. A certificate with an earlier expiry date is expired. */
export const earliestDateOnEarth = dateAt(-LAST_TIME_ZONE_MS);

/** The latest date that has begun anywhere on earth. A certificate with a later issue date is not yet valid. */
export const latestDateOnEarth = dateAt(FIRST_TIME_ZONE_MS);

export type StatusColumns = {
  issueDate: string;
  expiryDate: string | null;
  revokedAt: number | null;
  erasedAt: number | null;
};

/** The present state of a certificate. Erasure takes precedence, then revocation. */
export function currentStatus(columns: StatusColumns): CertificateStatus {
  // Reads single fields: those of a database row are getters of its prototype, which a spread leaves out.
  const { issueDate, expiryDate, revokedAt } = columns;
  if (columns.erasedAt !== null) return 'erased';
  if (revokedAt !== null) return 'revoked';
  if (issueDate > latestDateOnEarth()) return 'not-yet-valid';
  return expiryDate !== null && expiryDate < earliestDateOnEarth() ? 'expired' : 'valid';
}

/** The reason of a replacement, in the reader's language. */
export const replacementReason = (replacement: string) =>
  t('replaceCertificate.replacedByNewid', { newId: formatUniqueId(replacement) });

type RevocationColumns = Pick<CertificateRow, 'revocationReason' | 'revokedAt' | 'replacedBy'>;

/** Why a certificate was revoked. A replacement stores no reason, because its readers have several languages. */
export const reasonOf = ({ revocationReason, replacedBy: replacement }: RevocationColumns): string =>
  replacement === null ? (revocationReason ?? '') : replacementReason(replacement);

export const toRevocation = (columns: RevocationColumns): Revocation | null =>
  columns.revokedAt === null ? null : { reason: reasonOf(columns), revokedAt: columns.revokedAt };

export const toCertificate = (
  row: Omit<CertificateRow, 'seq' | 'layoutVersion' | 'designVersionId'>,
): Certificate => ({
  id: row.id,
  uniqueId: formatUniqueId(row.uniqueId),
  ...contentOf(row),
  issuer: { id: row.issuerId, name: row.issuerName, username: row.issuerUsername },
  designId: row.designId,
  verified: Boolean(row.verified),
  status: currentStatus(row),
  revocation: toRevocation(row),
  replacedBy: row.replacedBy && formatUniqueId(row.replacedBy),
  replaces: row.replaces && formatUniqueId(row.replaces),
  renewedBy: row.renewedBy && formatUniqueId(row.renewedBy),
  renews: row.renews && formatUniqueId(row.renews),
  createdAt: row.createdAt,
  issuedBy: row.issuedBy,
  fields: readFrozen(row.fields),
});

type Row = Parameters<typeof toCertificate>[0];

const seenBy =
  (see: typeof visibleToOthers) =>
  (row: Row): Certificate => {
    const certificate = toCertificate(row);
    return { ...certificate, fields: see(certificate.fields) };
  };

/** The same for verifiers who paid and for super admins: without the values that are for the issuer only. */
export const toCertificateOfOthers = seenBy(visibleToOthers);

/** The same for its holder. */
export const toCertificateOfHolder = seenBy(visibleToHolder);

/** The certificate in a mail to the student. @param row with `uniqueId` in stored form */
export const mailedCertificate = <Row extends { uniqueId: string; issuerId: string }>(row: Row) => ({
  ...row,
  uniqueId: formatUniqueId(row.uniqueId),
  isReviewed: isReviewedIssuer(row.issuerId),
});
