import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { encodeBase58, type JsonObject, sha256 } from '@certrace/verify';
import {
  CREATED,
  CRYPTOSUITE_STRING,
  canonicalize,
  DATE_TIME,
  iri,
  literal,
  type Quad,
  security,
  TYPE,
} from './canonical-quads.server.ts';

/** A private key, with the DID and the verification method that verifiers look up. */
export type SigningKey = { did: string; verificationMethod: string; privateKey: KeyObject };

const signInPool: (algorithm: null, data: Uint8Array, key: KeyObject) => Promise<Buffer> = promisify(sign);

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

/** What to sign of a document, and how to complete it with the signature. */
function prepare(document: JsonObject, quads: Quad[], { verificationMethod }: SigningKey, created: string) {
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created,
    verificationMethod,
    proofPurpose: 'assertionMethod',
  };
  return {
    bytes: Buffer.concat([hashOptions(verificationMethod, created), sha256(canonicalize(quads))]),
    complete(signature: Uint8Array): Buffer {
      const proof = { ...options, proofValue: `z${encodeBase58(signature)}` };
      return Buffer.from(JSON.stringify({ ...document, proof: [proof] }));
    },
  };
}

type ToSign = [document: JsonObject, quads: Quad[], key: SigningKey, created: string];

/**
 * Signs a document with eddsa-rdfc-2022 (W3C vc-di-eddsa section 3.2) on libuv's thread pool. Returns its bytes.
 * @param toSign the document, its RDF statements, the key, and the time as in `2026-01-31T12:00:00Z`
 */
export async function signDocument(...toSign: ToSign): Promise<Buffer> {
  const { bytes, complete } = prepare(...toSign);
  return complete(await signInPool(null, bytes, toSign[2].privateKey));
}

/** As `signDocument`, synchronously, for worker threads. */
export function signDocumentHere(...toSign: ToSign): Buffer {
  const { bytes, complete } = prepare(...toSign);
  return complete(sign(null, bytes, toSign[2].privateKey));
}
