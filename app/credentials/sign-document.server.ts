import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { encodeBase58, type JsonObject, sha256 } from '@certrace/verify';
import { canonicalize, iri, literal, type Quad } from './canonical-quads.server.ts';
import { CREATED, CRYPTOSUITE_STRING, DATE_TIME, security, TYPE } from './vocabulary.ts';

/** A private key, with the DID and the verification method that verifiers look up. */
export type SigningKey = { did: string; verificationMethod: string; privateKey: KeyObject };

const signInPool: (algorithm: null, data: Uint8Array, key: KeyObject) => Promise<Buffer> = promisify(sign);

const optionsOf = (verificationMethod: string, created: string) => ({
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-rdfc-2022',
  created,
  verificationMethod,
  proofPurpose: 'assertionMethod',
});

const optionQuads = (method: string, created: string): Quad[] => [
  ['_:proof', CREATED, literal(created, DATE_TIME)],
  ['_:proof', TYPE, security('DataIntegrityProof')],
  ['_:proof', security('cryptosuite'), literal('eddsa-rdfc-2022', CRYPTOSUITE_STRING)],
  ['_:proof', security('proofPurpose'), security('assertionMethod')],
  ['_:proof', security('verificationMethod'), iri(method)],
];

let last: { of: string; hash: Uint8Array } | undefined;

/** Hashes a proof's options, which are equal for all proofs of a key within a second. */
function hashOptions(method: string, created: string): Uint8Array {
  const of = `${method} ${created}`;
  if (last?.of !== of) last = { of, hash: sha256(canonicalize(optionQuads(method, created))) };
  return last.hash;
}

const bytesToSign = (quads: Quad[], method: string, created: string) =>
  Buffer.concat([hashOptions(method, created), sha256(canonicalize(quads))]);

function withProof(document: JsonObject, method: string, created: string, signature: Uint8Array): Buffer {
  const proof = { ...optionsOf(method, created), proofValue: `z${encodeBase58(signature)}` };
  return Buffer.from(JSON.stringify({ ...document, proof: [proof] }));
}

/**
 * Signs a document with eddsa-rdfc-2022 (W3C vc-di-eddsa section 3.2) on libuv's thread pool.
 * @param quads the document's RDF statements
 * @param created as in `2026-01-31T12:00:00Z`
 * @returns the signed document's bytes
 */
export async function signDocument(
  document: JsonObject,
  quads: Quad[],
  { verificationMethod, privateKey }: SigningKey,
  created: string,
): Promise<Buffer> {
  const signature = await signInPool(null, bytesToSign(quads, verificationMethod, created), privateKey);
  return withProof(document, verificationMethod, created, signature);
}

/** As `signDocument`, synchronously, for worker threads. */
export function signDocumentHere(
  document: JsonObject,
  quads: Quad[],
  { verificationMethod, privateKey }: SigningKey,
  created: string,
): Buffer {
  const signature = sign(null, bytesToSign(quads, verificationMethod, created), privateKey);
  return withProof(document, verificationMethod, created, signature);
}
