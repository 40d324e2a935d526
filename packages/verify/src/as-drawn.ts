import type { DocumentSignature } from './cms.ts';
import { attachmentsOf, type Carried, hexHash, type Manifest, textsOf } from './manifest.ts';
import { attachToPdf, type PdfUpdate } from './pdf-attach.ts';
import { readPdfSignature } from './pdf-sign.ts';
import { bakePng, unbakePng } from './png.ts';
import { hasSecondFace, pixelHash } from './png-picture.ts';

/**
 * The first difference between a file and its manifest. A PDF that another program wrote is `rewritten`, one with something after
 * the whole file that was issued is `continued`, and one that lacks the end of that is `cut`.
 */
export type Difference = 'shown' | 'carried' | 'signature' | 'rewritten' | 'continued' | 'cut';

/** Whether a file is as it was drawn, and a PDF's signature. */
export type Comparison = { differs: Difference } | { differs: null; signature: DocumentSignature | null };

const differs = (difference: Difference): Comparison => ({ differs: difference });
const isEqual = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/**
 * Whether the manifest covers the signature. One without `signedBy` says nothing about signatures, so that the caller decides whom
 * it trusts.
 */
const isNamed = ({ signedBy }: Manifest, signature: DocumentSignature | null) =>
  signedBy === undefined ||
  signedBy.join() === (signature?.certificates ?? []).map(({ raw }) => hexHash(raw)).join();

const isProofNamed = (manifest: Manifest, { proof }: Carried) =>
  manifest.logProof === undefined || manifest.logProof === (proof && hexHash(proof));

/** How the drawn PDFs begin. Another program that saves one writes its own beginning. */
const PDF_START = Buffer.from('%PDF-1.4\n%\xd3\xeb\xe9\xe1\n', 'latin1');
const END_OF_PDF = '%%EOF\n';

/** Whether the beginning of a file is the whole signed PDF of a manifest, or the whole PDF where none was signed. */
function isContinued(file: Uint8Array, shown: Uint8Array, attached: PdfUpdate, manifest: Manifest): boolean {
  if (manifest.signedBy?.length === 0) return file.length > attached.bytes.length;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const end = bytes.indexOf(END_OF_PDF, attached.bytes.length) + END_OF_PDF.length;
  if (end < END_OF_PDF.length || end >= file.length) return false;
  const signature = readPdfSignature(file.subarray(0, end), shown, attached, manifest.time);
  return signature !== null && isNamed(manifest, signature);
}

/** Compares a PDF byte for byte with the page in its manifest, its attachments and its signature. */
function comparePdf(file: Uint8Array, manifest: Manifest, carried: Carried, bytes: Uint8Array): Comparison {
  const { length = 0, visible, time } = manifest;
  const shown = file.subarray(0, length);
  if (length > file.length || hexHash(shown) !== visible) {
    const isOurs = isEqual(file.subarray(0, PDF_START.length), PDF_START);
    return differs(isOurs ? 'shown' : 'rewritten');
  }
  if (!isProofNamed(manifest, carried)) return differs('carried');
  const attached = attachToPdf(shown, attachmentsOf(carried, bytes));
  const isAttached = isEqual(attached.bytes, file.subarray(0, attached.bytes.length));
  if (!isAttached) return differs(isEqual(attached.bytes.subarray(0, file.length), file) ? 'cut' : 'carried');
  const isUnsigned = isEqual(attached.bytes, file);
  const signature = isUnsigned ? null : readPdfSignature(file, shown, attached, time);
  if (!signature && !isUnsigned) {
    return differs(isContinued(file, shown, attached, manifest) ? 'continued' : 'signature');
  }
  return isNamed(manifest, signature) ? { differs: null, signature } : differs('signature');
}

/** Compares a PNG byte for byte with the picture in its manifest and its texts. */
function comparePng(file: Uint8Array, manifest: Manifest, carried: Carried, bytes: Uint8Array): Comparison {
  if (Buffer.from(pixelHash(file)).toString('hex') !== manifest.visible) return differs('shown');
  if (manifest.drawn === undefined) {
    return hasSecondFace(file) ? differs('shown') : { differs: null, signature: null };
  }
  if (!isProofNamed(manifest, carried)) return differs('carried');
  const drawn = unbakePng(file, manifest.length ?? 0);
  if (hexHash(drawn) !== manifest.drawn) return differs('shown');
  const isAsBaked = isEqual(bakePng(drawn, textsOf(carried, bytes)), file);
  return isAsBaked ? { differs: null, signature: null } : differs('carried');
}

/**
 * Compares every byte of a PDF or PNG with its manifest. Does not verify the manifest's signature.
 * @param manifestBytes the manifest as it is in the file
 * @throws UnreadableFile when the file is not written like certificates
 */
export function compareWithManifest(
  file: Uint8Array,
  kind: 'pdf' | 'png',
  manifest: Manifest,
  carried: Carried,
  manifestBytes: Uint8Array,
): Comparison {
  return kind === 'pdf'
    ? comparePdf(file, manifest, carried, manifestBytes)
    : comparePng(file, manifest, carried, manifestBytes);
}
