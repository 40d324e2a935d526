import { addObject, type PdfObjects, streamOf } from './pdf-objects.server.ts';
import { REVERSED_MARKS } from './reader-order.ts';

/** The advance of each character of the layer's font at size 1. */
export const ADVANCE = 0.5;

const ZERO_WIDTH = /[\p{Mn}\p{Me}\u{200c}-\u{200f}]/gu;

/** The share of an advance that a mark takes. Poppler takes two characters at one place for one that is drawn twice. */
const MARK_ADVANCE = 0.3;

/** The share that a mark of a reversed letter takes. The layer places it, because pdf.js gives marks no width. */
const REVERSED_MARK_ADVANCE = 0.012;

/** The number of advances that a character takes. A space that belongs to it takes none. */
export function advancesOf(character: string): number {
  if (REVERSED_MARKS.test(character)) return REVERSED_MARK_ADVANCE;
  const wide = character.replace(ZERO_WIDTH, '');
  return wide === '' ? MARK_ADVANCE : Array.from(wide.trimEnd()).length || 1;
}

/** Characters of the layer by what they say. Their codes begin at 1. */
export type Codes = Map<string, number>;

export const codeOf = (codes: Codes, character: string) => {
  const code = codes.get(character) ?? codes.size + 1;
  codes.set(character, code);
  return code.toString(16).padStart(4, '0');
};

const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** A ToUnicode CMap (ISO 32000-1 section 9.10.3). Codes have two bytes. */
export function toUnicode(mapped: Iterable<readonly [code: string, text: string]>): string {
  const lines = Array.from(mapped, ([code, text]) => `<${code}> <${hexOf(text)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, block) => {
    const those = lines.slice(block * 100, (block + 1) * 100);
    return `${those.length} beginbfchar\n${those.join('\n')}\nendbfchar\n`;
  });
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n',
    '1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('');
}

type FontTable = [tag: string, bytes: Buffer];

function fontTable(length: number, values: [offset: number, value: number][]): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [offset, value] of values) bytes.writeUInt16BE(value & 0xffff, offset);
  return bytes;
}

/** The tables that a PDF requires of a TrueType font (ISO 32000-1 section 9.9), for one empty glyph. */
const TABLES: FontTable[] = [
  ['glyf', fontTable(4, [])],
  // Version 1.0, magic number 0x5F0F3CF5, 1000 units per em, a box, long offsets.
  [
    'head',
    fontTable(54, [
      [0, 1],
      [12, 0x5f0f],
      [14, 0x3cf5],
      [18, 1000],
      [38, -200],
      [40, 500],
      [42, 800],
      [46, 8],
    ]),
  ],
  [
    'hhea',
    fontTable(36, [
      [0, 1],
      [4, 800],
      [6, -200],
      [10, 500],
      [18, 1],
      [34, 1],
    ]),
  ],
  ['hmtx', fontTable(4, [[0, 500]])],
  ['loca', fontTable(4, [])],
  [
    'maxp',
    fontTable(32, [
      [0, 1],
      [4, 1],
      [14, 1],
    ]),
  ],
];

/** The file of a TrueType font with these tables. */
function fontFile(tables: readonly FontTable[]): Buffer {
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(64, 6);
  directory.writeUInt16BE(2, 8);
  directory.writeUInt16BE(tables.length * 16 - 64, 10);
  const contents: Buffer[] = [];
  let offset = directory.length;
  for (const [index, [tag, bytes]] of tables.entries()) {
    const entry = 12 + index * 16;
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    contents.push(padded);
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(sum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    offset += padded.length;
  }
  return Buffer.concat([directory, ...contents]);
}

const GLYPHLESS = fontFile(TABLES);
const FONT_FILE = streamOf(GLYPHLESS, `/Length1 ${GLYPHLESS.length}\n`);

/** Adds the font of the layer, whose characters all show nothing, and returns its number. */
export function addLayerFont(pdf: PdfObjects, codes: Codes): number {
  const file = addObject(pdf, FONT_FILE);
  const name = '/BaseFont /AAAAAA+GlyphLess';
  const descriptor = addObject(
    pdf,
    `<</Type /FontDescriptor\n/FontName /AAAAAA+GlyphLess\n/Flags 4\n/FontBBox [0 -200 500 800]\n/ItalicAngle 0\n/Ascent 800\n/Descent -200\n/CapHeight 700\n/StemV 80\n/FontFile2 ${file} 0 R>>`,
  );
  const glyphs = addObject(pdf, streamOf(Buffer.alloc((codes.size + 1) * 2)));
  const widths = Array.from(codes).flatMap(([text, code]) => {
    const advances = advancesOf(text);
    return advances === 1 ? [] : [`${code} [${advances * ADVANCE * 1000}]`];
  });
  const descendant = addObject(
    pdf,
    `<</Type /Font\n/Subtype /CIDFontType2\n${name}\n/CIDSystemInfo <</Registry (Adobe)\n/Ordering (Identity)\n/Supplement 0>>\n/FontDescriptor ${descriptor} 0 R\n/DW ${ADVANCE * 1000}\n/W [${widths.join(' ')}]\n/CIDToGIDMap ${glyphs} 0 R>>`,
  );
  const mapped = Array.from(codes, ([text, code]) => [code.toString(16).padStart(4, '0'), text] as const);
  const unicode = addObject(pdf, streamOf(toUnicode(mapped)));
  return addObject(
    pdf,
    `<</Type /Font\n/Subtype /Type0\n${name}\n/Encoding /Identity-H\n/DescendantFonts [${descendant} 0 R]\n/ToUnicode ${unicode} 0 R>>`,
  );
}
