import { inflateSync } from 'node:zlib';

/** Certificates have three. Each candidate may require a search through the rest of the file. */
const MAX_ATTACHMENTS = 64;
const MAX_ATTACHMENT_BYTES = 1_048_576;
/** Limit of all attachments together, inflated. Each is parsed as JSON, which takes longer than inflating it. */
const MAX_TOTAL_BYTES = 4 * MAX_ATTACHMENT_BYTES;
const MAX_DICTIONARY = 2_048;
const MARK = '/EmbeddedFile';

export const isPdf = (file: Uint8Array) => Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-';

/** Whether a PDF ends as each does. Readers look for the mark in the last 1,024 bytes. */
export const hasPdfEnd = (file: Uint8Array) => Buffer.from(file.subarray(-1_024)).includes('%%EOF');

/** Whether a PDF names how it is encrypted, so that its attached files cannot be read. */
export const isEncrypted = (file: Uint8Array) =>
  /\/Encrypt \d+ \d+ R/.test(Buffer.from(file.buffer, file.byteOffset, file.length).toString('latin1'));

/** A PDF's attached files in file order. Inflates only their streams, so that the time is bounded. */
export function readAttachments(pdf: Uint8Array): Buffer[] {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const found: Buffer[] = [];
  let from = 0;
  let total = 0;
  for (let looked = 0; looked < MAX_ATTACHMENTS && total < MAX_TOTAL_BYTES; looked += 1) {
    const at = bytes.indexOf(MARK, from);
    if (at === -1) break;
    const stream = readStream(bytes, at);
    if (stream) found.push(stream.content);
    total += stream?.content.length ?? 0;
    from = stream?.end ?? at + MARK.length;
  }
  return found;
}

/** The `Length` in a stream's dictionary, which may be an indirect object (ISO 32000-2, section 7.3.8). NaN if it is missing. */
function statedLength(bytes: Buffer, dictionary: string): number {
  const [, length = '', isElsewhere] = /\/Length (\d{1,9})\b( \d+ R)?/.exec(dictionary) ?? [];
  if (!isElsewhere) return Number(length || Number.NaN);
  const at = bytes.indexOf(`\n${length} 0 obj`);
  const object = at === -1 ? '' : bytes.toString('latin1', at, at + 60);
  return Number(/ obj\s+(\d{1,9})\s+endobj/.exec(object)?.[1] ?? Number.NaN);
}

/** The stream whose dictionary contains offset `at`. Null when it is missing or too long. */
function readStream(bytes: Buffer, at: number): { content: Buffer; end: number } | null {
  const after = bytes.toString('latin1', at, at + MAX_DICTIONARY);
  // /EmbeddedFiles is the name tree of the attachments.
  if (/^\/EmbeddedFile[A-Za-z]/.test(after)) return null;
  const keyword = /^((?!endobj)[\s\S])*?>>\s*stream\r?\n/.exec(after)?.[0];
  if (keyword === undefined) return null;
  const before = bytes.toString('latin1', Math.max(0, at - MAX_DICTIONARY), at);
  const dictionary = before.slice(before.lastIndexOf(' obj')) + keyword;
  const start = at + keyword.length;
  const stated = statedLength(bytes, dictionary);
  const rest = bytes.subarray(start, start + MAX_ATTACHMENT_BYTES);
  const end = start + (Number.isNaN(stated) ? rest.indexOf('endstream') : stated);
  if (end < start || end > bytes.length || end - start > MAX_ATTACHMENT_BYTES) return null;
  const raw = bytes.subarray(start, end);
  if (!/\/Filter/.test(dictionary)) return { content: raw, end };
  if (!/\/Filter\s*(?:\[\s*)?\/FlateDecode\b/.test(dictionary)) return null;
  try {
    return { content: inflateSync(raw, { maxOutputLength: MAX_ATTACHMENT_BYTES }), end };
  } catch {
    return null;
  }
}
