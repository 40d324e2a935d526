import { issuerOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import { assertionKey, didDocument, endOfKey, type KeyEnd, keyOfDidKey } from './did.ts';
import type { JsonObject } from './json.ts';
import { parseMultikey } from './multibase.ts';
import { UnsupportedDocument } from './plain-json-ld.ts';
import { type Check, check } from './report.ts';
import type { KnownIssuer, Trust } from './trust.ts';

export type Signer = {
  /** The raw public key of one of the issuer's verification methods, or null. */
  keyOf: (method: string) => Uint8Array | null;
  /** Whether a key may sign nothing more. */
  endOf: (method: string) => KeyEnd | null;
  issuer: KnownIssuer | undefined;
  /** The signer by its own DID document, for whom only a log may vouch. */
  unpinned?: KnownIssuer;
  check: Check;
};

/** Finds the keys that may have signed a document, and checks whether they belong to its issuer. */
export async function findSigner(
  document: JsonObject,
  method: string | undefined,
  trust: Trust,
): Promise<Signer> {
  const did = issuerOf(document);
  if (did === null || did.length > 500) {
    const nobody = check('issuer', false, 'It names no issuer.');
    return { keyOf: () => null, endOf: () => null, issuer: undefined, check: nobody };
  }
  // A verification method ends with its public key. That identifies the signer, but does not prove that it is the issuer.
  const claimedKey = (name: string) =>
    name.startsWith(`${did}#`) ? (keyOfDidKey(did) ?? parseMultikey(name.slice(did.length + 1))) : null;
  const unknown = (passed: false | null, message: string): Signer => ({
    keyOf: claimedKey,
    endOf: () => null,
    issuer: undefined,
    check: check('issuer', passed, message),
  });
  const known = await trust.findIssuer(did);
  if (!known) return unknown(false, `The issuer ${did} is not known here.`);
  if (!('document' in known)) return unknown(null, known.reason);
  const keyOf = (name: string) => assertionKey(known.document, did, name);
  const endOf = (name: string) => endOfKey(known.document, did, name, trust.now);
  if (method !== undefined && !keyOf(method)) {
    return unknown(false, `It was signed with a key that is not one of ${known.name}.`);
  }
  if (known.isUnpinned) {
    const message = `${known.name} signed it, but nothing here says that ${known.name} may be trusted.`;
    return { keyOf, endOf, issuer: undefined, unpinned: known, check: check('issuer', false, message) };
  }
  const approved = known.approvedSince ? `, approved since ${known.approvedSince}` : '';
  const since = known.isReviewed === false ? ', address confirmed, not reviewed' : approved;
  const standing = known.standing ? ` ${known.standing}` : '';
  return {
    keyOf,
    endOf,
    issuer: known,
    check: check('issuer', true, `Issued by ${known.name}${since}.${standing}`),
  };
}

/** Derives the issuer of a document from its valid signature. Its only known key is the one that signed. */
export function issuerBySignature(document: JsonObject): KnownIssuer | undefined {
  const [did, method] = [issuerOf(document), proofOf(document)?.verificationMethod];
  if (did === null || method === undefined) return undefined;
  const multikey = keyOfDidKey(did) ? did.slice('did:key:'.length) : method.slice(did.length + 1);
  return { document: didDocument(did, [multikey]), name: did, approvedSince: null };
}

/** Checks a document's signature. */
export async function checkSignature(document: JsonObject, { keyOf, issuer }: Signer): Promise<Check> {
  const proof = proofOf(document);
  // All credentials of a known issuer can be checked, so one that cannot be checked was altered.
  const uncheckable = issuer ? false : null;
  if (!proof)
    return check('signature', uncheckable, 'It has no signature of the kind that can be checked here.');
  const key = keyOf(proof.verificationMethod);
  if (!key) return check('signature', null, 'The key that signed it is not known here.');
  try {
    const method = proof.verificationMethod;
    const name = method.slice(method.lastIndexOf('#') + 1).slice(0, 60);
    return (await verifyProof(document, proof, key))
      ? check('signature', true, `Signed with the key ${name}, and unchanged since.`)
      : check('signature', false, 'The credential was changed after it was signed.');
  } catch (error) {
    if (!(error instanceof UnsupportedDocument)) throw error;
    return check('signature', uncheckable, `The credential is not as it was signed. ${error.message}`);
  }
}
