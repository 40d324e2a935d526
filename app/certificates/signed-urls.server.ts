import { env } from '#app/config/env.server.ts';
import { isSignatureValid, signedQuery, type UrlSignature } from '#app/shared/signed-urls.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

export const SIGNED_URL_TTL_MS = 10 * 60_000;
const PURPOSE = 'certificate-files';

export type CertificateFiles = {
  imageLink: string;
  pngUrl: string;
  pdfUrl: string;
  credentialUrl: string;
  proofUrl: string;
};

/** The path of a certificate's PNG, and absolute URLs that open its files for ten minutes. */
export function certificateFiles(id: string): CertificateFiles {
  const uniqueId = parseUniqueId(id) ?? id;
  const path = `/certificates/${formatUniqueId(uniqueId)}`;
  const query = signedQuery(PURPOSE, uniqueId, SIGNED_URL_TTL_MS);
  return {
    imageLink: `${path}.png`,
    pngUrl: `${env().APP_URL}${path}.png?${query}`,
    pdfUrl: `${env().APP_URL}${path}.pdf?${query}`,
    credentialUrl: `${env().APP_URL}${path}.json?${query}`,
    proofUrl: `${env().APP_URL}${path}.tlog-proof?${query}`,
  };
}

/** Whether a signature opens the files of a certificate, given its ID in stored form. */
export const opensCertificate = (uniqueId: string, signature: UrlSignature) =>
  isSignatureValid(PURPOSE, uniqueId, signature);
