import { createHmac } from 'node:crypto';
import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { deriveKey, equalInConstantTime } from '#app/shared/ids.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

export const SIGNED_URL_TTL_MS = 10 * 60_000;

const signatureOf = (uniqueId: string, expires: number) =>
  createHmac('sha256', deriveKey('certificate-files')).update(`${uniqueId}.${expires}`).digest('base64url');

export type CertificateFiles = { imageLink: string; pngUrl: string; pdfUrl: string };

/** Where a certificate's files are: the plain path, and absolute URLs that open both for ten minutes (CONTRACT D11). */
export function certificateFiles(uniqueId: string): CertificateFiles {
  const path = `/certificates/${formatUniqueId(parseUniqueId(uniqueId) ?? uniqueId)}`;
  const expires = Math.floor((now() + SIGNED_URL_TTL_MS) / 1_000);
  const query = `?expires=${expires}&signature=${signatureOf(parseUniqueId(uniqueId) ?? uniqueId, expires)}`;
  return {
    imageLink: `${path}.png`,
    pngUrl: `${env.APP_URL}${path}.png${query}`,
    pdfUrl: `${env.APP_URL}${path}.pdf${query}`,
  };
}

/** Whether a URL's signature is ours, for this certificate (stored form of its ID), and has not run out. */
export function isSignatureValid(
  uniqueId: string,
  expires: string | null,
  signature: string | null,
): boolean {
  if (!expires || !signature || !/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 < now()) return false;
  return equalInConstantTime(signature, signatureOf(uniqueId, Number(expires)));
}
