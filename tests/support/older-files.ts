/** Writes certificates as versions before 0.2.0 did: their manifests cover neither each byte of a picture nor who signed a PDF. */
import {
  attachmentsOf,
  attachToPdf,
  bakePng,
  type Carried,
  cosign,
  type DocumentSigner,
  hexHash,
  type ManifestSigner,
  parseNote,
  parseTlogProof,
  pixelHash,
  privateKeyFromSeed,
  sha256,
  signJson,
  signPdf,
  textsOf,
} from '@certrace/verify';

function olderManifest(visible: object, { credential }: Carried, signer: ManifestSigner, time: string) {
  const { issuer, verificationMethod, privateKey } = signer;
  const manifest = { type: 'CertificateFile', issuer, credential: hexHash(credential), ...visible, time };
  return Buffer.from(JSON.stringify(signJson(manifest, verificationMethod, privateKey, time)));
}

export function olderPng(png: Uint8Array, carried: Carried, signer: ManifestSigner, time: string) {
  const visible = { kind: 'png', visible: Buffer.from(pixelHash(png)).toString('hex') };
  return Buffer.from(bakePng(png, textsOf(carried, olderManifest(visible, carried, signer, time))));
}

export function olderPdf(
  pdf: Uint8Array,
  carried: Carried,
  signer: ManifestSigner,
  time: string,
  documentSigner?: DocumentSigner,
) {
  const visible = { kind: 'pdf', visible: hexHash(pdf), length: pdf.length };
  const attached = attachToPdf(pdf, attachmentsOf(carried, olderManifest(visible, carried, signer, time)));
  return Buffer.from(documentSigner ? signPdf(pdf, attached, documentSigner, time) : attached.bytes);
}

/** A witness that no site knows. */
export const stranger = { name: 'witness.example', privateKey: privateKeyFromSeed(sha256('a stranger')) };

/** Adds a witness's valid signature line to a log proof. */
export function withCosignature(proof: string, witness = stranger): Buffer {
  const note = parseNote(parseTlogProof(proof)?.checkpoint ?? '');
  if (!note) throw new Error('not a log proof');
  return Buffer.from(proof + cosign(note.text, witness, 1_770_000_000));
}
