import type { Certificate } from '#app/certificates/certificate.server.ts';
import { shownDate } from '#app/certificates/display.ts';
import type { CertificatePage } from '#app/certificates/list-certificates.server.ts';
import { listQuery } from '#app/routes/certificates/list-query.server.ts';
import { timeZoneOf } from '#app/server/time-zone.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { dayGroup } from '#app/shared/dates.ts';
import type { VerificationPage, VerifiedCertificate } from '#app/verification/list-verifications.server.ts';

/** The group of an instant for whoever asks: Today, Yesterday or Earlier in their time zone. */
export function groupFor(request: Request) {
  const zone = timeZoneOf(request);
  const at = now();
  return (instantMs: number) => dayGroup(instantMs, at, zone);
}

/** What a list of issued certificates shows of each. */
export const issuedRow =
  (group: ReturnType<typeof groupFor>) =>
  ({ uniqueId, studentName, studentEmail, courseName, status, createdAt, ...dates }: Certificate) => ({
    uniqueId,
    studentName,
    studentEmail,
    courseName,
    status,
    issueDate: shownDate(dates.issueDate),
    expiryDate: shownDate(dates.expiryDate),
    group: group(createdAt),
  });

/** What a list of verified certificates shows of each; its contact is the verifier's. */
export const verifiedRow =
  (group: ReturnType<typeof groupFor>) =>
  ({ id, verifier, certificate, outcome, lookedUpAt }: VerifiedCertificate) => ({
    id,
    verifierName: verifier.name,
    verifierEmail: verifier.email ?? '',
    uniqueId: certificate.uniqueId,
    courseName: certificate.courseName,
    status: certificate.status,
    issueDate: shownDate(certificate.issueDate),
    expiryDate: shownDate(certificate.expiryDate),
    outcome,
    group: group(lookedUpAt),
  });

export type IssuedRow = ReturnType<ReturnType<typeof issuedRow>>;
export type VerifiedRow = ReturnType<ReturnType<typeof verifiedRow>>;

type Query = { q: string; state: string; cursor: string | undefined };

/** A page of issued certificates: what was asked for, and the rows that a verb gives for it. */
export function issuedPage(request: Request, url: URL, list: (query: Query) => CertificatePage) {
  const { filtered, ...query } = listQuery(url.searchParams, ['valid', 'expired', 'revoked']);
  const { certificates, nextCursor } = list(query);
  const rows = certificates.map(issuedRow(groupFor(request)));
  return { rows, q: query.q, state: query.state, filtered, cursor: query.cursor ?? null, nextCursor };
}

/** A page of verified certificates, likewise. */
export function verifiedPage(
  request: Request,
  url: URL,
  list: (query: Query) => VerificationPage<VerifiedCertificate>,
) {
  const { filtered, ...query } = listQuery(url.searchParams, ['paid', 'unpaid']);
  const { verifications, nextCursor } = list(query);
  const rows = verifications.map(verifiedRow(groupFor(request)));
  return { rows, q: query.q, state: query.state, filtered, cursor: query.cursor ?? null, nextCursor };
}
