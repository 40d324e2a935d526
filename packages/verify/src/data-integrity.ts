import type { KeyObject } from 'node:crypto';
import type jsonld from 'jsonld';
import { CREDENTIALS_CONTEXT, DATA_INTEGRITY_CONTEXTS, knownContext } from './contexts.ts';
import { asList, asText, canonicalJson, isObject, type JsonObject } from './json.ts';
import { decodeMultibase, encodeBase58 } from './multibase.ts';
import { requirePlainJsonLd, UnsupportedDocument } from './plain-json-ld.ts';
import { isSignatureOf, kindOf } from './public-key.ts';
import { signBytes } from './signatures.ts';
import { say } from './texts.ts';
import { type Hash, sha256 } from './tree.ts';

/** A proof: its options as they were signed, its value, and what they say. */
export type Proof = {
  options: JsonObject;
  proofValue: string;
  verificationMethod: string;
  cryptosuite: string;
};

const DATA_INTEGRITY = 'DataIntegrityProof';
/** The suite before Data Integrity is a type of its own. It signs the same bytes as eddsa-rdfc-2022. */
const ED25519_2020 = 'Ed25519Signature2020';

/** The cryptosuites that can be checked here, with the type of their proofs and the kinds of their keys. */
const SUITES: Record<string, { type: string; keys: readonly string[] }> = {
  'eddsa-rdfc-2022': { type: DATA_INTEGRITY, keys: ['ed25519'] },
  'eddsa-jcs-2022': { type: DATA_INTEGRITY, keys: ['ed25519'] },
  'ecdsa-rdfc-2019': { type: DATA_INTEGRITY, keys: ['p256', 'p384'] },
  [ED25519_2020]: { type: ED25519_2020, keys: ['ed25519'] },
};
const suiteOf = (name: string) => (Object.hasOwn(SUITES, name) ? SUITES[name] : undefined);

const MAX_BLANK_NODES_WORK = 1;

type Digest = 'sha256' | 'sha384';

const documentLoader = async (url: string) => {
  const document = knownContext(url);
  // Rejects unknown contexts and never fetches one.
  if (!document) throw new UnsupportedDocument(say('contextUnknown', { name: url.slice(0, 200) }));
  return { contextUrl: undefined, documentUrl: url, document };
};

/**
 * Canonicalizes a document to N-Quads (RDFC-1.0).
 * @param digest with which blank nodes get their labels
 * @throws UnsupportedDocument when it uses terms that the shipped contexts don't define
 */
export async function canonicalQuads(document: JsonObject, digest: Digest = 'sha256'): Promise<string> {
  requirePlainJsonLd(document);
  const options = {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    base: null,
    // Rejects undefined terms, which would otherwise be left out of the signed data.
    safe: true,
    documentLoader,
    canonizeOptions: { maxWorkFactor: MAX_BLANK_NODES_WORK, messageDigestAlgorithm: digest },
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
    throw new UnsupportedDocument(faultOf(error), { cause: error });
  }
}

/** Errors of jsonld: an event in safe mode, or the code of JSON-LD 1.1 for invalid syntax. */
type JsonLdFault = { code?: string; term?: string; event?: { code: string; details?: JsonObject } };

/** Why a document cannot be canonicalized, from an error of jsonld. */
function faultOf(error: unknown): string {
  const { code, term, event } = (isObject(error) ? (error.details ?? {}) : {}) as JsonLdFault;
  const { property, type, id } = event?.details ?? {};
  const named = (value: unknown) => ({ name: String(value).slice(0, 200) });
  if (event?.code === 'invalid property') return say('propertyUndefined', named(property));
  if (event?.code === 'relative @type reference') return say('typeUndefined', named(type));
  if (event?.code === 'relative @id reference') return say('addressRelative', named(id));
  if (code === 'protected term redefinition') return say('contextsContradict', named(term));
  return say('notJsonLd', { fault: event?.code ?? code ?? String(error).slice(0, 200) });
}

/** The contexts of a proof: those of its document, and one that defines proofs of Data Integrity. */
function contextsOfProof(document: JsonObject, { type }: JsonObject): unknown[] {
  const contexts = asList(document['@context']);
  if (type === ED25519_2020) return contexts;
  const known: readonly unknown[] = [CREDENTIALS_CONTEXT, ...DATA_INTEGRITY_CONTEXTS];
  return contexts.some((context) => known.includes(context))
    ? contexts
    : [...contexts, DATA_INTEGRITY_CONTEXTS[0]];
}

