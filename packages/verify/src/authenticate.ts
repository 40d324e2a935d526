import type { CertificateSummary } from './credential.ts';
import { isBadge, isReceipt, issuerOf, summarize } from './credential.ts';
import { proofOf, UnsupportedDocument, verifyProof } from './data-integrity.ts';
import { assertionKey, keyOfDidKey } from './did.ts';
import { type FileContents, isAsSigned, isPageAsSigned, readFile } from './file.ts';
import type { JsonObject } from './json.ts';
import { checkLogProof, type LogResult } from './log-entry.ts';
import { parseMultikey } from './multibase.ts';
import type { VerifierKey } from './note.ts';
import { UnreadableFile } from './png.ts';
import { revocationEntry, type StatusEntry } from './status-list.ts';
import { sha256 } from './tree.ts';

export type Verdict =
  | 'genuine'
  | 'altered'
  | 'unknown-issuer'
  | 'revoked'
  | 'expired'
  | 'not-in-log'
  | 'unreadable';

export type CheckId = 'file' | 'signature' | 'issuer' | 'log' | 'revocation' | 'expiry';
/** The result of one check: null when it could not be made, for the reason in the message. */
export type Check = { id: CheckId; passed: boolean | null; message: string };
export type Report = { verdict: Verdict; checks: Check[]; certificate?: CertificateSummary };

/** A known issuer: its DID document, and since when it is approved if that is known (YYYY-MM-DD). */
export type KnownIssuer = {
  document: JsonObject;
  name: string;
  approvedSince: string | null;
  /** A sentence about its present standing, as when it is suspended. */
  standing?: string;
};
/** `on` is the day of the revocation, where it is known (YYYY-MM-DD). */
export type StatusAnswer = { revoked: boolean; on?: string } | { reason: string };
/** A log proof, or why there is none: false when the log certainly lacks the document. */
export type ProofAnswer = { proof: string } | { passed: false | null; reason: string };

/** Whom and what the check relies on. Nothing else is ever asked for. */
export type Trust = {
  /** A known issuer by its DID; undefined when it is not known; a reason when it could not be asked for. */
  findIssuer: (did: string) => Promise<KnownIssuer | { reason: string } | undefined>;
  logKeys: VerifierKey[];
  /** Whether an entry of the log counts as proof that its signer was an issuer: with a pinned log and no pinned issuer. */
  logVouchesForIssuer?: boolean;
  /** The revocation state; asked only once signature and issuer hold. */
  findStatus: (entry: StatusEntry, issuer: KnownIssuer | undefined) => Promise<StatusAnswer>;
  /** A log proof for a document that came without one; asked only for a known issuer's. */
  findLogProof?: (credential: Uint8Array, document: JsonObject) => Promise<ProofAnswer>;
  /** Milliseconds UTC. */
  now: number;
};

const check = (id: CheckId, passed: boolean | null, message: string): Check => ({ id, passed, message });

const unreadable = (message: string): Report => ({
  verdict: 'unreadable',
  checks: [check('file', false, message)],
});

type Signer = {
  /** The raw public key of one of the issuer's verification methods, or null. */
  keyOf: (method: string) => Uint8Array | null;
  issuer: KnownIssuer | undefined;
  check: Check;
};

