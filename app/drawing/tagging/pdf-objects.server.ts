import { deflateSync } from 'node:zlib';

/** A PDF's objects by number, without `obj` and `endobj`. */
export type PdfObjects = {
  header: Buffer;
  objects: Map<number, Buffer>;
  /** Numbers of removed objects, which new ones take first. */
  free: number[];
  rootNumber: number;
  /** The trailer's entries after `/Size`. */
  trailer: string;
};

/** Reads the objects of a PDF as the drawing library writes it: numbered without gaps, with one cross-reference table. */
export function readPdfObjects(bytes: Uint8Array): PdfObjects {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const tail = pdf.toString('latin1', pdf.length - 64);
  const startXref = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(tail)?.[1]);
  const table = pdf.toString('latin1', startXref);
  const trailer = /\ntrailer\n<<\/Size \d+\n(.*?)>>\nstartxref/s.exec(table)?.[1] ?? '';
  const rootNumber = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1]);
  const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n /gm), ([, offset]) => Number(offset));
  if (Number.isNaN(startXref + rootNumber) || offsets.length === 0)
    throw new Error('The PDF is not written like those of the drawing library');
  const objects = new Map<number, Buffer>();
  const sorted = offsets.map((offset, index) => ({ offset, number: index + 1 }));
  sorted.sort((one, other) => one.offset - other.offset);
  for (const [index, { offset, number }] of sorted.entries()) {
    const end = (sorted[index + 1]?.offset ?? startXref) - '\nendobj\n'.length;
    objects.set(number, pdf.subarray(offset + `${number} 0 obj\n`.length, end));
  }
  const header = pdf.subarray(0, sorted[0]?.offset);
  return { header, objects, free: [], rootNumber, trailer };
}

/** Writes all objects with one cross-reference table, as the drawing library does. */
export function writePdfObjects({ header, objects, trailer }: PdfObjects): Buffer {
  const chunks: Buffer[] = [header];
  let length = header.length;
  const append = (part: Buffer | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    chunks.push(bytes);
    length += bytes.length;
  };
  const entries: string[] = [];
  for (const [number, body] of objects) {
    entries[number] = `${String(length).padStart(10, '0')} 00000 n \n`;
    append(`${number} 0 obj\n`);
    append(body);
    append('\nendobj\n');
  }
  const startXref = length;
  const size = objects.size + 1;
  append(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`);
  append(`trailer\n<</Size ${size}\n${trailer}>>\nstartxref\n${startXref}\n%%EOF\n`);
  return Buffer.concat(chunks, length);
}

/** Adds an object and returns its number. */
export function addObject(pdf: PdfObjects, body: Buffer | string): number {
  const number = pdf.free.pop() ?? pdf.objects.size + 1;
  pdf.objects.set(number, typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
  return number;
}

export function removeObject(pdf: PdfObjects, number: number) {
  pdf.objects.delete(number);
  pdf.free.push(number);
}

/** The text of a dictionary. */
export const dictionaryOf = ({ objects }: PdfObjects, number: number) =>
  objects.get(number)?.toString('latin1') ?? '';

/** Inserts entries at the end of a dictionary. */
export function addEntries(pdf: PdfObjects, number: number, entries: string) {
  const dictionary = dictionaryOf(pdf, number).replace(/>>$/, `\n${entries}>>`);
  pdf.objects.set(number, Buffer.from(dictionary, 'latin1'));
}

/** Higher levels take longer than the drawing library's own fastest level, which this replaces. */
const LEVEL = 1;

/** A stream object. Compression makes short contents hardly smaller. */
export function streamOf(content: Buffer | string, entries = ''): Buffer {
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  const isShort = plain.length < 100;
  const bytes = isShort
    ? plain
    : deflateSync(plain, { level: LEVEL, chunkSize: Math.max(plain.length >> 1, 1_024) });
  const filter = isShort ? '' : '/Filter /FlateDecode\n';
  const dictionary = `<<${entries}${filter}/Length ${bytes.length}>>`;
  return Buffer.concat([Buffer.from(`${dictionary} stream\n`), bytes, Buffer.from('\nendstream')]);
}

const LENGTH = /^<<(.*?)\/Length (\d+)>> stream\n$/s;

/** The content of a stream object that is not compressed. Null for other objects. */
export function plainContent(body: Buffer): { content: Buffer; entries: string } | null {
  const keyword = body.subarray(0, 1_024).indexOf(' stream\n');
  if (keyword === -1) return null;
  const start = keyword + ' stream\n'.length;
  const [, entries = '', length] = LENGTH.exec(body.toString('latin1', 0, start)) ?? [];
  if (length === undefined || entries.includes('/Filter')) return null;
  return { content: body.subarray(start, start + Number(length)), entries };
}

/** Compresses all streams that the drawing library left as they are. */
export function compressStreams({ objects }: PdfObjects) {
  for (const [number, body] of objects) {
    const stream = plainContent(body);
    if (stream) objects.set(number, streamOf(stream.content, stream.entries));
  }
}

/** A text string (ISO 32000-1 section 7.9.2.2). */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}
