import { createHmac } from 'node:crypto';
import { now } from './clock.server.ts';
import { deriveKey, equalInConstantTime } from './ids.server.ts';

/** The two query parameters of a signed URL. */
export type UrlSignature = { expires: string | null; signature: string | null };

const signatureOf = (purpose: string, target: string, expires: number) =>
  createHmac('sha256', deriveKey(purpose)).update(`${target}.${expires}`).digest('base64url');

/**
 * Signs the query of a URL for temporary access.
 * @param purpose separates the keys, so that a signature for one kind of file opens no other
 * @param target the path or ID to open
 */
export function signedQuery(purpose: string, target: string, ttlMs: number): string {
  const expires = Math.floor((now() + ttlMs) / 1_000);
  return `expires=${expires}&signature=${signatureOf(purpose, target, expires)}`;
}

export const urlSignature = (query: URLSearchParams): UrlSignature => ({
  expires: query.get('expires'),
  signature: query.get('signature'),
});

/** Whether a signature is valid for this target and has not expired. */
export function isSignatureValid(purpose: string, target: string, { expires, signature }: UrlSignature) {
  if (!expires || !signature || !/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 < now()) return false;
  return equalInConstantTime(signature, signatureOf(purpose, target, Number(expires)));
}