/** The keys under which a document may be signed, and whether they are its issuer's. */
async function findSigner(document: JsonObject, method: string | undefined, trust: Trust): Promise<Signer> {
  const did = issuerOf(document);
  if (did === null || did.length > 500) {
    return { keyOf: () => null, issuer: undefined, check: check('issuer', false, 'It names no issuer.') };
  }
  // A verification method ends in its key, which says who signed it, but not that the issuer has that key.
  const claimedKey = (name: string) =>
    name.startsWith(`${did}#`) ? (keyOfDidKey(did) ?? parseMultikey(name.slice(did.length + 1))) : null;
  const unknown = (passed: false | null, message: string): Signer => ({
    keyOf: claimedKey,
    issuer: undefined,
    check: check('issuer', passed, message),
  });
  const known = await trust.findIssuer(did);
  if (!known) return unknown(false, `The issuer ${did} is not known here.`);
  if (!('document' in known)) return unknown(null, known.reason);
  const keyOf = (name: string) => assertionKey(known.document, did, name);
  if (method !== undefined && !keyOf(method)) {
    return unknown(false, `It was signed with a key that is not one of ${known.name}.`);
  }
  const since = known.approvedSince ? `, approved since ${known.approvedSince}` : '';
  const standing = known.standing ? ` ${known.standing}` : '';
  return {
    keyOf,
    issuer: known,
    check: check('issuer', true, `Issued by ${known.name}${since}.${standing}`),
  };
}

async function checkSignature(document: JsonObject, { keyOf, issuer }: Signer): Promise<Check> {
  const proof = proofOf(document);
  // A known issuer's credentials can all be checked: one that cannot was changed.
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

const FILE_CHANGED = {
  pdf: 'The page was changed, not the credential in it: this is not the file that was issued.',
  png: 'The picture was changed, not the credential in it: this is not the file that was issued.',
};

const CREDENTIAL_CHANGED = 'This is not the file that was issued: the credential in it is another one.';
const ATTACHMENT_CHANGED =
  'The page or what is attached to it was changed, not the credential: this is not the file that was issued.';

/**
 * Whether what a PDF or PNG shows is what was signed when it was drawn.
 * @param isCredentialSigned whether the credential in it holds, so that only the page can be wrong
 */
async function checkFile(
  file: Uint8Array,
  contents: FileContents,
  signer: Signer,
  isCredentialSigned: boolean,
): Promise<Check> {
  const { kind, manifest, credential, document } = contents;
  if (kind === 'json') {
    return check('file', true, 'A credential alone: there is no page or picture to check.');
  }
  const changed = isCredentialSigned ? FILE_CHANGED[kind] : CREDENTIAL_CHANGED;
  if (!manifest) {
    // Other issuers' files have none.
    if (signer.check.passed === false) return check('file', null, 'It does not state what it shows.');
    return check('file', false, `${changed} It lacks the issuer’s statement of what it shows.`);
  }
  const proof = proofOf(manifest.document);
  const key = proof && signer.keyOf(proof.verificationMethod);
  if (!key) return check('file', false, `${changed} Its statement is not signed by the issuer.`);
  const hash = Buffer.from(sha256(credential)).toString('hex');
  const isOwn =
    manifest.members.credential === hash &&
    issuerOf(manifest.document) === issuerOf(document) &&
    proof.cryptosuite === 'eddsa-jcs-2022' &&
    (await verifyProof(manifest.document, proof, key));
  if (!isOwn) {
    return check('file', false, `${changed} The statement of what it shows is not the issuer’s.`);
  }
  try {
    if (isAsSigned(file, contents)) return check('file', true, 'The file is unaltered since it was drawn.');
    return check('file', false, isPageAsSigned(file, contents) ? ATTACHMENT_CHANGED : changed);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return check('file', false, `${changed} ${error.message}`);
  }
}

const NO_PROOF: ProofAnswer = { passed: null, reason: 'It came without its log proof.' };

/** The log proof that came with a document, or the one that is found for it. */
async function findProof({ proof, credential, document }: FileContents, isKnown: boolean, trust: Trust) {
  if (proof !== null) return { proof };
  return isKnown && trust.findLogProof ? trust.findLogProof(credential, document) : NO_PROOF;
}

async function checkLog(
  contents: FileContents,
  isKnown: boolean,
  trust: Trust,
): Promise<[Check, LogResult | null]> {
  const found = await findProof(contents, isKnown, trust);
  if (!('proof' in found)) return [check('log', found.passed, found.reason), null];
  const { proof } = found;
  const types = isReceipt(contents.document) ? ['verify' as const] : ['issue' as const];
  const result = checkLogProof(proof, contents.credential, types, trust.logKeys);
  if (!result.passed) return [check('log', result.passed, result.reason), result];
  const since = result.entry.time.slice(0, 10);
  return [check('log', true, `In the log ${result.origin} since ${since}, entry ${result.index}.`), result];
}

async function checkRevocation(
  document: JsonObject,
  trusted: boolean,
  issuer: KnownIssuer | undefined,
  trust: Trust,
) {
  const entry = revocationEntry(document);
  if (entry === undefined) return check('revocation', null, 'It names no list of revoked certificates.');
  if (entry === null) return check('revocation', null, 'Its entry for revocation is malformed.');
  if (!trusted) return check('revocation', null, 'Not asked for: signature and issuer come first.');
  const answer = await trust.findStatus(entry, issuer);
  if ('reason' in answer) return check('revocation', null, answer.reason);
  if (!answer.revoked) return check('revocation', true, 'It is not revoked.');
  return check('revocation', false, answer.on ? `It was revoked on ${answer.on}.` : 'It was revoked.');
}

function checkExpiry(document: JsonObject, now: number): Check {
  const until = document.validUntil;
  if (until === undefined) return check('expiry', true, 'It does not expire.');
  const time = typeof until === 'string' ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(time)) return check('expiry', null, 'Its expiry date cannot be read.');
  const day = new Date(time).toISOString().slice(0, 10);
  return time < now
    ? check('expiry', false, `It expired on ${day}.`)
    : check('expiry', true, `It is valid until ${day}.`);
}

