import type { X509Certificate } from 'node:crypto';
import { type Comparison, compareWithManifest, type Difference } from './as-drawn.ts';
import { MAX_TIME_GAP_MS } from './check-log.ts';
import type { Signer } from './check-signature.ts';
import { findLogSignature, readCheckpoint } from './checkpoint.ts';
import type { DocumentSignature } from './cms.ts';
import { cosignedAt } from './cosignature.ts';
import { issuerOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import type { JsonObject } from './json.ts';
import { hexHash, type Manifest } from './manifest.ts';
import { isSignedBy, parseNote, parseTlogProof, type VerifierKey } from './note.ts';
import { UnreadableFile } from './png.ts';
import { type Check, check, type FileContents } from './report.ts';
import { differencesOf, differencesOfInformation, type ShownMember, shownOf } from './shown.ts';
import { isConfirmed, timeOfToken } from './signature-timestamp.ts';
import { listOf, say, secondOf, sentences, type TextCode } from './texts.ts';
import type { Trust } from './trust.ts';

const nameOf = ({ subject }: X509Certificate) =>
  (/^CN=(.+)$/m.exec(subject)?.[1] ?? subject).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200);

/** The part of the file that was changed. */
type Changed = 'pageChanged' | 'pictureChanged';

function changedText(differs: Difference, kind: 'pdf' | 'png', changed: Changed): string {
  if (differs === 'signature') return say('pdfSignatureChanged');
  if (differs === 'continued') return say('continued');
  if (differs === 'cut') return say('cutShort');
  if (differs === 'rewritten') return say('rewritten');
  if (differs === 'carried') return say(kind === 'pdf' ? 'attachmentChanged' : 'pictureAttachmentChanged');
  return say(changed);
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
function describeSignature({ certificates: [leaf], timestamp }: DocumentSignature, isKnown: boolean): string {
  const name = leaf ? nameOf(leaf) : say('nobody');
  const stamped = timestamp ? timeOfToken(timestamp.token) : Number.NaN;
  if (Number.isNaN(stamped)) return say(isKnown ? 'signedBy' : 'signedByStranger', { name });
  return say(isKnown ? 'signedByAt' : 'signedByStrangerAt', { name, time: secondOf(stamped) });
}

/** A file that is not as it was issued, for a reason that leaves open which part was changed. */
const refuse = (
  reason:
    | 'lacksStatement'
    | 'statementNotSigned'
    | 'statementOfOthers'
    | 'statementOfAnother'
    | 'logDidNotSign',
) => check('file', false, sentences(say('notTheIssuedFile'), say(reason)));

/** The check of a file that has the bytes in its manifest, except for what an older manifest does not cover. */
function checkSigners(
  { signedBy, logProof }: Manifest,
  signature: DocumentSignature | null,
  proof: string | null,
  trust: Trust,
): Check {
  const isKnown = ({ raw }: X509Certificate) => trust.signingCertificates?.has(hexHash(raw));
  if (signature && signedBy === undefined && !signature.certificates.every(isKnown)) {
    const unknown = describeSignature(signature, false);
    return trust.signingCertificates
      ? check('file', false, sentences(unknown, say('notTheIssuedFile')))
      : check('file', null, sentences(unknown, say('drawnBeforeSignature')));
  }
  const [stranger] = logProof === undefined && proof !== null ? unknownSigners(proof, trust) : [];
  if (stranger !== undefined) {
    return check('file', null, say('proofSignedByStranger', { name: stranger.slice(0, 200) }));
  }
  const signed = signature && describeSignature(signature, true);
  return check('file', true, sentences(say('unaltered'), signed));
}

/** Whether a manifest is signed by the issuer of the credential. */
async function isIssuersManifest(
  { document }: FileContents,
  manifest: NonNullable<FileContents['manifest']>,
  key: Uint8Array,
): Promise<boolean> {
  const proof = proofOf(manifest.document);
  return (
    proof?.cryptosuite === 'eddsa-jcs-2022' &&
    issuerOf(manifest.document) === issuerOf(document) &&
    (await verifyProof(manifest.document, proof, key))
  );
}

/** The check with the reason why the log's key does not vouch for a file's manifest, or null if it does. */
function checkLogSignature(document: JsonObject, logKeys: VerifierKey[]): Check | null {
  const found = findLogSignature(document, logKeys);
  if (found === 'valid') return null;
  if (found === 'invalid') return refuse('logDidNotSign');
  return check('file', null, say('unknownLogSigned', { name: found.name.slice(0, 200) }));
}

/** The name of each fact on a page. */
const FACTS = {
  uniqueId: 'certificateId',
  studentName: 'studentName',
  courseName: 'courseName',
  issuerName: 'issuer',
  issueDate: 'start',
  expiryDate: 'expiry',
} as const satisfies Record<ShownMember, TextCode>;

/** The facts that the page does not show as its credential gives them. The manifests of older pictures lack `shows`. */
function otherFacts(file: Uint8Array, { kind, document }: FileContents, manifest: Manifest): ShownMember[] {
  const { shows, length = 0 } = manifest;
  if (kind === 'png' && !shows) return [];
  const said = shownOf(document);
  if (!said) return Object.keys(FACTS) as ShownMember[];
  return shows ? differencesOf(shows, said) : differencesOfInformation(file.subarray(0, length), said);
}

type Circumstances = {
  isOurs: boolean;
  isCredentialSigned: boolean;
  filesSignedBy: VerifierKey[] | undefined;
};

/**
 * Checks that a PDF or PNG still has the bytes that its manifest describes. Badges of others have no manifest: in a PNG or SVG,
 * which Open Badges provides for, only the credential counts.
 * @param isOurs whether it is of a Certrace site
 * @param isCredentialSigned whether its credential has a valid signature, on which a picture of others relies
 * @param filesSignedBy the keys of logs of which one must have signed the manifest, if one must
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
    return check('file', true, say('credentialAlone'));
  }
  if (!isOurs) {
    if (!isCredentialSigned) return check('file', null, say('saysNothing'));
    return kind === 'pdf'
      ? check('file', null, say('foreignPage'))
      : check('file', true, say('foreignPicture'));
  }
  if (!manifest || kind === 'svg') {
    // Its issuer is not known, so neither is what its files contain.
    if (signer.check.passed === false) return check('file', null, say('saysNothing'));
    return refuse('lacksStatement');
  }
  const method = proofOf(manifest.document)?.verificationMethod;
  const key = method === undefined ? null : signer.keyOf(method);
  if (!key) return refuse('statementNotSigned');
  if (!(await isIssuersManifest(contents, manifest, key))) return refuse('statementOfOthers');
  if (manifest.members.credential !== hexHash(credential)) return refuse('statementOfAnother');
  if (manifest.members.kind !== kind) return refuse('lacksStatement');
  const changed = kind === 'pdf' ? 'pageChanged' : 'pictureChanged';
  const carried = { credential, proof: proof === null ? null : Buffer.from(proof) };
  let compared: Comparison;
  try {
    compared = compareWithManifest(file, kind, manifest.members, carried, manifest.bytes);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return check('file', false, sentences(say(changed), error.message));
  }
  if (compared.differs !== null) return check('file', false, changedText(compared.differs, kind, changed));
  const others = otherFacts(file, contents, manifest.members).map((fact) => say(FACTS[fact]));
  if (others.length > 0) return check('file', false, say('showsOther', { facts: listOf(others, 'and') }));
  if (!isTimestampOfIssuer(compared.signature, manifest.members, key))
    return check('file', false, say('pdfSignatureChanged'));
  const unvouched = filesSignedBy ? checkLogSignature(manifest.document, filesSignedBy) : null;
  if (unvouched) return unvouched;
  return checkSigners(manifest.members, compared.signature, proof, trust);
}
