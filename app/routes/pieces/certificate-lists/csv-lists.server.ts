import type { Actor } from '#app/accounts/actor.server.ts';
import { headingOf, LISTED_NAMES } from '#app/certificates/fields.ts';
import type { CertificatePage } from '#app/certificates/list-certificates.server.ts';
import type { ListedCertificate } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { lenient, pageQuery } from '#app/routes/list-loader.server.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { timeZoneOf } from '#app/server/session/context.server.ts';
import type { VerificationPage, VerifiedCertificate } from '#app/verification/list-verifications.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { t } from '#messages';
import { ownTexts, valuesIn } from './own-texts.ts';
import { type Area, type IssuedQuery, issuedListSchemas, type VerifiedQuery } from './rows.server.ts';

const instant = (ms: number) => new Date(ms).toISOString();

const PAGE = 100;
const contentTexts = () => [
  ...LISTED_NAMES.map((name) => headingOf(name).replaceAll('\u00ad', '')),
  t('common.certificateId'),
];

const contentCells = (certificate: ListedCertificate) => [
  ...LISTED_NAMES.map((name) => certificate[name]),
  certificate.uniqueId,
];

const revocationTexts = () => [t('csvLists.revoked'), t('common.reason')];

const revocationCells = ({ revocation }: ListedCertificate) => [
  revocation && instant(revocation.revokedAt),
  revocation?.reason ?? null,
];

const issuedCells = (certificate: ListedCertificate) => [
  ...contentCells(certificate),
  certificate.issuer.name,
  certificate.status,
  instant(certificate.createdAt),
  ...revocationCells(certificate),
];

const verifiedCells =
  (area: Area) =>
  ({ certificate, verifier, payment, lookedUpAt }: VerifiedCertificate) => [
    ...contentCells({ ...certificate, studentName: verifier.name, studentEmail: verifier.email ?? '' }),
    payment ? t('common.success') : t('common.no'),
    instant(lookedUpAt),
    payment && instant(payment.paidAt),
    area === 'admin' || payment ? certificate.studentName : null,
    certificate.issuer.name,
    certificate.status,
    ...revocationCells(certificate),
    area === 'admin' || payment ? fieldsCell(certificate.fields) : null,
  ];

/** Own fields in one cell, for lists with certificates of several issuers: names and values. */
const fieldsCell = (fields: Parameters<typeof ownTexts>[0]) =>
  ownTexts(fields)
    .map(([label, value]) => t('page.labelValue', { label, value }))
    .join('; ');

/**
 * Issued certificates as CSV, with the search and filters of the page. Dates are YYYY-MM-DD.
 * @param own the issuer's fields, each with a column. Null for the certificates of all issuers, with one column for those that the reader sees
 */
export function issuedCsv<Of extends Area>(
  area: Of,
  actor: Actor,
  url: URL,
  list: (actor: Actor, query: IssuedQuery<Of>) => CertificatePage,
  own: readonly { key: string; name: string }[] | null,
): Promise<Response> {
  const query = pageQuery(lenient(issuedListSchemas[area]), url.searchParams) as IssuedQuery<Of>;
  return csvResponse(
    actor,
    'issued-certificates.csv',
    [
      ...contentTexts(),
      t('common.issuedBy'),
      t('common.status'),
      t('common.created'),
      ...revocationTexts(),
      ...(own ? own.map(({ name }) => name) : [t('batchRows.ownFields')]),
    ],
    (cursor) => {
      const { certificates, nextCursor } = list(actor, { ...query, limit: PAGE, cursor });
      return { items: certificates, nextCursor };
    },
    (certificate) => [
      ...issuedCells(certificate),
      ...(own ? valuesIn(own, certificate.fields) : [fieldsCell(certificate.fields)]),
    ],
  );
}

/** Verified certificates as CSV. */
export function verifiedCsv(
  area: Area,
  actor: Actor,
  { request, url }: { request: Request; url: URL },
  list: (actor: Actor, query: VerifiedQuery) => VerificationPage<VerifiedCertificate>,
): Promise<Response> {
  const query = {
    ...pageQuery(lenient(verificationListSchema), url.searchParams),
    timeZone: timeZoneOf(request),
  };
  return csvResponse(
    actor,
    'verified-certificates.csv',
    [
      t('common.verifiedBy'),
      ...contentTexts().slice(1),
      t('common.payment'),
      t('common.lookedUp'),
      t('csvLists.paid'),
      t('common.issuedTo'),
      t('common.issuedBy'),
      t('common.status'),
      ...revocationTexts(),
      t('batchRows.ownFields'),
    ],
    (cursor) => {
      const { verifications, nextCursor } = list(actor, { ...query, limit: PAGE, cursor });
      return { items: verifications, nextCursor };
    },
    verifiedCells(area),
  );
}
