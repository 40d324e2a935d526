import { UnreadableFile } from './png.ts';
import { sha256 } from './tree.ts';

/** A file to attach to a PDF. Name and description are printable ASCII without parentheses. */
export type Attachment = { name: string; mimeType: string; description: string; bytes: Uint8Array };

/** What an incremental update needs to know of the PDF before it. */
export type PdfEnd = {
  /** Where its cross-reference table begins. */
  startXref: number;
  /** One more than its highest object number. */
  size: number;
  rootNumber: number;
  /** The catalog's dictionary without its closing `>>`. */
  catalog: string;
  info: string;
  id: string;
};

const MAX_TAIL = 65_536;

/** A file identifier from its content (ISO 32000-1 section 14.4). */
const shortHash = (...parts: Uint8Array[]) =>
  Buffer.from(sha256(...parts))
    .toString('hex')
    .slice(0, 32)
    .toUpperCase();

/**
 * Reads the end of a PDF with a classic cross-reference table.
 * @throws UnreadableFile when it is written in another way
 */
export function readPdfEnd(pdf: Uint8Array): PdfEnd {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - MAX_TAIL));
  const trailer = tail.slice(tail.lastIndexOf('trailer'));
  const startXref = Number(/startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(trailer)?.[1] ?? Number.NaN);
  const size = Number(/\/Size (\d{1,7})\b/.exec(trailer)?.[1] ?? Number.NaN);
  const root = /\/Root (\d{1,7}) 0 R/.exec(trailer)?.[1];
  const id = /\/ID\s*\[\s*<([0-9A-Fa-f]{32})>/.exec(trailer)?.[1] ?? shortHash(pdf);
  const info = /\/Info \d{1,7} 0 R/.exec(trailer)?.[0];
  const unreadable = new UnreadableFile('The PDF is not written as certificates are.');
  if (Number.isNaN(startXref + size) || !root || !info) throw unreadable;
  const table = bytes.toString('latin1', startXref);
  const first = /^xref\n0 \d{1,7}\n/.exec(table)?.[0];
  const entry = first && table.slice(first.length + Number(root) * 20, first.length + Number(root) * 20 + 20);
  const offset = Number(/^(\d{10}) 00000 n \n$/.exec(entry ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(offset)) throw unreadable;
  const object = bytes.toString('latin1', offset, Math.min(offset + MAX_TAIL, startXref));
  const catalog = new RegExp(`^${root} 0 obj\\n(<<.*?)>>\\nendobj\\n`, 's').exec(object)?.[1];
  if (!catalog?.includes('/Type /Catalog')) throw unreadable;
  return { startXref, size, rootNumber: Number(root), catalog, info, id };
}

/** Objects after `before`, as an incremental update (ISO 32000-1 section 7.5.6). */
export function incrementalUpdate(
  before: Uint8Array,
  { startXref, size, rootNumber, info, id }: PdfEnd,
  objects: { number: number; parts: (string | Uint8Array)[] }[],
): Uint8Array {
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
  const revision = shortHash(...chunks);
  append(`xref\n${entries.join('')}trailer\n<</Size ${newSize}\n/Root ${rootNumber} 0 R\n${info}\n`);
  append(`/ID [<${id}> <${revision}>]\n/Prev ${startXref}>>\nstartxref\n${xref}\n%%EOF\n`);
  return Buffer.concat(chunks, length);
}

/**
 * Attaches files to a PDF. The PDF stays an exact prefix of the result, and the same input always gives the same
 * bytes: whoever checks a file writes it again and compares.
 * @throws UnreadableFile when the PDF is not written as certificates are
 */
export function attachToPdf(pdf: Uint8Array, attachments: Attachment[]): Uint8Array {
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