function verdictOf(checks: Check[]): Verdict {
  const of = (id: CheckId) => checks.find((item) => item.id === id)?.passed;
  if (of('signature') === null && of('issuer') !== false) return 'unreadable';
  if (of('file') === false || of('signature') === false) return 'altered';
  if (of('issuer') === false) return 'unknown-issuer';
  if (of('log') === false) return 'not-in-log';
  if (of('revocation') === false) return 'revoked';
  if (of('expiry') === false) return 'expired';
  return of('signature') && of('issuer') && of('file') ? 'genuine' : 'unreadable';
}

async function examine(file: Uint8Array, contents: FileContents, trust: Trust): Promise<Report> {
  const { document } = contents;
  const signer = await findSigner(document, proofOf(document)?.verificationMethod, trust);
  const signature = await checkSignature(document, signer);
  const shown = await checkFile(file, contents, signer, signature.passed === true);
  const [log, logged] = await checkLog(contents, signer.check.passed === true, trust);
  let { check: issuer } = signer;
  if (trust.logVouchesForIssuer && issuer.passed === null && signature.passed && logged?.passed) {
    issuer = check('issuer', true, 'Signed by an issuer of the log that was given.');
  }
  const isTrusted = Boolean(signature.passed && issuer.passed);
  const checks = [shown, signature, issuer, log];
  if (!isReceipt(document)) {
    checks.push(
      await checkRevocation(document, isTrusted, signer.issuer, trust),
      checkExpiry(document, trust.now),
    );
  }
  const certificate = isBadge(document) ? summarize(document) : null;
  return { verdict: verdictOf(checks), checks, ...(certificate ? { certificate } : {}) };
}

/**
 * Checks a certificate's PDF, PNG or JSON, or the JSON of a receipt, and tells the result of each check.
 * It answers for any bytes, takes bounded time, and asks nobody but `trust`.
 * @param proof the log proof of a JSON file, where it is at hand
 */
export async function authenticate(file: Uint8Array, trust: Trust, proof?: string): Promise<Report> {
  try {
    const contents = readFile(file);
    if (!isBadge(contents.document) && !isReceipt(contents.document)) {
      return unreadable('It is JSON, but no certificate.');
    }
    return await examine(file, proof === undefined ? contents : { ...contents, proof }, trust);
  } catch (error) {
    if (error instanceof UnreadableFile) return unreadable(error.message);
    throw error;
  }
}
