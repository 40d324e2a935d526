import { namesOfMembers } from '#app/accounts/account-names.server.ts';
import type { Actor } from '#app/accounts/actor.server.ts';
import { mailsAbout, type SentMail } from '#app/mail/mail-state.server.ts';
import { preparedValue } from '#db/client.ts';
import { type Certificate, toCertificate, toCertificateOfOthers } from './certificate.server.ts';
import { type PictureSize, pictureSize } from './certificate-design.server.ts';
import { type CorrectionRequest, correctionsOf } from './corrections.server.ts';
import { managedRow } from './managed-certificate.server.ts';
import { isRenewable } from './renew-certificates.server.ts';
import { type ShareState, shareStateOf } from './share-links.server.ts';
import { doubtOf } from './signed-record.server.ts';

const nameOfDesign = preparedValue<string>('select name from designs where id = ?');

export type IssuedCertificate = {
  certificate: Certificate;
  /** The sentence for a certificate whose row is not as it was signed, so that its files, history and renewal are closed. Null for others. */
  doubt: string | null;
  isRenewable: boolean;
  /** Name of the issuer's design; null for the built-in layout. */
  design: string | null;
  picture: PictureSize;
  /** The member who issued it, if the organisation has several. */
  issuedBy: string | null;
  mails: SentMail[];
  /** What the holder and the issuer agree on, which super admins do not see. */
  agreed: { corrections: CorrectionRequest[]; sharing: ShareState } | null;
};

/**
 * What the page of a certificate shows to those who manage it: an issuer its own, a super admin any, erased ones too.
 * @param uniqueId from the URL
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function issuedCertificate(actor: Actor, uniqueId: string): IssuedCertificate {
  const row = managedRow(actor, uniqueId, 'read');
  const isIssuer = 'organisation' in actor && actor.organisation !== null;
  const certificate = isIssuer ? toCertificate(row) : toCertificateOfOthers(row);
  const doubt = doubtOf(row.id);
  return {
    certificate,
    doubt,
    isRenewable: doubt === null && isRenewable(certificate),
    design: row.designId === null ? null : (nameOfDesign().get(row.designId) ?? null),
    picture: pictureSize(row.uniqueId),
    issuedBy: namesOfMembers(row.issuerId, [row.issuedBy])(row.issuedBy),
    mails: mailsAbout(row.seq),
    agreed: isIssuer ? { corrections: correctionsOf(row.id), sharing: shareStateOf(row) } : null,
  };
}
