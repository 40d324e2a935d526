/** PDFs with a signature for PDF readers, and what a stranger without its key can make of them. */
import { readFileSync } from 'node:fs';
import {
  attachmentsOf,
  attachToPdf,
  carryInPdf,
  confirmTimestamp,
  context,
  type DocumentSigner,
  der,
  INTEGER,
  OCTET_STRING,
  oid,
  pdfSignatureValue,
  readAttachments,
  SEQUENCE,
  SET,
  signPdf,
  timestampPdf,
} from '@certrace/verify';
import { readPkcs12 } from '#app/config/signing.server.ts';
import type { carriedFiles } from './carried-files.ts';
import { stranger } from './older-files.ts';

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

/** Adds bytes to the signature's value, which is the last part of the message, and to the lengths of all values around it. */
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
    // The numbers of an ECDSA signature stay as they are.
    if (tag === 0x04) break;
    at = content;
  }
  return withDigits(pdf, start, `${message.toString('hex')}${extra}`);
}

const GENERALIZED_TIME = 0x18;
const ZERO = der(INTEGER, Uint8Array.of(0));

/** A token with the parts that checks of files read, without the authority's signature. */
export function timestampToken(time: string, content = ''): Buffer {
  const digits = time.replace(/[-:TZ]/g, '');
  const imprint = der(SEQUENCE, der(OCTET_STRING, Buffer.from(content)));
  const info = der(
    SEQUENCE,
    ZERO,
    oid('1.2.3'),
    imprint,
    ZERO,
    der(GENERALIZED_TIME, Buffer.from(`${digits}Z`)),
  );
  const encapsulated = der(
    SEQUENCE,
    oid('1.2.840.113549.1.9.16.1.4'),
    der(context(0), der(OCTET_STRING, info)),
  );
  const signedData = der(SEQUENCE, ZERO, der(SET), encapsulated, der(SET));
  return der(SEQUENCE, oid('1.2.840.113549.1.7.2'), der(context(0), signedData));
}

/** A PDF whose signature has a timestamp, and what becomes of it without the issuer's key, and with this key alone. */
function timestampedPdfs(files: Files, time: string, signer: DocumentSigner) {
  const withSpace = { ...signer, isTimestamped: true };
  const pdf = Buffer.from(carryInPdf(files.shownPdf, files.carried, files.signer, time, withSpace));
  const value = pdfSignatureValue(pdf);
  if (!value) throw new Error('the PDF has no signature');
  const { privateKey } = files.signer;
  const [token, later] = [timestampToken(time), timestampToken('2036-01-31T12:00:00Z')];
  const earlier = timestampToken('2020-01-31T12:00:00Z');
  const own = confirmTimestamp(value, token, privateKey);
  const stamped = timestampPdf(pdf, own);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const changed = (bytes: Uint8Array) => flipped(stamped, stamped.lastIndexOf(hex(bytes)) + bytes.length);
  const forged: [string, Buffer][] = [
    ['of another time', timestampPdf(pdf, { ...own, token: later })],
    ['from before it was drawn', timestampPdf(pdf, confirmTimestamp(value, earlier, privateKey))],
    ['of a stranger', timestampPdf(pdf, confirmTimestamp(value, later, stranger.privateKey))],
    ['of another signature', timestampPdf(pdf, confirmTimestamp(later, token, privateKey))],
    ['with a changed token', changed(token)],
    ['with a changed confirmation', changed(own.confirmation)],
  ];
  return {
    whole: [
      ['with space', pdf],
      ['with a timestamp', stamped],
    ] as [string, Buffer][],
    forged,
  };
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
    const stamped = timestampedPdfs(files, time, signer);
    const whole: [string, Buffer][] = [['whole', pdf], ...stamped.whole];
    const all = [
      ...altered,
      ...stamped.forged.map(([what, file]): [string, Buffer] => [`timestamp ${what}`, file]),
    ];
    return [
      ...whole.map(([what, file]) => ({ name: `${name} ${what}`, file, isAltered: false })),
      ...all.map(([what, file]) => ({ name: `${name} ${what}`, file, isAltered: true })),
    ];
  });
}
