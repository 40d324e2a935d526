import type { Signer } from './check-signature.ts';
import { issuerOf } from './credential.ts';
import { proofOf, verifyProof } from './data-integrity.ts';
import { type FileContents, isAsSigned, isPageAsSigned } from './file.ts';
import { UnreadableFile } from './png.ts';
import { type Check, check } from './report.ts';
import { sha256 } from './tree.ts';

const FILE_CHANGED = {
  pdf: 'The page was changed, not the credential in it: this is not the file that was issued.',
  png: 'The picture was changed, not the credential in it: this is not the file that was issued.',
};

const CREDENTIAL_CHANGED = 'This is not the file that was issued: the credential in it is another one.';
const ATTACHMENT_CHANGED =
  'The page or what is attached to it was changed, not the credential: this is not the file that was issued.';

/**
 * Checks that a PDF or PNG still shows what its manifest describes.
 * @param isCredentialSigned whether its credential has a valid signature, so that only the page can be altered
 */
export async function checkFile(
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
    // Files of other issuers have no manifest.
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
