import { createCipheriv, createDecipheriv } from 'node:crypto';
import { deriveKey, fewRandomBytes } from './ids.server.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates a text (AES-256-GCM, NIST SP 800-38D) with a key derived from SESSION_SECRET.
 * @param purpose separates the keys, so that a text sealed for one purpose opens for no other
 * @returns base64url
 */
export function seal(purpose: string, text: string): string {
  const nonce = fewRandomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(purpose), nonce);
  const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** The text that `seal` encrypted, or null for anything else and after SESSION_SECRET was changed. */
export function open(purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  // Base64 has several spellings of the same bytes.
  if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null;
  const decipher = createDecipheriv(CIPHER, deriveKey(purpose), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
