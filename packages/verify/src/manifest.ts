import type { KeyObject } from 'node:crypto';
import type { DocumentSigner } from './cms.ts';
import { signJson } from './data-integrity.ts';
import { isObject, type JsonObject } from './json.ts';
import { attachToPdf } from './pdf-attach.ts';
import { isSignedPdf, signPdf } from './pdf-sign.ts';
import { bakePng, PNG_CREDENTIAL, PNG_MANIFEST, PNG_PROOF, pixelHash } from './png.ts';
import { sha256 } from './tree.ts';

export const MANIFEST_TYPE = 'CertificateFile';

/** A signed description of a file: hashes of its credential and of its visible content. */
export type Manifest = JsonObject & {
  credential: string;
  kind: 'pdf' | 'png';
  visible: string;
  length?: number;
};

/** The signer of a manifest: the verification method's id and its private key. */
export type ManifestSigner = { issuer: string; verificationMethod: string; privateKey: KeyObject };

/** The credential and log proof embedded in a file. */
export type Carried = { credential: Uint8Array; proof: Uint8Array | null };

const hexHash = (bytes: Uint8Array) => Buffer.from(sha256(bytes)).toString('hex');

function signManifest(visible: JsonObject, credential: Uint8Array, signer: ManifestSigner, time: string) {
  const manifest = {
    type: MANIFEST_TYPE,
    issuer: signer.issuer,
    credential: hexHash(credential),
    ...visible,
    time,
  };
  const signed = signJson(manifest, signer.verificationMethod, signer.privateKey, time);
  return Buffer.from(JSON.stringify(signed));
}

const attachmentsOf = ({ credential, proof }: Carried, manifest: Uint8Array) => [
  {
    name: 'credential.json',
    mimeType: 'application/vc',
    description: 'The certificate as a signed Open Badges 3.0 credential',
    bytes: credential,
  },
  {
    name: 'file.json',
    mimeType: 'application/json',
    description: 'What this file shows, signed',
    bytes: manifest,
  },
  ...(proof
    ? [
        {
          name: 'log-proof.txt',
          mimeType: 'text/plain',
          description: 'Proof that it is in the log',
          bytes: proof,
        },
      ]
    : []),
];

/**
 * Attaches the credential, log proof and signed manifest to a PDF.
 * @param time as in `2026-01-31T12:00:00Z`
 * @param documentSigner signs the PDF as a whole, for PDF readers
 */
export function carryInPdf(
  pdf: Uint8Array,
  carried: Carried,
  signer: ManifestSigner,
  time: string,
  documentSigner?: DocumentSigner | null,
): Uint8Array {
  const visible = { kind: 'pdf', visible: hexHash(pdf), length: pdf.length };
  const manifest = signManifest(visible, carried.credential, signer, time);
  const attached = attachToPdf(pdf, attachmentsOf(carried, manifest));
  return documentSigner ? signPdf(pdf, attached, documentSigner, time) : attached.bytes;
}

/** Writes the credential, log proof and signed manifest into a PNG. */
export function carryInPng(
  png: Uint8Array,
  carried: Carried,
  signer: ManifestSigner,
  time: string,
): Uint8Array {
  const visible = { kind: 'png', visible: Buffer.from(pixelHash(png)).toString('hex') };
  return bakePng(png, [
    { keyword: PNG_CREDENTIAL, text: carried.credential },
    ...(carried.proof ? [{ keyword: PNG_PROOF, text: carried.proof }] : []),
    { keyword: PNG_MANIFEST, text: signManifest(visible, carried.credential, signer, time) },
  ]);
}

/** The PDF as it was before anything was attached. Null when it does not match its manifest. */
export function shownPdf(file: Uint8Array, { kind, length, visible }: Manifest): Uint8Array | null {
  if (kind !== 'pdf' || !Number.isSafeInteger(length) || Number(length) > file.length) return null;
  const shown = file.subarray(0, length);
  return hexHash(shown) === visible ? shown : null;
}

/** Whether a PDF consists exactly of the page in its manifest, these attachments and optionally a PAdES signature. */
export function isPdfAsSigned(
  file: Uint8Array,
  manifest: Manifest,
  carried: Carried,
  manifestBytes: Uint8Array,
): boolean {
  const shown = shownPdf(file, manifest);
  if (!shown) return false;
  const attached = attachToPdf(shown, attachmentsOf(carried, manifestBytes));
  if (Buffer.compare(attached.bytes, file) === 0) return true;
  return typeof manifest.time === 'string' && isSignedPdf(file, shown, attached, manifest.time);
}

/** Whether a PNG shows what its manifest describes. @throws UnreadableFile when its pixels cannot be read */
export const isPngAsSigned = (file: Uint8Array, manifest: Manifest): boolean =>
  manifest.kind === 'png' && Buffer.from(pixelHash(file)).toString('hex') === manifest.visible;

/** Parses a manifest. Returns null when it is invalid. */
export function parseManifest(value: JsonObject): Manifest | null {
  const { type, credential, kind, visible } = value;
  if (type !== MANIFEST_TYPE || typeof credential !== 'string' || typeof visible !== 'string') return null;
  return isObject(value) && (kind === 'pdf' || kind === 'png') ? (value as Manifest) : null;
}
