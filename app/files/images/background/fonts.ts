import { contentOf, dictionaryAt, type PdfFile, resolve } from './pdf-file.ts';
import { type Dictionary, nameOf, Reference } from './pdf-values.ts';

export type Font = {
  dictionary: Dictionary;
  name: string;
  isEmbedded: boolean;
  /** Bytes of a code, by its first byte. */
  lengthOf: (first: number) => number;
  /** Of a code, in thousandths of the size. Null where it is not known. */
  widthOf: (code: number) => number | null;
  isVertical: boolean;
};

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'];

const isEmbeddedIn = (file: PdfFile, font: Dictionary) => {
  const descriptor = dictionaryAt(file, font.get('FontDescriptor'));
  return FONT_FILES.some((key) => resolve(file, descriptor.get(key)) instanceof Map);
};

function simpleWidths(file: PdfFile, font: Dictionary): Font['widthOf'] {
  const widths = resolve(file, font.get('Widths'));
  const first = resolve(file, font.get('FirstChar'));
  const missing = resolve(file, dictionaryAt(file, font.get('FontDescriptor')).get('MissingWidth'));
  if (!Array.isArray(widths) || typeof first !== 'number') return () => null;
  const matrix = nameOf(font.get('Subtype')) === 'Type3' ? resolve(file, font.get('FontMatrix')) : undefined;
  const unit = Array.isArray(matrix) && typeof matrix[0] === 'number' ? matrix[0] * 1000 : 1;
  return (code) => {
    const width = resolve(file, widths[code - first] ?? missing ?? 0);
    return typeof width === 'number' ? width * unit : null;
  };
}

/** Widths of CIDs: lists from a first one, and ranges of equal ones. */
function compositeWidths(file: PdfFile, descendant: Dictionary): Font['widthOf'] {
  const usual = resolve(file, descendant.get('DW'));
  const list = resolve(file, descendant.get('W'));
  const widths = new Map<number, number>();
  const items = Array.isArray(list) ? list.map((item) => resolve(file, item)) : [];
  for (let at = 0; at < items.length; ) {
    const [first, second, third] = items.slice(at, at + 3);
    if (typeof first !== 'number') break;
    if (Array.isArray(second)) {
      for (const [index, width] of second.entries()) {
        if (typeof width === 'number') widths.set(first + index, width);
      }
      at += 2;
    } else {
      if (typeof second !== 'number' || typeof third !== 'number') break;
      for (let cid = first; cid <= Math.min(second, 0xffff); cid += 1) widths.set(cid, third);
      at += 3;
    }
  }
  return (cid) => widths.get(cid) ?? (typeof usual === 'number' ? usual : 1000);
}

/** The lengths of codes in an embedded CMap. Null where they cannot be told by the first byte. */
function codeLengths(cmap: string): Font['lengthOf'] | null {
  const lengths = new Map<number, number>();
  for (const [, ranges = ''] of cmap.matchAll(/begincodespacerange([\s\S]*?)endcodespacerange/g)) {
    for (const [, low = '', high = ''] of ranges.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>/gi)) {
      const [first, last] = [low, high].map((hex) => Number.parseInt(hex.slice(0, 2), 16)) as [
        number,
        number,
      ];
      for (let byte = first; byte <= last; byte += 1) lengths.set(byte, low.length / 2);
    }
  }
  return lengths.size === 0 ? null : (first) => lengths.get(first) ?? 1;
}

const TWO_BYTES = /^Identity-|UCS2|UTF16/;

function compositeFont(
  file: PdfFile,
  dictionary: Dictionary,
): Pick<Font, 'lengthOf' | 'widthOf' | 'isVertical' | 'isEmbedded'> | null {
  const descendants = resolve(file, dictionary.get('DescendantFonts'));
  const descendant = dictionaryAt(file, Array.isArray(descendants) ? descendants[0] : undefined);
  const isEmbedded = isEmbeddedIn(file, descendant);
  const encoding = dictionary.get('Encoding');
  const name = nameOf(resolve(file, encoding));
  if (name !== undefined) {
    if (!TWO_BYTES.test(name)) return null;
    const widthOf = name.startsWith('Identity-') ? compositeWidths(file, descendant) : () => null;
    return { lengthOf: () => 2, widthOf, isVertical: name.endsWith('-V'), isEmbedded };
  }
  if (!(encoding instanceof Reference)) return null;
  const bytes = file.streams.get(encoding.number);
  const cmap =
    bytes && contentOf(file, { dictionary: dictionaryAt(file, encoding), bytes }).toString('latin1');
  const lengthOf = cmap === undefined ? null : codeLengths(cmap);
  return lengthOf && { lengthOf, widthOf: () => null, isVertical: true, isEmbedded };
}

/** Reads a font. Null if its codes are not known. */
export function readFont(file: PdfFile, dictionary: Dictionary): Font | null {
  const name = nameOf(resolve(file, dictionary.get('BaseFont')))?.replace(/^[A-Z]{6}\+/, '') ?? '';
  const subtype = nameOf(resolve(file, dictionary.get('Subtype')));
  if (subtype === 'Type0') {
    const font = compositeFont(file, dictionary);
    return font && { dictionary, name, ...font };
  }
  return {
    dictionary,
    name,
    isEmbedded: subtype === 'Type3' || isEmbeddedIn(file, dictionary),
    lengthOf: () => 1,
    widthOf: simpleWidths(file, dictionary),
    isVertical: false,
  };
}

/** The codes of a string. */
export function* codesOf({ lengthOf }: Font, string: Buffer): Generator<{ code: number; bytes: Buffer }> {
  for (let at = 0; at < string.length; ) {
    const length = Math.max(1, lengthOf(string[at] as number));
    const bytes = string.subarray(at, at + length);
    yield { code: bytes.readUIntBE(0, Math.min(bytes.length, 4)), bytes };
    at += length;
  }
}
