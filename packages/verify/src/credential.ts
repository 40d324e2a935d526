import { asList, asText, isObject, type JsonObject } from './json.ts';

/** A certificate's content from its credential. Dates are YYYY-MM-DD. */
export type CertificateSummary = {
  studentName: string;
  courseName: string;
  issuer: string;
  issueDate: string;
  expiryDate: string | null;
};

const MAX_TEXT = 500;
const clip = (text: string | null) => text?.slice(0, MAX_TEXT) ?? null;

const first = (value: unknown): JsonObject => {
  const [item] = asList(value);
  return isObject(item) ? item : {};
};

/** The DID or URL of a document's issuer, or null. */
export const issuerOf = (document: JsonObject): string | null =>
  asText(document.issuer) ?? asText(first(document.issuer).id);

const hasType = (document: JsonObject, type: string) => asList(document.type).includes(type);

/** Whether a document is an Open Badges credential. */
export const isBadge = (document: JsonObject) =>
  hasType(document, 'VerifiableCredential') &&
  (hasType(document, 'OpenBadgeCredential') || hasType(document, 'AchievementCredential'));

/** Type of a signed receipt for a paid verification. */
export const RECEIPT_TYPE = 'PaidVerification';
export const isReceipt = (document: JsonObject) => hasType(document, RECEIPT_TYPE);

/** Reads holder, course and dates from a badge. Returns null when one is missing. */
export function summarize(credential: JsonObject): CertificateSummary | null {
  const subject = first(credential.credentialSubject);
  const named = asList(subject.identifier).find((item) => isObject(item) && item.identityType === 'name');
  const studentName = asText(subject.name) ?? (isObject(named) ? asText(named.identityHash) : null);
  const courseName = asText(first(subject.achievement).name);
  const issueDate = asText(credential.validFrom)?.slice(0, 10);
  if (!courseName || !issueDate) return null;
  return {
    studentName: clip(studentName) ?? '',
    courseName: clip(courseName) ?? '',
    issuer: clip(asText(first(credential.issuer).name)) ?? clip(issuerOf(credential)) ?? '',
    issueDate,
    expiryDate: asText(credential.validUntil)?.slice(0, 10) ?? null,
  };
}
