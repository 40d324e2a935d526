import type { Certificate } from '#app/certificates/certificate.server.ts';
import { shownDate } from '#app/certificates/display.ts';
import { carriedUnprinted, type FrozenField, visibleTo } from '#app/certificates/own-fields.ts';
import type { Sharing } from '#app/certificates/share-links.server.ts';
import { shownCertificate, type View } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { qrCodeOf } from '#app/routes/pieces/pictures.server.ts';
import { escapeHtml } from '#app/shared/escape-html.ts';
import { t } from '#messages';
import type { ShownSharing } from './sharing-card.tsx';

/** A certificate as its holder sees it. */
export const heldRow = (certificate: Certificate, view: View) => ({
  ...shownCertificate(certificate, view),
  studentName: certificate.studentName,
  issuerName: certificate.issuer.name,
  expiryDate: certificate.expiryDate === null ? t('common.never') : shownDate(certificate.expiryDate),
});

export type HeldRow = ReturnType<typeof heldRow>;

/** LinkedIn's form for a certification, filled in with its documented parameters. */
export function linkedInUrl(
  { courseName, issuer, issueDate, expiryDate, uniqueId }: Certificate,
  url: string,
) {
  const [year, month] = issueDate.split('-').map(Number);
  const [expiryYear, expiryMonth] = expiryDate?.split('-').map(Number) ?? [];
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: courseName,
    organizationName: issuer.name,
    issueYear: year,
    issueMonth: month,
    expirationYear: expiryYear,
    expirationMonth: expiryMonth,
    certUrl: url,
    certId: uniqueId,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, `${value}`);
  return `https://www.linkedin.com/profile/add?${query}`;
}

/** A holder's sharing of a certificate, with what passes the link on. */
export function shownSharing(sharing: Sharing, certificate: Certificate): ShownSharing {
  const url = sharing.link?.isOpen ? sharing.link.url : null;
  const { courseName, issuer, fields } = certificate;
  const named = (frozen: FrozenField[]) => frozen.map(({ key, name }) => ({ value: key, label: name }));
  return {
    ...sharing,
    shareable: named(visibleTo('shared', fields)),
    unprinted: carriedUnprinted(fields).map(({ name }) => name),
    linkedIn: url && linkedInUrl(certificate, url),
    qr: url && qrCodeOf(url),
    snippet: url && `<a href="${url}">${escapeHtml(`${courseName}, ${issuer.name}`)}</a>`,
  };
}
