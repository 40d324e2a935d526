import type { KeyObject } from 'node:crypto';
import { signForLog } from './checkpoint.ts';
import type { DocumentSigner } from './cms.ts';
import { signJson } from './data-integrity.ts';
import type { JsonObject } from './json.ts';
import type { NoteSigner } from './note.ts';
import { attachToPdf } from './pdf-attach.ts';
import { signPdf } from './pdf-sign.ts';
import { bakePng, PNG_CREDENTIAL, PNG_MANIFEST, PNG_PROOF } from './png.ts';
import { pixelHash } from './png-picture.ts';
import { isShown, type Shown } from './shown.ts';
import { sha256 } from './tree.ts';

export const MANIFEST_TYPE = 'CertificateFile';

/**
 * A signed description of a file. All hashes are SHA-256 in hexadecimal.
 * - `visible`: of the PDF before attachments, or of a picture's pixels (`pixelHash`)
 * - `drawn`: of a PNG before texts; `length` is its length, or that of the PDF before attachments
 * - `logProof`: of the log proof in the file, or null without one
 * - `signedBy`: of each certificate in a PDF's signature, leaf first; empty without a signature
 * - `shows`: no hash, but the facts that each page shows. Own fields are in the credential alone
 * - `logSignature`: no hash, but the line with which the log's key signs the other members
 *
 * Files that were drawn before version 0.2.0 lack `drawn`, `logProof` and `signedBy`, those before 0.4.0 `logSignature`, and those
 * before 0.5.0 `shows`.
 */
export type Manifest = {
  credential: string;
  kind: 'pdf' | 'png';
  visible: string;
  time: string;
  length?: number;
  drawn?: string;
  logProof?: string | null;
  signedBy?: string[];
  shows?: Shown;
  logSignature?: string;
};

/** The signers of a manifest: the issuer's verification method with its private key, and the log. */
export type ManifestSigner = {
  issuer: string;
  verificationMethod: string;
  privateKey: KeyObject;
  log?: NoteSigner;
};

/** The credential and log proof embedded in a file. */
export type Carried = { credential: Uint8Array; proof: Uint8Array | null };

/** The contents of a new file, and the facts on its page. Manifests from before 0.5.0 lack `shows`. */
export type NewlyCarried = Carried & { shows?: Shown };

export const hexHash = (bytes: Uint8Array) => Buffer.from(sha256(bytes)).toString('hex');

function signManifest(visible: JsonObject, carried: NewlyCarried, signer: ManifestSigner, time: string) {
  const shown = {
    type: MANIFEST_TYPE,
    issuer: signer.issuer,
    credential: hexHash(carried.credential),
    logProof: carried.proof && hexHash(carried.proof),
    ...visible,
    ...(carried.shows && { shows: carried.shows }),
    time,
  };
  const manifest = { ...shown, ...(signer.log && { logSignature: signForLog(shown, signer.log) }) };
  const signed = signJson(manifest, signer.verificationMethod, signer.privateKey, time);
  return Buffer.from(JSON.stringify(signed));
}

const CREDENTIAL_FILE = {
  name: 'credential.json',
  mimeType: 'application/vc',
  description: 'The certificate as a signed Open Badges 3.0 credential',
};
const MANIFEST_FILE = {
  name: 'file.json',
  mimeType: 'application/json',
  description: 'What this file shows, signed',
};
const PROOF_FILE = {
  name: 'log-proof.txt',
  mimeType: 'text/plain',
  description: 'Proof that it is in the log',
};

/** The attachments of a PDF, in file order. */
export const attachmentsOf = ({ credential, proof }: Carried, manifest: Uint8Array) => [
  { ...CREDENTIAL_FILE, bytes: credential },
  { ...MANIFEST_FILE, bytes: manifest },
  ...(proof ? [{ ...PROOF_FILE, bytes: proof }] : []),
];

/**
 * Attaches the credential, log proof and signed manifest to a PDF.
 * @param time as in `2026-01-31T12:00:00Z`
 * @param documentSigner signs the PDF as a whole, for PDF readers
 */
export function carryInPdf(
  pdf: Uint8Array,
  carried: NewlyCarried,
  signer: ManifestSigner,
  time: string,
  documentSigner?: DocumentSigner | null,
): Uint8Array {
  const signedBy = documentSigner?.certificates.map(hexHash) ?? [];
  const visible = { kind: 'pdf', visible: hexHash(pdf), length: pdf.length, signedBy };
  const manifest = signManifest(visible, carried, signer, time);
  const attached = attachToPdf(pdf, attachmentsOf(carried, manifest));
  return documentSigner ? signPdf(pdf, attached, documentSigner, time) : attached.bytes;
}

/** The texts of a PNG, in file order. */
export const textsOf = ({ credential, proof }: Carried, manifest: Uint8Array) => [
  { keyword: PNG_CREDENTIAL, text: credential },
  ...(proof ? [{ keyword: PNG_PROOF, text: proof }] : []),
  { keyword: PNG_MANIFEST, text: manifest },
];

/** Writes the credential, log proof and signed manifest into a PNG. */
export function carryInPng(png: Uint8Array, carried: NewlyCarried, signer: ManifestSigner, time: string) {
  const pixels = Buffer.from(pixelHash(png)).toString('hex');
  const visible = { kind: 'png', visible: pixels, drawn: hexHash(png), length: png.length };
  return bakePng(png, textsOf(carried, signManifest(visible, carried, signer, time)));
}

const isOptional = (value: unknown, isRight: (value: unknown) => boolean) =>
  value === undefined || isRight(value);
const isText = (value: unknown) => typeof value === 'string';

/** Parses a manifest. Returns null when it is invalid. */
export const parseManifest = (value: JsonObject): Manifest | null => (isManifest(value) ? value : null);

function isManifest(value: JsonObject): value is JsonObject & Manifest {
  const { type, credential, kind, visible, time, length, drawn, logProof, signedBy, shows, logSignature } =
    value;
  return (
    type === MANIFEST_TYPE &&
    (kind === 'pdf' || kind === 'png') &&
    [credential, visible, time].every(isText) &&
    isOptional(length, Number.isSafeInteger) &&
    isOptional(drawn, isText) &&
    isOptional(logProof, (hash) => hash === null || isText(hash)) &&
    isOptional(signedBy, (hashes) => Array.isArray(hashes) && hashes.every(isText)) &&
    isOptional(shows, isShown) &&
    isOptional(logSignature, isText)
  );
}
