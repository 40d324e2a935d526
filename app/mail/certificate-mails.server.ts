import { env } from '#app/config/env.server.ts';
import { formatCalendarDate } from '#app/shared/dates.ts';
import { compose, LANE, type Lane } from './compose.server.ts';
import { KEEP_THE_LINK } from './holder-mails.server.ts';
import { plainName } from './plain-name.ts';

type Issued = {
  studentName: string;
  studentEmail: string;
  courseName: string;
  issuerName: string;
  /** In groups of four. */
  uniqueId: string;
  issueDate: string;
  expiryDate: string | null;
  /** Whether a super admin has approved the issuer. */
  isReviewed: boolean;
};

/**
 * The names for a mail to a student, whose address nobody has confirmed. Those of an issuer whom nobody has reviewed are any
 * stranger's words.
 */
const shownNames = <Names extends Issued>(issued: Names): Names =>
  issued.isReviewed
    ? issued
    : {
        ...issued,
        studentName: plainName(issued.studentName, 'student'),
        courseName: plainName(issued.courseName, 'A course'),
        issuerName: plainName(issued.issuerName, 'An issuer'),
      };

type New = Issued & {
  lane?: Lane;
  replaces?: string | null;
  renews?: string | null;
  /** The token of the link to the certificate (app/holders/holder-links.server.ts). */
  token: string;
};

/** The mail to a student about a new certificate. It contains the issuer, the link to it, and the ID for verification. */
export function certificateIssuedMail(given: New) {
  const issued = shownNames(given);
  return compose({
    lane: issued.lane,
    to: { name: issued.studentName, address: issued.studentEmail },
    subject: `Your certificate from ${issued.issuerName}`,
    lines: [
      `${issued.issuerName} has issued a certificate to you on Certrace.`,
      issued.replaces ? `It replaces your certificate ${issued.replaces}, which is no longer valid.` : null,
      issued.renews ? `It renews your certificate ${issued.renews}.` : null,
    ],
    facts: [
      ['Course', issued.courseName],
      ['Issued to', issued.studentName],
      ['Issue Date', formatCalendarDate(issued.issueDate)],
      issued.expiryDate ? ['Expiry Date', formatCalendarDate(issued.expiryDate)] : null,
      ['Certificate ID', issued.uniqueId],
    ],
    action: ['See your certificate', `/holder/${issued.token}`],
    token: issued.token,
    closing: [
      `You need no account. ${KEEP_THE_LINK}`,
      `Anybody who has the ID can verify it at ${env().APP_URL}/verify?id=${issued.uniqueId}`,
    ],
  });
}

/** The mail to a student about a revoked certificate. It contains the reason of a reviewed issuer. */
export function certificateRevokedMail(given: Issued & { reason: string; isReplaced?: boolean }) {
  const revoked = shownNames(given);
  return compose({
    to: { name: revoked.studentName, address: revoked.studentEmail },
    subject: `Your certificate from ${revoked.issuerName} was revoked`,
    lines: [`The certificate below, issued to you by ${revoked.issuerName} on Certrace, was revoked.`],
    facts: [
      ['Course', revoked.courseName],
      ['Issued to', revoked.studentName],
      ['Certificate ID', revoked.uniqueId],
      given.isReviewed ? ['Reason', revoked.reason] : null,
    ],
    closing: [
      given.isReplaced ? 'A corrected certificate, issued to another address, takes its place.' : null,
      'Everybody who verifies it now sees that it is revoked. If you have questions, please ask the issuer.',
    ],
  });
}

/** Reminds a student that a certificate expires soon. */
export function certificateExpiresMail(given: Issued & { expiryDate: string; daysLeft: number }) {
  const expiring = shownNames(given);
  return compose({
    lane: LANE.batch,
    to: { name: expiring.studentName, address: expiring.studentEmail },
    subject: `Your certificate from ${expiring.issuerName} expires on ${formatCalendarDate(expiring.expiryDate)}`,
    lines: [
      `The certificate below, issued to you by ${expiring.issuerName} on Certrace, expires in ${expiring.daysLeft} ${expiring.daysLeft === 1 ? 'day' : 'days'}.`,
    ],
    facts: [
      ['Course', expiring.courseName],
      ['Issued to', expiring.studentName],
      ['Expiry Date', formatCalendarDate(expiring.expiryDate)],
      ['Certificate ID', expiring.uniqueId],
    ],
    closing: ['Please ask the issuer about a renewal.'],
  });
}

type Summary = { name: string; email: string; week: number; month: number; twoMonths: number };

/** Tells an issuer, once a week, how many of its certificates expire soon. */
export const expirySummaryMail = ({ name, email, week, month, twoMonths }: Summary) =>
  compose({
    lane: LANE.batch,
    to: { name, address: email },
    subject: 'Certificates that expire soon',
    lines: ['Some of the certificates that you have issued on Certrace expire soon.'],
    facts: [
      ['In the next 7 days', String(week)],
      ['In the next 30 days', String(month)],
      ['In the next 60 days', String(twoMonths)],
    ],
    action: ['Renew certificates', '/admin/issued-certificates?state=expiring'],
    closing: ['You can switch this message off on the settings page.'],
  });
