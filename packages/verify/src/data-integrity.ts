import type { KeyObject } from 'node:crypto';
import type jsonld from 'jsonld';
import { CONTEXTS } from './contexts.ts';
import { signBytes, verifyBytes } from './ed25519.ts';
import { asList, canonicalJson, isObject, type JsonObject } from './json.ts';
import { decodeBase58, encodeBase58 } from './multibase.ts';
import { requirePlainJsonLd, UnsupportedDocument } from './plain-json-ld.ts';
import { type Hash, sha256 } from './tree.ts';

export type Proof = JsonObject & { proofValue: string; verificationMethod: string; cryptosuite: string };

const MAX_BLANK_NODES_WORK = 1;

const documentLoader = async (url: string) => {
  const document = CONTEXTS.get(url);
  // Rejects unknown contexts and never fetches one.
  if (!document) throw new UnsupportedDocument(`Its context is not known here: ${url.slice(0, 200)}.`);
  return { contextUrl: undefined, documentUrl: url, document };
};

/**
 * Canonicalizes a document to N-Quads (RDFC-1.0).
 * @throws UnsupportedDocument when it uses terms that the shipped contexts don't define
 */
export async function canonicalQuads(document: JsonObject): Promise<string> {
  requirePlainJsonLd(document);
  const options = {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    base: null,
    // Rejects undefined terms, which would otherwise be left out of the signed data.
    safe: true,
    documentLoader,
    canonizeOptions: { maxWorkFactor: MAX_BLANK_NODES_WORK },
  };
  // Loaded on first use, because signing does not need it.
  const { default: processor } = await import('jsonld');
  try {
    return (await processor.canonize(
      document as jsonld.JsonLdDocument,
      options as never,
    )) as unknown as string;
  } catch (error) {
    if (error instanceof UnsupportedDocument) throw error;
    throw new UnsupportedDocument('It is not JSON-LD in which every term is defined.', { cause: error });
  }
}

/** The bytes that eddsa-rdfc-2022 signs: SHA-256 of the proof's options, then of the document. */
export async function rdfcHashes(document: JsonObject, options: JsonObject): Promise<[Hash, Hash]> {
  const proof = await canonicalQuads({ '@context': document['@context'], ...options });
  return [sha256(proof), sha256(await canonicalQuads(document))];
}

/** The bytes that eddsa-jcs-2022 signs, in the same order. */
export const jcsHashes = (document: JsonObject, options: JsonObject): [Hash, Hash] => [
  sha256(canonicalJson(options)),
  sha256(canonicalJson(document)),
];

/** The single proof of a document. Null when there is none, or several, or one of another kind. */
export function proofOf(document: JsonObject): Proof | null {
  const proofs = asList(document.proof);
  const [proof] = proofs;
  if (proofs.length !== 1 || !isObject(proof)) return null;
  const { type, proofPurpose, cryptosuite, proofValue, verificationMethod } = proof;
  if (type !== 'DataIntegrityProof' || proofPurpose !== 'assertionMethod') return null;
  if (typeof proofValue !== 'string' || typeof verificationMethod !== 'string') return null;
  if (cryptosuite !== 'eddsa-rdfc-2022' && cryptosuite !== 'eddsa-jcs-2022') return null;
  return { ...proof, proofValue, verificationMethod, cryptosuite };
}

/**
 * Whether the holder of an Ed25519 key made a document's proof (W3C vc-di-eddsa section 3).
 * @param publicKey 32 raw bytes
 * @throws UnsupportedDocument when the document cannot be canonicalized
 */
export async function verifyProof(document: JsonObject, proof: Proof, publicKey: Uint8Array) {
  const { proofValue, ...options } = proof;
  const { proof: _, ...unsecured } = document;
  const signature = proofValue.startsWith('z') ? decodeBase58(proofValue.slice(1)) : null;
  if (!signature) return false;
  const hashes =
    proof.cryptosuite === 'eddsa-jcs-2022'
      ? jcsHashes(unsecured, options)
      : await rdfcHashes(unsecured, options);
  return verifyBytes(Buffer.concat(hashes), signature, publicKey);
}

/** The proof value for two hashes. */
export const proofValue = (hashes: [Hash, Hash], privateKey: KeyObject) =>
  `z${encodeBase58(signBytes(Buffer.concat(hashes), privateKey))}`;

/** Signs a plain JSON document with eddsa-jcs-2022. @param created as in `2026-01-31T12:00:00Z` */
export function signJson<Document extends JsonObject>(
  document: Document,
  verificationMethod: string,
  privateKey: KeyObject,
  created: string,
): Document & { proof: JsonObject } {
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created,
    verificationMethod,
    proofPurpose: 'assertionMethod',
  };
  const value = proofValue(jcsHashes(document, options), privateKey);
  return { ...document, proof: { ...options, proofValue: value } };
}
