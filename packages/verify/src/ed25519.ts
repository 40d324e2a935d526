import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The fixed DER prefixes of Ed25519 keys (RFC 8410). The raw key follows. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A private key from its seed of 32 bytes. */
export const privateKeyFromSeed = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });

/** Cached, because a log needs its public key for every checkpoint. */
const publicKeys = new WeakMap<KeyObject, Uint8Array>();

/** The 32 raw bytes of a private key's public key. */
export function publicKeyOf(privateKey: KeyObject): Uint8Array {
  const known = publicKeys.get(privateKey);
  if (known) return known;
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
  publicKeys.set(privateKey, raw);
  return raw;
}

export const signBytes = (message: Uint8Array, privateKey: KeyObject): Uint8Array =>
  sign(null, message, privateKey);

/** Whether a signature over a message is valid for a raw public key. False for malformed keys and signatures. */
export function verifyBytes(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}
