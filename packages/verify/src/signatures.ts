import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { issuerOf } from './credential.ts';
import { type Proof, readProof, verifyProof } from './data-integrity.ts';
import { asList, type JsonObject } from './json.ts';
import { type Jws, keyInJws, kindOfJws, methodOfJws } from './jws.ts';
import { isSignatureOf, kindOf } from './public-key.ts';
import type { FileContents } from './report.ts';
import { say } from './texts.ts';

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

export type CredentialSignature = {
  /** Id of the verification method, or null if the signature only contains its key. */
  method: string | null;
  /** The raw public key in the signature itself, which does not say whose it is. */
  key: Uint8Array | null;
  /** @throws UnsupportedDocument when the document cannot be canonicalized */
  isMadeWith: (publicKey: Uint8Array) => Promise<boolean>;
};

/** More signatures than any badge has. The document is canonicalized for each. */
const MAX_PROOFS = 4;

function signatureOfJws(jws: Jws, did: string): CredentialSignature[] | string {
  const kind = kindOfJws(jws);
  if (typeof kind === 'string') return kind;
  const isMadeWith = async (publicKey: Uint8Array) =>
    kindOf(publicKey) === kind.kind && isSignatureOf(jws.signed, jws.signature, publicKey);
  return [{ method: methodOfJws(jws, did), key: keyInJws(jws), isMadeWith }];
}

const hasEnded = ({ options: { expires } }: Proof, now: number) =>
  expires !== undefined && !(typeof expires === 'string' && Date.parse(expires) > now);

function signaturesOfProofs(document: JsonObject, now: number): CredentialSignature[] | string {
  const proofs = asList(document.proof)
    .slice(0, MAX_PROOFS + 1)
    .map(readProof);
  if (proofs.length === 0) return say('noSignature');
  if (proofs.length > MAX_PROOFS) return say('tooManySignatures');
  const problem = proofs.find((proof) => typeof proof === 'string');
  if (problem !== undefined) return problem;
  const readable = proofs.filter((proof) => typeof proof !== 'string');
  if (readable.some((proof) => hasEnded(proof, now))) return say('signatureExpired');
  return readable.map((proof) => ({
    method: proof.verificationMethod,
    key: null,
    isMadeWith: (publicKey) => verifyProof(document, proof, publicKey),
  }));
}

/**
 * The signatures of a credential: its proof, each of a set of proofs, or that of the token that it is in. All of them must be valid
 * (W3C Data Integrity section 4.4). Returns a sentence that says why one cannot be checked here.
 */
export const signaturesOf = ({ document, jws }: FileContents, now: number): CredentialSignature[] | string =>
  jws ? signatureOfJws(jws, issuerOf(document) ?? '') : signaturesOfProofs(document, now);
