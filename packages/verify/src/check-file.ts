import type { X509Certificate } from 'node:crypto';
import { type Comparison, compareWithManifest, type Difference } from './as-drawn.ts';
import { MAX_TIME_GAP_MS } from './check-log.ts';
import type { Signer } from './check-signature.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { DocumentSignature } from './cms.ts';
import { cosignedAt } from './cosignature.ts';
import { issuerOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import type { FileContents } from './file.ts';
import type { JsonObject } from './json.ts';
import { findLogSignature } from './log-signature.ts';
import { hexHash, type Manifest } from './manifest.ts';
import { isSignedBy, parseNote, type VerifierKey } from './note.ts';
import { UnreadableFile } from './png.ts';
import { type Check, check } from './report.ts';
import { isConfirmed, timeOfToken } from './signature-timestamp.ts';
import { parseTlogProof } from './tlog-proof.ts';
import type { Trust } from './trust.ts';

const FILE_CHANGED = {
  pdf: 'The page was changed, not the credential in it: this is not the file that was issued.',
  png: 'The picture was changed, not the credential in it: this is not the file that was issued.',
};

const CREDENTIAL_CHANGED = 'This is not the file that was issued: the credential in it is another one.';
const ATTACHMENT_CHANGED =
  'The page or what is attached to it was changed, not the credential: this is not the file that was issued.';
const SIGNATURE_CHANGED =
  'Its signature for PDF readers was removed, replaced or damaged, or something was added after it: this is not the file that was issued.';

const nameOf = ({ subject }: X509Certificate) =>
  (/^CN=(.+)$/m.exec(subject)?.[1] ?? subject).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200);

const REWRITTEN =
  'It was saved again by another program, so that its page can no longer be compared with the one that was issued. This is not the file that was issued.';
const CONTINUED =
  'It was saved again: something was added after the file that was issued, which is complete in it, so it may show something else.';

function changedText(differs: Difference, kind: 'pdf' | 'png', changed: string): string {
  if (differs === 'signature') return SIGNATURE_CHANGED;
  if (differs === 'continued') return CONTINUED;
  if (differs === 'rewritten') return changed === FILE_CHANGED.pdf ? REWRITTEN : changed;
  return differs === 'carried' && kind === 'pdf' ? ATTACHMENT_CHANGED : changed;
}

/**
 * The names in a log proof's signature lines that no known key made. Without any key of the log, its own line is not judged here.
 */
function unknownSigners(proof: string, { logKeys, witnessKeys = [] }: Trust): string[] {
  const checkpoint = parseTlogProof(proof)?.checkpoint ?? '';
  const [note, origin] = [parseNote(checkpoint), readCheckpoint(checkpoint)?.origin];
  return (note?.signatures ?? [])
    .filter((signature) => {
      const alone = { text: note?.text ?? '', signatures: [signature] };
      if (signature.name === origin)
        return logKeys.length > 0 && !logKeys.some((key) => isSignedBy(alone, key));
      return !witnessKeys.some((key) => cosignedAt(alone.text, signature, key) !== null);
    })
    .map(({ name }) => name);
}

/**
 * Whether the issuer confirmed the timestamp of a signature. Nobody can have one from before the file was drawn, and the issuer's key
 * alone confirms any.
 */
function isTimestampOfIssuer(signature: DocumentSignature | null, { time }: Manifest, key: Uint8Array) {
  if (!signature?.timestamp) return true;
  const isLater = timeOfToken(signature.timestamp.token) >= Date.parse(time) - MAX_TIME_GAP_MS;
  return isLater && isConfirmed(signature.value, signature.timestamp, key);
}

