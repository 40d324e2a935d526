import type { Certificate } from '#app/certificates/certificate.server.ts';
import { shownDate } from '#app/certificates/display.ts';
import { shownCertificate, type View } from '#app/routes/pieces/certificate-lists/rows.server.ts';
import { t } from '#messages';

/** A certificate as its holder sees it. */
export const heldRow = (certificate: Certificate, view: View) => ({
  ...shownCertificate(certificate, view),
  studentName: certificate.studentName,
  issuerName: certificate.issuer.name,
  expiryDate: certificate.expiryDate === null ? t('common.never') : shownDate(certificate.expiryDate),
});

export type HeldRow = ReturnType<typeof heldRow>;
