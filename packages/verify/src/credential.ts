import { asList, asText, firstObject, isObject, type JsonObject } from './json.ts';
import { type CredentialField, readFields } from './own-fields.ts';

/** What somebody has achieved. The name is empty if the credential does not say it. */
export type Achievement = { studentName: string; courseName: string };

/**
 * A certificate's content from its credential. Dates are YYYY-MM-DD. If it has several achievements or subjects, `achievements` has all,
 * and the name and the course are those of the first.
 */
export type CertificateSummary = Achievement & {
  achievements?: Achievement[];
  issuer: string;
  issueDate: string;
  expiryDate: string | null;
  /** Values of the issuer's own fields, by their keys. Absent without any. */
  fields?: Record<string, Pick<CredentialField, 'name' | 'value'>>;
};

const MAX_TEXT = 500;
/** More than a class. A token has no other limit than its size. */
const MAX_ACHIEVEMENTS = 1_000;
/** More than any certificate has. */
const MAX_FIELDS = 100;
const clip = (text: string | null) => text?.slice(0, MAX_TEXT) ?? null;

/** The DID or URL of a document's issuer, or null. */
export const issuerOf = (document: JsonObject): string | null =>
  asText(document.issuer) ?? asText(firstObject(document.issuer).id);

const hasType = (document: JsonObject, type: string) => asList(document.type).includes(type);

/** Whether a document is an Open Badges credential. */
export const isBadge = (document: JsonObject) =>
  hasType(document, 'VerifiableCredential') &&
  (hasType(document, 'OpenBadgeCredential') || hasType(document, 'AchievementCredential'));

/** When a credential begins to be valid, and until when it is: also by the names of VC 1.1. */
export const validityOf = ({ validFrom, issuanceDate, validUntil, expirationDate }: JsonObject) => ({
  from: validFrom ?? issuanceDate,
  until: validUntil ?? expirationDate,
});

/** The ID of a credential of a Certrace site. It is signed, so nobody can take it away. */
const CERTRACE_ID = /\/certificates\/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\.json$/;

/** Whether a credential is one of a Certrace site, whose PDFs and PNGs state what they show. */
export const isOfCertrace = (document: JsonObject) =>
  isReceipt(document) || CERTRACE_ID.test(asText(document.id)?.slice(-MAX_TEXT) ?? '');

/** A day ends last at UTC-12. */
export const LAST_TIME_ZONE_MS = 12 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** The end of a day in a credential of a Certrace site. Until version 0.4 it was written in UTC. */
const END_OF_DAY = /^(\d{4}-\d\d-\d\d)T23:59:59(?:Z|-12:00)$/;

/**
 * The first moment in ms at which a credential is no longer valid. NaN when it is unreadable. Certrace sites mean that a day has ended
 * everywhere.
 */
export function endOf(document: JsonObject): number {
  const until = asText(validityOf(document).until) ?? '';
  const day = isOfCertrace(document) ? END_OF_DAY.exec(until)?.[1] : undefined;
  return day === undefined ? Date.parse(until) + 1 : Date.parse(day) + DAY_MS + LAST_TIME_ZONE_MS;
}

/** The date of a time as the credential writes it, in the time zone of its issuer. */
export const dateIn = (time: unknown) => asText(time)?.slice(0, 10);

/** Type of a signed receipt for a paid verification. */
export const RECEIPT_TYPE = 'PaidVerification';
export const isReceipt = (document: JsonObject) => hasType(document, RECEIPT_TYPE);

function achievementsOf(subject: JsonObject): Achievement[] {
  const named = asList(subject.identifier)
    .filter(isObject)
    .find(({ identityType, hashed }) => asText(identityType) === 'name' && hashed !== true);
  const studentName = clip(asText(subject.name) ?? asText(named?.identityHash)) ?? '';
  return asList(subject.achievement)
    .map((achievement) => clip(isObject(achievement) ? asText(achievement.name) : null))
    .flatMap((courseName) => (courseName ? [{ studentName, courseName }] : []));
}

function summarizeFields(credential: JsonObject): CertificateSummary['fields'] {
  const fields = (readFields(credential) ?? []).slice(0, MAX_FIELDS).map(({ key, name, value }) => {
    const clipped = typeof value === 'string' ? value.slice(0, MAX_TEXT) : value;
    return [key.slice(0, MAX_TEXT), { name: name.slice(0, MAX_TEXT), value: clipped }] as const;
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** The achievements of a certificate in one line. */
export const describeAchievements = ({ achievements, ...only }: CertificateSummary) =>
  (achievements ?? [only])
    .map(({ courseName, studentName }) => (studentName ? `${courseName}, for ${studentName}` : courseName))
    .join('; ');

/** The value of an own field in English. */
export const describeValue = (value: CredentialField['value']) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** Reads holders, courses, dates and own fields from a badge. Returns null without a course or an issue date. */
export function summarize(credential: JsonObject): CertificateSummary | null {
  const achievements = asList(credential.credentialSubject)
    .filter(isObject)
    .slice(0, MAX_ACHIEVEMENTS)
    .flatMap(achievementsOf)
    .slice(0, MAX_ACHIEVEMENTS);
  const [first] = achievements;
  const { from, until } = validityOf(credential);
  const issueDate = dateIn(from);
  if (!first || !issueDate) return null;
  const fields = summarizeFields(credential);
  return {
    ...first,
    ...(achievements.length > 1 && { achievements }),
    issuer: clip(asText(firstObject(credential.issuer).name)) ?? clip(issuerOf(credential)) ?? '',
    issueDate,
    expiryDate: dateIn(until) ?? null,
    ...(fields && { fields }),
  };
}