/** Who signed a PDF, and when according to its timestamp. */
function describeSignature({ certificates: [leaf], timestamp }: DocumentSignature): string {
  const time = timestamp ? timeOfToken(timestamp.token) : Number.NaN;
  const stamp = Number.isNaN(time)
    ? ''
    : `, with a timestamp of ${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return `It carries the signature of ${leaf ? nameOf(leaf) : 'nobody'}${stamp}`;
}

/** The check of a file that has the bytes in its manifest, except for what an older manifest does not cover. */
function checkSigners(
  { signedBy, logProof }: Manifest,
  signature: DocumentSignature | null,
  proof: string | null,
  trust: Trust,
): Check {
  const isKnown = ({ raw }: X509Certificate) => trust.signingCertificates?.has(hexHash(raw));
  if (signature && signedBy === undefined && !signature.certificates.every(isKnown)) {
    const unknown = `${describeSignature(signature)}, which is not vouched for.`;
    return trust.signingCertificates
      ? check('file', false, `${unknown} This is not the file that was issued.`)
      : check('file', null, `${unknown} What was signed before it is as it was drawn.`);
  }
  const [stranger] = logProof === undefined && proof !== null ? unknownSigners(proof, trust) : [];
  if (stranger !== undefined) {
    const message = `Its log proof carries a signature of ${stranger.slice(0, 200)}, which is not known here and not vouched for.`;
    return check('file', null, message);
  }
  const signed = signature ? ` ${describeSignature(signature)}.` : '';
  return check('file', true, `The file is unaltered since it was drawn.${signed}`);
}

/** Whether a manifest is signed by the issuer of the credential, and describes this credential. */
async function isIssuersManifest(
  { credential, document }: FileContents,
  manifest: NonNullable<FileContents['manifest']>,
  key: Uint8Array,
): Promise<boolean> {
  const proof = proofOf(manifest.document);
  return (
    proof?.cryptosuite === 'eddsa-jcs-2022' &&
    manifest.members.credential === hexHash(credential) &&
    issuerOf(manifest.document) === issuerOf(document) &&
    (await verifyProof(manifest.document, proof, key))
  );
}

/** Why the log's key does not vouch for what a file shows, or null if it does. */
function checkLogSignature(document: JsonObject, logKeys: VerifierKey[], changed: string): Check | null {
  const found = findLogSignature(document, logKeys);
  if (found === 'valid') return null;
  if (found === 'invalid')
    return check('file', false, `${changed} The log’s key did not sign the statement of what it shows.`);
  const message = `The log ${found.name.slice(0, 200)} signed what it shows, whose key is not known here.`;
  return check('file', null, message);
}

const FOREIGN_PICTURE =
  'The issuer signed the credential in this picture, not the picture: rely on what the credential says.';
const FOREIGN_PAGE = 'The issuer signed the credential in this PDF, and nothing says what its pages show.';

type Circumstances = {
  isOurs: boolean;
  isCredentialSigned: boolean;
  filesSignedBy: VerifierKey[] | undefined;
};

/**
 * Checks that a PDF or PNG still has the bytes that its manifest describes. Badges of others have no manifest: in a PNG, which
 * Open Badges provides for, only the credential counts.
 * @param isOurs whether it is of a Certrace site
 * @param isCredentialSigned whether its credential has a valid signature, so that only the page can be altered
 * @param filesSignedBy the keys of logs of which one must have signed the statement of what the file shows, if one must
 */
export async function checkFile(
  file: Uint8Array,
  contents: FileContents,
  signer: Signer,
  { isOurs, isCredentialSigned, filesSignedBy }: Circumstances,
  trust: Trust,
): Promise<Check> {
  const { kind, manifest, credential, proof } = contents;
  if (kind === 'json') {
    return check('file', true, 'A credential alone: there is no page or picture to check.');
  }
  if (!isOurs) {
    if (kind === 'pdf') return check('file', null, FOREIGN_PAGE);
    return check('file', isCredentialSigned || null, FOREIGN_PICTURE);
  }
  const changed = isCredentialSigned ? FILE_CHANGED[kind] : CREDENTIAL_CHANGED;
  if (!manifest) {
    // Its issuer is not known, so neither is what its files contain.
    if (signer.check.passed === false) return check('file', null, 'It does not state what it shows.');
    return check('file', false, `${changed} It lacks the issuer’s statement of what it shows.`);
  }
  const method = proofOf(manifest.document)?.verificationMethod;
  const key = method === undefined ? null : signer.keyOf(method);
  if (!key) return check('file', false, `${changed} Its statement is not signed by the issuer.`);
  if (!(await isIssuersManifest(contents, manifest, key))) {
    return check('file', false, `${changed} The statement of what it shows is not the issuer’s.`);
  }
  const carried = { credential, proof: proof === null ? null : Buffer.from(proof) };
  let compared: Comparison;
  try {
    compared = compareWithManifest(file, kind, manifest.members, carried, manifest.bytes);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return check('file', false, `${changed} ${error.message}`);
  }
  if (compared.differs !== null) return check('file', false, changedText(compared.differs, kind, changed));
  if (!isTimestampOfIssuer(compared.signature, manifest.members, key))
    return check('file', false, SIGNATURE_CHANGED);
  const unvouched = filesSignedBy ? checkLogSignature(manifest.document, filesSignedBy, changed) : null;
  if (unvouched) return unvouched;
  return checkSigners(manifest.members, compared.signature, proof, trust);
}
