import { issuerOf } from './credential.ts';
import { proofOf } from './data-integrity.ts';
import type { KeyEnd } from './did.ts';
import { assertionKey, assertionMethods, didDocument, endOfKey, keyOfDid, keyOfDidKey } from './did.ts';
import type { JsonObject } from './json.ts';
import { parseMultikey } from './multibase.ts';
import { UnsupportedDocument } from './plain-json-ld.ts';
import { type Check, check } from './report.ts';
import type { CredentialSignature } from './signatures.ts';
import { listOf, say, sentences } from './texts.ts';
import type { KnownIssuer, Trust } from './trust.ts';

export type Signer = {
  /** The raw public key of one of the issuer's verification methods, or null. */
  keyOf: (method: string) => Uint8Array | null;
  /** The raw public key that must have made a signature, or null. */
  keyFor: (signature: CredentialSignature) => Uint8Array | null;
  /** The issuer's verification methods that made the signatures. */
  methods: string[];
  /** Whether a key may sign nothing more. */
  endOf: (method: string) => KeyEnd | null;
  issuer: KnownIssuer | undefined;
  /** The signer by its own DID document, for whom only a log may vouch. */
  unpinned?: KnownIssuer;
  check: Check;
};

const isEqual = (one: Uint8Array | null, other: Uint8Array) =>
  one !== null && Buffer.compare(one, other) === 0;

/**
 * The verification method that a signature names by its ID or by its key. The DID alone names the only one of an issuer. Null without a
 * match.
 */
function methodFor({ method, key }: CredentialSignature, document: JsonObject, did: string): string | null {
  if (method !== null && assertionKey(document, did, method)) return method;
  const [only, ...others] = method === did ? new Set(assertionMethods(document, did)) : [];
  if (only !== undefined && others.length === 0 && assertionKey(document, did, only)) return only;
  if (key === null) return null;
  return assertionMethods(document, did).find((id) => isEqual(assertionKey(document, did, id), key)) ?? null;
}

function describeIssuer({ name, approvedSince, isReviewed }: KnownIssuer): string {
  if (isReviewed === false) return say('issuedByUnreviewed', { name });
  return approvedSince ? say('issuedByApproved', { name, date: approvedSince }) : say('issuedBy', { name });
}

/**
 * Finds the keys that may have signed a document, and checks whether they belong to its issuer.
 * @param signatures the document's, as far as they can be checked
 */
export async function findSigner(
  document: JsonObject,
  signatures: CredentialSignature[],
  trust: Trust,
): Promise<Signer> {
  const did = issuerOf(document);
  if (did === null || did.length > 500) {
    const reason = did === null ? say('noIssuer') : say('issuerUnknown', { did: `${did.slice(0, 200)}…` });
    const nobody = check('issuer', false, reason);
    return {
      keyOf: () => null,
      keyFor: () => null,
      methods: [],
      endOf: () => null,
      issuer: undefined,
      check: nobody,
    };
  }
  // Some DIDs contain their key, and other verification methods end with theirs. That identifies the signer, but does not prove that
  // it is the issuer.
  const claimedKey = (name: string) =>
    name === did || name.startsWith(`${did}#`)
      ? (keyOfDid(did) ?? parseMultikey(name.slice(did.length + 1)))
      : null;
  const unknown = (passed: false | null, message: string): Signer => ({
    keyOf: claimedKey,
    keyFor: ({ method, key }) => (method === null ? key : (claimedKey(method) ?? key)),
    methods: [],
    endOf: () => null,
    issuer: undefined,
    check: check('issuer', passed, message),
  });
  const known = await trust.findIssuer(did);
  if (!known) return unknown(false, say('issuerUnknown', { did }));
  if (!('document' in known)) return unknown(null, known.reason);
  const methodOf = (signature: CredentialSignature) => methodFor(signature, known.document, did);
  const keyOf = (name: string) => assertionKey(known.document, did, name);
  const methods = signatures.map(methodOf).filter((method) => method !== null);
  if (methods.length < signatures.length) {
    return unknown(false, say('keyOfOthers', { name: known.name }));
  }
  const keys: Omit<Signer, 'issuer' | 'check'> = {
    keyOf,
    keyFor: (signature) => {
      const method = methodOf(signature);
      return method === null ? null : keyOf(method);
    },
    methods,
    endOf: (name) => endOfKey(known.document, did, name, trust.now),
  };
  if (known.isUnpinned) {
    const message = say('issuerNotTrusted', { name: known.name });
    return { ...keys, issuer: undefined, unpinned: known, check: check('issuer', false, message) };
  }
  const message = sentences(describeIssuer(known), known.standing ?? null);
  return { ...keys, issuer: known, check: check('issuer', true, message) };
}

/** Derives the issuer of a document from its valid signature. Its only known key is the one that signed. */
export function issuerBySignature(document: JsonObject): KnownIssuer | undefined {
  const [did, method] = [issuerOf(document), proofOf(document)?.verificationMethod];
  if (did === null || method === undefined) return undefined;
  const multikey = keyOfDidKey(did) ? did.slice('did:key:'.length) : method.slice(did.length + 1);
  return { document: didDocument(did, [multikey]), name: did, approvedSince: null };
}

/** `problem` is set if the signature says nothing about who signed: it is not valid, or cannot be checked. */
export type SignatureCheck = { check: Check; problem?: 'invalid' | 'uncheckable' };

function describeKeys(signatures: CredentialSignature[]): string {
  const names = signatures.flatMap(({ method }) => (method ? [`${/[^#]*$/.exec(method)}`.slice(0, 60)] : []));
  const [key] = names;
  if (key === undefined) return say('signed');
  return names.length === 1
    ? say('signedWithKey', { key })
    : say('signedWithKeys', { keys: listOf(names, 'and') });
}

/**
 * Checks the signatures of a document.
 * @param isOurs whether it is of a Certrace site, all of whose credentials can be checked: one that cannot be checked was altered
 */
export async function checkSignatures(
  signatures: CredentialSignature[] | string,
  { keyFor, issuer }: Signer,
  isOurs: boolean,
): Promise<SignatureCheck> {
  const uncheckable = (message: string): SignatureCheck => ({
    check: check('signature', isOurs && issuer ? false : null, message),
    problem: 'uncheckable',
  });
  if (typeof signatures === 'string') return uncheckable(signatures);
  const keys = signatures.map(keyFor);
  if (keys.includes(null)) return { check: check('signature', null, say('keyUnknown')) };
  try {
    for (const [place, signature] of signatures.entries()) {
      if (await signature.isMadeWith(keys[place] as Uint8Array)) continue;
      const message = say(isOurs ? 'changedAfterSigning' : 'notAsIssuerSigned');
      return { check: check('signature', isOurs ? false : null, message), problem: 'invalid' };
    }
    return { check: check('signature', true, describeKeys(signatures)) };
  } catch (error) {
    if (!(error instanceof UnsupportedDocument)) throw error;
    return uncheckable(sentences(say(isOurs ? 'notAsSigned' : 'signatureUncheckable'), error.message));
  }
}
