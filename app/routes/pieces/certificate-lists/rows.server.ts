import type { z } from 'zod';
import type { Revocation } from '#app/certificates/certificate.server.ts';
import {
  allCertificateListSchema,
  orderSchema,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import { shownDate } from '#app/certificates/display.ts';
import type { CertificatePage } from '#app/certificates/list-certificates.server.ts';
import { isSortable } from '#app/certificates/page-of-certificates.server.ts';
import { isRenewable } from '#app/certificates/renew-certificates.server.ts';
import {
  isScheduled,
  type ListedCertificate,
} from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import type { MailState } from '#app/mail/mail-state.server.ts';
import { lenient, listLoader } from '#app/routes/list-loader.server.ts';
import { timeZoneOf } from '#app/server/session/context.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { toColumns } from '#app/shared/columns.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { dayGroups } from '#app/shared/zoned-dates.ts';
import type {
  OwnVerification,
  Verification,
  VerificationPage,
  VerifiedCertificate,
} from '#app/verification/list-verifications.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import type { LookedUp } from '#app/verification/verification.server.ts';
import { t } from '#messages';
import type { ListFilters } from './list-filters.tsx';

/** Formats times for the viewer of a request: in their time zone, grouped into Today, Yesterday and Earlier. */
export function viewOf(request: Request) {
  const zone = timeZoneOf(request);
  return {
    group: dayGroups(now(), zone),
    mail: (mail: MailState | undefined) => mail && { ...mail, at: formatInstant(mail.at, zone) },
    instant: (instantMs: number) => formatInstant(instantMs, zone),
    revocation: (revocation: Revocation | null) =>
      revocation && { reason: revocation.reason, revokedAt: formatInstant(revocation.revokedAt, zone) },
  };
}

export type View = ReturnType<typeof viewOf>;
export type ShownMail = NonNullable<ReturnType<View['mail']>>;
export type ShownRevocation = ReturnType<View['revocation']>;

/** The area of a list: an issuer sees its own certificates, a super admin all. */
export type Area = 'admin' | 'superadmin';

/** A certificate without the fields that its issuer entered. */
export const shownRecord = <Row extends ListedCertificate>(certificate: Row, view: View) => ({
  uniqueId: certificate.uniqueId,
  status: certificate.status as Row['status'],
  revocation: view.revocation(certificate.revocation),
  replacedBy: certificate.replacedBy,
  replaces: certificate.replaces,
  renewedBy: certificate.renewedBy,
  renews: certificate.renews,
});

/** A certificate as lists and pages show it to its issuer, super admins, verifiers and its holder. */
export const shownCertificate = <Row extends ListedCertificate>(certificate: Row, view: View) => ({
  ...shownRecord(certificate, view),
  courseName: certificate.courseName,
  issueDate: shownDate(certificate.issueDate),
  expiryDate: shownDate(certificate.expiryDate),
});

/** A row of a list of issued certificates. */
const issuedRow =
  (
    area: Area,
    view: View,
    { mails, corrections, members }: Omit<CertificatePage, 'certificates' | 'nextCursor' | 'total'>,
  ) =>
  (certificate: ListedCertificate) => ({
    ...shownCertificate(certificate, view),
    studentName: certificate.studentName,
    studentEmail: certificate.studentEmail,
    ...(isScheduled(certificate)
      ? {
          isRenewable: false,
          scheduledFor: view.instant(certificate.scheduledFor),
          notIssued: certificate.notIssued,
        }
      : { isRenewable: isRenewable(certificate), scheduledFor: null, notIssued: null }),
    /** The issuer, or for the issuer itself the member. */
    issuerName: area === 'superadmin' ? certificate.issuer.name : (members.get(certificate.id) ?? null),
    mail: view.mail(mails.get(certificate.id)) ?? null,
    isCorrectionOpen: area === 'admin' && corrections.has(certificate.id),
    group: view.group(certificate.createdAt),
  });

/** A row of a list of verified certificates. Its contact is the verifier's. */
export const verifiedRow =
  (area: Area, view: View) =>
  ({ id, verifier, certificate, outcome, payment, lookedUpAt }: VerifiedCertificate) => ({
    ...shownCertificate(certificate, view),
    id,
    verifierName: verifier.name,
    verifierEmail: verifier.email ?? '',
    studentName: area === 'admin' || payment ? certificate.studentName : null,
    issuerName: area === 'superadmin' ? certificate.issuer.name : null,
    outcome,
    verifiedAt: verifiedAt(payment, outcome, view),
    lookedUpAt: view.instant(lookedUpAt),
    group: view.group(lookedUpAt),
  });

export type IssuedRow = ReturnType<ReturnType<typeof issuedRow>>;
export type VerifiedRow = ReturnType<ReturnType<typeof verifiedRow>>;

/** The choices of a list's filters. */
type Choices = Partial<Pick<ListFilters, 'courses' | 'designs' | 'issuers'>>;

/** The query of each list of issued certificates. An issuer's list is also filtered by design, a super admin's by issuer. */
const { issuer } = allCertificateListSchema.shape;
export const issuedListSchemas = {
  admin: ownCertificateListSchema.extend({ issuer, sort: orderSchema }),
  superadmin: ownCertificateListSchema.extend({ ...allCertificateListSchema.shape, sort: orderSchema }),
};
export type IssuedQuery<Of extends Area> = z.output<(typeof issuedListSchemas)[Of]>;
export type VerifiedQuery = z.output<typeof verificationListSchema>;

/** The loader data of a list of issued certificates. `list` reads a page. */
export const issuedPage = <Of extends Area>(
  area: Of,
  request: Request,
  url: URL,
  list: (query: IssuedQuery<Of>) => CertificatePage,
  choices: Choices,
) =>
  listLoader(url, lenient(issuedListSchemas[area]) as z.ZodType<IssuedQuery<Of>>, (query) => {
    const sort = isSortable(query) ? query.sort : null;
    const { certificates, nextCursor, total, ...about } = list({ ...query, sort: sort ?? '' });
    const count = nextCursor === null ? null : total();
    const columns = toColumns(certificates.map(issuedRow(area, viewOf(request), about)));
    const { state, course, design, issuer, from, to } = query;
    return {
      ...{ state, course, design, issuer, from, to, ...choices, columns, nextCursor },
      sort,
      total: count === null ? null : { count, isAbout: false },
    };
  });

/** The loader data of a list of verified certificates. `list` reads a page, whose dates are days in the viewer's time zone. */
export const verifiedPage = (
  area: Area,
  request: Request,
  url: URL,
  list: (query: VerifiedQuery) => VerificationPage<VerifiedCertificate>,
  choices: Choices,
) =>
  listLoader(url, lenient(verificationListSchema), (query) => {
    const { verifications, nextCursor } = list({ ...query, timeZone: timeZoneOf(request) });
    const columns = toColumns(verifications.map(verifiedRow(area, viewOf(request))));
    const { state, course, from, to } = query;
    return { state, course, from, to, ...choices, columns, nextCursor };
  });

/** A looked-up certificate, formatted for a page. */
export const shownLookedUp = (found: LookedUp, view: View) => ({
  ...found,
  revocation: view.revocation(found.revocation),
});

export type ShownLookedUp = ReturnType<typeof shownLookedUp>;

/** The note below a verification's outcome: when it was paid or refunded. */
const verifiedAt = (
  payment: Verification['payment'],
  outcome: Verification['outcome'],
  view: Pick<View, 'instant'>,
) => (payment ? view.instant(payment.paidAt) : outcome === 'refunded' ? t('lookedUpRows.refunded') : null);

/** A row of a verifier's list. The student's name is only included when paid. */
export const ownRow =
  (view: View) =>
  ({ id, certificate, lookedUp, payment, outcome, lookedUpAt }: OwnVerification) => {
    const told = certificate ?? lookedUp;
    return {
      id,
      uniqueId: told.uniqueId,
      courseName: told.courseName,
      issuerName: certificate ? certificate.issuer.name : lookedUp.issuedBy.name,
      studentName: certificate?.studentName ?? null,
      issueDate: shownDate(told.issueDate),
      status: told.status,
      revocation: view.revocation(told.revocation),
      replacedBy: told.replacedBy,
      renewedBy: told.renewedBy,
      verifiedAt: verifiedAt(payment, outcome, view),
      paymentId: payment?.id ?? null,
      outcome,
      group: view.group(lookedUpAt),
    };
  };

export type OwnRow = ReturnType<ReturnType<typeof ownRow>>;
