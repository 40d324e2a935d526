import type { DocumentSignature, DocumentSigner } from './cms.ts';
import { readCms, signatureValue, signCms, timestampCms } from './cms.ts';
import { incrementalUpdate, type PdfUpdate, readPdfObject, shortHash } from './pdf-attach.ts';
import { UnreadableFile } from './png.ts';
import { MAX_TIMESTAMP_BYTES, type SignatureTimestamp } from './signature-timestamp.ts';
import { say } from './texts.ts';
import { sha256 } from './tree.ts';

const CONTENTS = '/Contents <';
const RANGE = '/ByteRange [';
/** Width of four numbers below 10^10. */
const RANGE_WIDTH = 36;
/** Hexadecimal digits of a signature with a long certificate chain and a timestamp. */
const MAX_CONTENTS = 65_536 + 2 * MAX_TIMESTAMP_BYTES;
const MAX_UPDATE = 2 * MAX_CONTENTS;
/** ECDSA signatures vary in length by a few bytes. */
const SPARE_BYTES = 16;

/** The only page of a certificate: its number, and its dictionary without the closing `>>`. */
function readPage(pdf: Uint8Array, { end }: PdfUpdate) {
  const numberIn = (text: string | null, pattern: RegExp) =>
    Number(pattern.exec(text ?? '')?.[1] ?? Number.NaN);
  const pages = numberIn(end.catalog, /\/Pages (\d{1,7}) 0 R/);
  const number = numberIn(readPdfObject(pdf, pages), /\/Kids \[(\d{1,7}) 0 R\]/);
  const page = readPdfObject(pdf, number);
  const dictionary = /^(<<\/Type \/Page\n.*)>>$/s.exec(page ?? '')?.[1];
  if (dictionary === undefined) throw new UnreadableFile(say('pdfForm'));
  return { number, dictionary };
}

const pdfDate = (time: string) => `D:${time.replace(/[-:T]/g, '')}`;

/** An update with an empty signature field, with the digest to sign and the offset of the signature. */
function reserveSignature(pdf: Uint8Array, attached: PdfUpdate, time: string, digits: number) {
  const { bytes: before, end } = attached;
  const page = readPage(pdf, attached);
  const [signature, field] = [end.size, end.size + 1];
  const annotations = /\/Annots \[([^\]]*)\]/;
  const dictionary = annotations.test(page.dictionary)
    ? page.dictionary.replace(annotations, `/Annots [$1 ${field} 0 R]`)
    : `${page.dictionary}\n/Annots [${field} 0 R]`;
  const objects = [
    {
      number: signature,
      parts: [
        `<</Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/M (${pdfDate(time)})\n`,
        `${RANGE}${' '.repeat(RANGE_WIDTH)}]\n${CONTENTS}${'0'.repeat(digits)}>>>`,
      ],
    },
    {
      number: field,
      // Hidden, printed, locked: it is not visible on the page.
      parts: [
        `<</Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Signature)\n/F 134\n/Rect [0 0 0 0]\n`,
        `/P ${page.number} 0 R\n/V ${signature} 0 R>>`,
      ],
    },
    { number: page.number, parts: [`${dictionary}>>`] },
    {
      number: end.rootNumber,
      parts: [`${end.catalog}\n/AcroForm <</Fields [${field} 0 R]\n/SigFlags 3>>>>`],
    },
  ];
  const { bytes } = incrementalUpdate(before, end, objects, shortHash(before));
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = file.indexOf(CONTENTS, before.length) + CONTENTS.length - 1;
  const stop = start + digits + 2;
  const range = `0 ${start} ${stop} ${file.length - stop}`;
  file.write(range, file.indexOf(RANGE, before.length) + RANGE.length, 'latin1');
  const digest = sha256(file.subarray(0, start), file.subarray(stop));
  return { file, digest, start: start + 1 };
}

/**
 * Adds a PAdES baseline-B signature (ETSI EN 319 142-1) to a PDF with attachments, as a further incremental update. With
 * `isTimestamped` it has space for a timestamp.
 * @param pdf before the attachments were added
 * @param attached with the attachments
 * @param time as in `2026-01-31T12:00:00Z`
 */
export function signPdf(pdf: Uint8Array, attached: PdfUpdate, signer: DocumentSigner, time: string) {
  const spare = signer.isTimestamped ? SPARE_BYTES + MAX_TIMESTAMP_BYTES : SPARE_BYTES;
  const length = signCms(sha256(''), signer).length + spare;
  const { file, digest, start } = reserveSignature(pdf, attached, time, length * 2);
  file.write(signCms(digest, signer).toString('hex'), start, 'latin1');
  return file;
}

/** The place of the signature of `signPdf` in a file: the offset of its digits, and its bytes with the zeros after them. */
function signatureIn(file: Uint8Array) {
  const from = Math.max(0, file.length - MAX_UPDATE);
  const update = Buffer.from(file.subarray(from)).toString('latin1');
  const at = update.lastIndexOf(CONTENTS);
  const digits = /^[0-9a-f]*/.exec(at === -1 ? '' : update.slice(at + CONTENTS.length))?.[0] ?? '';
  return digits === '' ? null : { start: from + at + CONTENTS.length, cms: Buffer.from(digits, 'hex') };
}

/** The bytes of the signature in a PDF that `signPdf` wrote, for its timestamp. Null for one without a signature. */
export function pdfSignatureValue(file: Uint8Array): Uint8Array | null {
  const found = signatureIn(file);
  return found && signatureValue(found.cms);
}

/**
 * Adds a timestamp to the signature of a PDF, in the space that `signPdf` left, which makes it one of PAdES baseline-T. All other
 * bytes stay.
 * @throws RangeError when the file has no signature or no space
 */
export function timestampPdf(file: Uint8Array, timestamp: SignatureTimestamp): Buffer {
  const found = signatureIn(file);
  if (!found) throw new RangeError('the PDF has no signature');
  const message = timestampCms(found.cms, timestamp);
  if (message.length > found.cms.length) throw new RangeError('the PDF has no space for a timestamp');
  const stamped = Buffer.from(file);
  stamped.write(message.toString('hex'), found.start, 'latin1');
  return stamped;
}

/**
 * The signature of a file that consists of a PDF with attachments, followed only by a valid signature of `signPdf`, which may have
 * a timestamp. Otherwise null.
 * @throws UnreadableFile when the PDF is not written like certificates
 */
export function readPdfSignature(
  file: Uint8Array,
  pdf: Uint8Array,
  attached: PdfUpdate,
  time: string,
): DocumentSignature | null {
  if (file.length > attached.bytes.length + MAX_UPDATE) return null;
  const update = Buffer.from(file.subarray(attached.bytes.length)).toString('latin1');
  const contents = /\/Contents <([0-9a-f]+)>/.exec(update)?.[1] ?? '';
  if (contents === '' || contents.length % 2 === 1 || contents.length > MAX_CONTENTS) return null;
  const { file: expected, digest, start } = reserveSignature(pdf, attached, time, contents.length);
  expected.write(contents, start, 'latin1');
  if (Buffer.compare(expected, file) !== 0) return null;
  return readCms(Buffer.from(contents, 'hex'), digest);
}
