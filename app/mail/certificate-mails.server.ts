import { env } from '#app/env.server.ts';
import { formatCalendarDate } from '#app/shared/dates.ts';
import { compose, type Lane } from './compose.ts';

type Issued = {
  studentName: string;
  studentEmail: string;
  courseName: string;
  issuerName: string;
  /** In groups of four. */
  uniqueId: string;
  issueDate: string;
  expiryDate: string | null;
};

/** Tells a student what was issued, by whom, and the ID by which anybody can verify it. */
export const certificateIssuedMail = (issued: Issued & { lane?: Lane; replaces?: string | null }) =>
  compose({
    ...(issued.lane !== undefined && { lane: issued.lane }),
    to: { name: issued.studentName, address: issued.studentEmail },
    subject: `Your certificate from ${issued.issuerName}`,
    lines: [
      `${issued.issuerName} has issued a certificate to you on Certrace.`,
      ...(issued.replaces
        ? [`It replaces your certificate ${issued.replaces}, which is no longer valid.`]
        : []),
    ],
    facts: [
      ['Course', issued.courseName],
      ['Issued to', issued.studentName],
      ['Issue Date', formatCalendarDate(issued.issueDate)],
      ...(issued.expiryDate
        ? [['Expiry Date', formatCalendarDate(issued.expiryDate)] as [string, string]]
        : []),
      ['Certificate ID', issued.uniqueId],
    ],
    closing: [`Anybody who has the ID can verify it at ${env.APP_URL}/verify?id=${issued.uniqueId}`],
  });

/** Tells a student that a certificate of theirs no longer stands, and why. */
export const certificateRevokedMail = (revoked: Issued & { reason: string }) =>
  compose({
    to: { name: revoked.studentName, address: revoked.studentEmail },
    subject: `Your certificate from ${revoked.issuerName} was revoked`,
    lines: [`The certificate below, issued to you by ${revoked.issuerName} on Certrace, was revoked.`],
    facts: [
      ['Course', revoked.courseName],
      ['Issued to', revoked.studentName],
      ['Certificate ID', revoked.uniqueId],
      ['Reason', revoked.reason],
    ],
    closing: [
      'Everybody who verifies it from now on sees that it is revoked. Please ask the issuer if this surprises you.',
    ],
  });