const proofQuads = (document: JsonObject, options: JsonObject, digest?: Digest) =>
  canonicalQuads({ '@context': contextsOfProof(document, options), ...options }, digest);

/** The bytes that eddsa-rdfc-2022 signs: SHA-256 of the proof's options, then of the document. */
export async function rdfcHashes(document: JsonObject, options: JsonObject): Promise<[Hash, Hash]> {
  const proof = await proofQuads(document, options);
  return [sha256(proof), sha256(await canonicalQuads(document))];
}

/** As `rdfcHashes` with SHA-384, which ecdsa-rdfc-2019 uses with P-384. */
async function longRdfcHashes(document: JsonObject, options: JsonObject): Promise<Uint8Array[]> {
  const quads = [await proofQuads(document, options, 'sha384'), await canonicalQuads(document, 'sha384')];
  // WebCrypto has it in browsers too.
  return Promise.all(
    quads.map(async (text) => new Uint8Array(await crypto.subtle.digest('SHA-384', Buffer.from(text)))),
  );
}

/** The bytes that eddsa-jcs-2022 signs, in the same order. */
export const jcsHashes = (document: JsonObject, options: JsonObject): [Hash, Hash] => [
  sha256(canonicalJson(options)),
  sha256(canonicalJson(document)),
];

/** The ID of a verification method, which may be written as an object (Data Integrity section 2.1). Null for several, and without one. */
function methodIn(value: unknown): string | null {
  const [method, ...others] = asList(value);
  return others.length === 0 ? asText(isObject(method) ? method.id : method) : null;
}

/** A proof that can be checked here, or a sentence that says why it cannot be. */
export function readProof(proof: unknown): Proof | string {
  if (!isObject(proof) || typeof proof.type !== 'string') return say('noSignature');
  const { proofValue, ...options } = proof;
  const { type, previousProof, proofPurpose } = options;
  const cryptosuite = (type === DATA_INTEGRITY ? asText(options.cryptosuite) : null) ?? proof.type;
  const other = (kind: string) => say('otherSignature', { kind: kind.slice(0, 60) });
  if (suiteOf(cryptosuite)?.type !== type) return other(cryptosuite);
  if (previousProof !== undefined) return other('previousProof');
  if (proofPurpose !== 'assertionMethod') return say('signatureOfNoIssuer');
  const verificationMethod = methodIn(options.verificationMethod);
  if (verificationMethod === null) return say('signatureLacks', { name: 'verificationMethod' });
  if (typeof proofValue !== 'string') return say('signatureLacks', { name: 'proofValue' });
  return { options, proofValue, verificationMethod, cryptosuite };
}

/** The proof of a document. Null without a proof, with several, and for another kind of proof. */
export function proofOf(document: JsonObject): Proof | null {
  const proofs = asList(document.proof);
  const proof = readProof(proofs[0]);
  return proofs.length === 1 && typeof proof !== 'string' ? proof : null;
}

async function signedBytes(document: JsonObject, { options, cryptosuite }: Proof, kind: string) {
  const { proof: _, ...unsecured } = document;
  if (cryptosuite === 'eddsa-jcs-2022') return jcsHashes(unsecured, options);
  return kind === 'p384' ? longRdfcHashes(unsecured, options) : rdfcHashes(unsecured, options);
}

/**
 * Whether the holder of a key made a document's proof (W3C vc-di-eddsa section 3, vc-di-ecdsa section 3).
 * @param publicKey raw bytes, whose kind must be one of the cryptosuite
 * @throws UnsupportedDocument when the document cannot be canonicalized
 */
export async function verifyProof(document: JsonObject, proof: Proof, publicKey: Uint8Array) {
  const { proofValue, cryptosuite } = proof;
  const kind = kindOf(publicKey);
  // Statements of Certrace are signed with eddsa-jcs-2022, and have one form.
  const signature = decodeMultibase(proofValue, cryptosuite !== 'eddsa-jcs-2022');
  if (!signature || !kind || !suiteOf(cryptosuite)?.keys.includes(kind)) return false;
  return isSignatureOf(Buffer.concat(await signedBytes(document, proof, kind)), signature, publicKey);
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
