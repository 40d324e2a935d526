/** PDFs with a signature for PDF readers, and what a stranger without its key can make of them. */
import { readFileSync } from 'node:fs';
import {
  attachmentsOf,
  attachToPdf,
  carryInPdf,
  type DocumentSigner,
  readAttachments,
  signPdf,
} from '@certrace/verify';
import { readPkcs12 } from '#app/config/pkcs12.server.ts';
import type { carriedFiles } from './carried-files.ts';

export const SIGNING_PASSPHRASE = 'swordfish';

type Files = Pick<Awaited<ReturnType<typeof carriedFiles>>, 'shownPdf' | 'carried' | 'signer'>;

/** @param name of a file in `tests/assets/signing` */
export const signerFrom = (name: string) =>
  readPkcs12(readFileSync(`tests/assets/signing/${name}.p12`), SIGNING_PASSPHRASE);

/** A PDF with its signature replaced by a valid one of another signer. */
export function signedBy(pdf: Buffer, { shownPdf, carried }: Files, time: string, signer: DocumentSigner) {
  const manifest = readAttachments(pdf)[1];
  if (!manifest) throw new Error('the PDF has no manifest');
  const attached = attachToPdf(shownPdf, attachmentsOf(carried, manifest));
  return Buffer.from(signPdf(shownPdf, attached, signer, time));
}

/** The offset of the message with the signature, in hexadecimal digits. */
const messageAt = (pdf: Buffer) => pdf.lastIndexOf('/Contents <') + '/Contents <'.length;

/** The offset and length of the digits of the message, without the zeros after it. */
function messageIn(pdf: Buffer): [start: number, digits: number] {
  const start = messageAt(pdf);
  const length = Buffer.from(pdf.toString('latin1', start + 4, start + 8), 'hex').readUInt16BE() + 4;
  return [start, length * 2];
}

function withDigits(pdf: Buffer, at: number, digits: string): Buffer {
  const copy = Buffer.from(pdf);
  copy.write(digits, at, 'latin1');
  return copy;
}

const flipped = (pdf: Buffer, at: number) =>
  withDigits(pdf, at, (Number.parseInt(pdf.toString('latin1', at, at + 1), 16) ^ 1).toString(16));

/**
 * Adds bytes to the value of an ECDSA signature, which is the last part of the message: `extra` behind its two numbers, with the
 * lengths of all values around it.
 */
function withLongerSignature(pdf: Buffer, extra: string): Buffer {
  const [start, digits] = messageIn(pdf);
  const message = Buffer.from(pdf.toString('latin1', start, start + digits), 'hex');
  const added = extra.length / 2;
  // The path from the whole message to the signature, by the offset of each value.
  for (let at = 0, end = message.length; at < end; ) {
    const [tag = 0, first = 0] = message.subarray(at);
    const size = first < 0x80 ? 0 : first & 0x7f;
    const length = size === 0 ? first : message.readUIntBE(at + 2, size);
    const content = at + 2 + size;
    if (content + length !== message.length) {
      at = content + length;
      continue;
    }
    if (size === 0) message[at + 1] = length + added;
    else message.writeUIntBE(length + added, at + 2, size);
    // The signature's own numbers stay.
    if (tag === 0x04) break;
    at = content;
  }
  return withDigits(pdf, start, `${message.toString('hex')}${extra}`);
}

/**
 * PDFs signed with an RSA and an EC key, and what becomes of them without these keys: signed again, stripped, and damaged in each
 * part of the message.
 */
export function signedPdfs(files: Files, time: string) {
  const signers = { rsa: signerFrom('rsa'), ec: signerFrom('ec') };
  return Object.entries(signers).flatMap(([name, signer]) => {
    const pdf = Buffer.from(carryInPdf(files.shownPdf, files.carried, files.signer, time, signer));
    const other = name === 'rsa' ? signers.ec : signers.rsa;
    const attached = pdf.subarray(0, pdf.indexOf('%%EOF\n', pdf.indexOf('/EmbeddedFiles')) + 6);
    const [start, digits] = messageIn(pdf);
    const altered: [string, Buffer][] = [
      ['signed again', signedBy(pdf, files, time, other)],
      ['stripped', attached],
      ['blanked', withDigits(pdf, start, '0'.repeat(digits))],
      ['with bytes behind the message', withDigits(pdf, start + digits + 4, 'ab')],
      ['with a longer signature', withLongerSignature(pdf, '0500')],
      ...Array.from({ length: 3 }, (_, part): [string, Buffer] => [
        `damaged ${part}`,
        flipped(pdf, start + Math.floor((digits / 3) * (part + 0.5))),
      ]),
      ['damaged at the end', flipped(pdf, start + digits - 1)],
    ];
    return [
      { name: `${name} whole`, file: pdf, isAltered: false },
      ...altered.map(([what, file]) => ({ name: `${name} ${what}`, file, isAltered: true })),
    ];
  });
}
