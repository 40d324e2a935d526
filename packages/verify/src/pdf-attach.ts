import { UnreadableFile } from './png.ts';
import { say } from './texts.ts';
import { sha256 } from './tree.ts';

/** A file to attach to a PDF. Name and description are printable ASCII without parentheses. */
export type Attachment = { name: string; mimeType: string; description: string; bytes: Uint8Array };

/** The data about a PDF's end that an incremental update needs. */
export type PdfEnd = {
  /** Offset of its cross-reference table. */
  startXref: number;
  /** One more than its highest object number. */
  size: number;
  rootNumber: number;
  /** The catalog's dictionary without its closing `>>`. */
  catalog: string;
  info: string;
  id: string;
};

/** A PDF after an incremental update, with its new end. */
export type PdfUpdate = { bytes: Uint8Array; end: PdfEnd };

const MAX_TAIL = 65_536;

/** A file identifier derived from content (ISO 32000-1 section 14.4). */
export const shortHash = (...parts: Uint8Array[]) =>
  Buffer.from(sha256(...parts))
    .toString('hex')
    .slice(0, 32)
    .toUpperCase();

/** An object of a PDF with a classic cross-reference table. Null when the object is missing. */
export function readPdfObject(pdf: Uint8Array, number: number): string | null {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const startXref = startOfXref(bytes);
  const table = bytes.toString('latin1', startXref);
  const first = /^xref\n0 \d{1,7}\n/.exec(table)?.[0];
  const at = (first?.length ?? 0) + number * 20;
  const offset = Number(/^(\d{10}) 00000 n \n$/.exec(table.slice(at, at + 20))?.[1] ?? Number.NaN);
  if (first === undefined || Number.isNaN(offset)) return null;
  const object = bytes.toString('latin1', offset, Math.min(offset + MAX_TAIL, startXref));
  return new RegExp(`^${number} 0 obj\\n(.*?)\\nendobj\\n`, 's').exec(object)?.[1] ?? null;
}

function startOfXref(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - MAX_TAIL));
  return Number(/startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
}

/**
 * Reads the end of a PDF with a classic cross-reference table.
 * @throws UnreadableFile for any other PDF
 */
export function readPdfEnd(pdf: Uint8Array): PdfEnd {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - MAX_TAIL));
  const trailer = tail.slice(tail.lastIndexOf('trailer'));
  const startXref = startOfXref(bytes);
  const size = Number(/\/Size (\d{1,7})\b/.exec(trailer)?.[1] ?? Number.NaN);
  const root = /\/Root (\d{1,7}) 0 R/.exec(trailer)?.[1];
  const id = /\/ID\s*\[\s*<([0-9A-Fa-f]{32})>/.exec(trailer)?.[1] ?? shortHash(pdf);
  const info = /\/Info \d{1,7} 0 R/.exec(trailer)?.[0];
  const unreadable = new UnreadableFile(say('pdfForm'));
  if (Number.isNaN(startXref + size) || !root || !info) throw unreadable;
  const catalog = /^(<<.*)>>$/s.exec(readPdfObject(pdf, Number(root)) ?? '')?.[1];
  if (!catalog?.includes('/Type /Catalog')) throw unreadable;
  return { startXref, size, rootNumber: Number(root), catalog, info, id };
}

/**
 * Adds objects to a PDF, including a new catalog, as an incremental update (ISO 32000-1 section 7.5.6).
 * @param revision the second part of the file's identifier; by default a hash of everything before it
 */
export function incrementalUpdate(
  before: Uint8Array,
  end: PdfEnd,
  objects: { number: number; parts: (string | Uint8Array)[] }[],
  revision?: string,
): PdfUpdate {
  const { startXref, size, rootNumber, info, id } = end;
  const chunks: Buffer[] = [Buffer.from(before)];
  let length = before.length;
  const append = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part);
    chunks.push(bytes);
    length += bytes.length;
  };
  const sorted = [...objects].sort((one, other) => one.number - other.number);
  if (before.at(-1) !== 0x0a) append('\n');
  const entries = sorted.map(({ number, parts }) => {
    const offset = length;
    append(`${number} 0 obj\n`);
    for (const part of parts) append(part);
    append('\nendobj\n');
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xref = length;
  const newSize = Math.max(size, (sorted.at(-1)?.number ?? 0) + 1);
  const identifier = revision ?? shortHash(...chunks);
  append(`xref\n${entries.join('')}trailer\n<</Size ${newSize}\n/Root ${rootNumber} 0 R\n${info}\n`);
  append(`/ID [<${id}> <${identifier}>]\n/Prev ${startXref}>>\nstartxref\n${xref}\n%%EOF\n`);
  const root = objects.find(({ number }) => number === rootNumber)?.parts.join('');
  return {
    bytes: Buffer.concat(chunks, length),
    end: { ...end, startXref: xref, size: newSize, catalog: root?.slice(0, -2) ?? end.catalog },
  };
}

/**
 * Attaches files to a PDF. The PDF stays an exact prefix of the result. The same input always gives the same bytes, so a file
 * can be checked by writing it again.
 * @throws UnreadableFile when the PDF is not written like certificates
 */
export function attachToPdf(pdf: Uint8Array, attachments: Attachment[]): PdfUpdate {
  const end = readPdfEnd(pdf);
  const sorted = [...attachments].sort((one, other) => (one.name < other.name ? -1 : 1));
  const specOf = (place: number) => end.size + place * 2;
  const objects = sorted.flatMap(({ name, mimeType, description, bytes }, place) => [
    {
      number: specOf(place),
      parts: [
        `<</Type /Filespec\n/F (${name})\n/UF (${name})\n/Desc (${description})\n/AFRelationship /Supplement\n`,
        `/EF <</F ${specOf(place) + 1} 0 R\n/UF ${specOf(place) + 1} 0 R>>>>`,
      ],
    },
    {
      number: specOf(place) + 1,
      parts: [
        `<</Type /EmbeddedFile\n/Subtype /${mimeType.replace('/', '#2F')}\n/Params <</Size ${bytes.length}>>\n`,
        `/Length ${bytes.length}>>\nstream\n`,
        bytes,
        '\nendstream',
      ],
    },
  ]);
  const names = sorted.map(({ name }, place) => `(${name}) ${specOf(place)} 0 R`).join(' ');
  const related = sorted.map((_, place) => `${specOf(place)} 0 R`).join(' ');
  const catalog = `${end.catalog}\n/Names <</EmbeddedFiles <</Names [${names}]>>>>\n/AF [${related}]>>`;
  return incrementalUpdate(pdf, end, [...objects, { number: end.rootNumber, parts: [catalog] }]);
}
