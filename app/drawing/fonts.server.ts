import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { REPLACEMENT } from './text.ts';

/** The faces that layouts use. Other fonts only supply characters that these lack. */
export type Face =
  | 'Cinzel-Medium'
  | 'EBGaramond-Regular'
  | 'EBGaramond-SemiBold'
  | 'EBGaramond-Italic'
  | 'CormorantGaramond-Medium'
  | 'CormorantGaramond-SemiBold'
  | 'Manrope-Regular'
  | 'Manrope-Bold';

const CHINESE = 'NotoSerifSC-Regular';
const JAPANESE = 'NotoSerifJP-Regular';
const KOREAN = 'NotoSerifKR-Regular';

const BEFORE_CJK = [
  'EBGaramond-Regular',
  'NotoSerif-Regular',
  'NotoNaskhArabic-Regular',
  'NotoSerifHebrew-Regular',
  'NotoSerifDevanagari-Regular',
  'NotoSansBengali-Regular',
  'NotoSansTamil-Regular',
  'NotoSansKannada-Regular',
  'NotoSansMalayalam-Regular',
  'NotoSansThai-Regular',
  'NotoSansLao-Regular',
  'NotoSansKhmer-Regular',
  'NotoSansMyanmar-Regular',
  'NotoSansArmenian-Regular',
  'NotoSansGeorgian-Regular',
];
const AFTER_CJK = ['NotoEmoji-Regular'];

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const MARK = /^\p{M}$/u;
const JOINS_OR_VARIES = /^(?:\u200c|\u200d|[\ufe00-\ufe0f])$/u;

/** Unified Han characters look different in each language. The other characters of the text show which language it is. */
function fallbacksFor(text: string): string[] {
  const cjk = KANA.test(text)
    ? [JAPANESE, CHINESE, KOREAN]
    : HANGUL.test(text)
      ? [KOREAN, CHINESE, JAPANESE]
      : [CHINESE, JAPANESE, KOREAN];
  return [...BEFORE_CJK, ...cjk, ...AFTER_CJK];
}

const pathOf = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url));

/** The characters of a font, read from its cmap table alone (OpenType 1.9, formats 4 and 12). */
function readCoverage(name: string): (codePoint: number) => boolean {
  const file = openSync(pathOf(name), 'r');
  try {
    const read = (position: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, position);
      return bytes;
    };
    const tableCount = read(4, 2).readUInt16BE(0);
    const directory = read(12, tableCount * 16);
    const entry = Array.from({ length: tableCount }, (_, index) => index * 16).find(
      (offset) => directory.toString('latin1', offset, offset + 4) === 'cmap',
    );
    if (entry === undefined) throw new Error(`${name} has no cmap table`);
    const cmap = read(directory.readUInt32BE(entry + 8), directory.readUInt32BE(entry + 12));
    const ranges = rangesOf(cmap);
    return (codePoint) => {
      let [low, high] = [0, ranges.length - 1];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const [start, end] = ranges[middle] ?? [0, 0];
        if (codePoint < start) high = middle - 1;
        else if (codePoint > end) low = middle + 1;
        else return true;
      }
      return false;
    };
  } finally {
    closeSync(file);
  }
}

/** Sorted ranges of code points, from the cmap subtable with the most. */
function rangesOf(cmap: Buffer): [number, number][] {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(8 + index * 8),
  );
  const format12 = subtables.find((offset) => cmap.readUInt16BE(offset) === 12);
  if (format12 !== undefined) {
    return Array.from({ length: cmap.readUInt32BE(format12 + 12) }, (_, index) => {
      const group = format12 + 16 + index * 12;
      return [cmap.readUInt32BE(group), cmap.readUInt32BE(group + 4)];
    });
  }
  const format4 = subtables.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (format4 === undefined) return [];
  const doubled = cmap.readUInt16BE(format4 + 6);
  return Array.from({ length: doubled / 2 }, (_, index) => [
    cmap.readUInt16BE(format4 + 16 + doubled + index * 2),
    cmap.readUInt16BE(format4 + 14 + index * 2),
  ]);
}

const coverages = new Map<string, (codePoint: number) => boolean>();
function covers(name: string, codePoint: number): boolean {
  let coverage = coverages.get(name);
  if (!coverage) {
    coverage = readCoverage(name);
    coverages.set(name, coverage);
  }
  return coverage(codePoint);
}

const registered = new Set<string>();
function register(name: string) {
  if (registered.has(name)) return;
  if (!GlobalFonts.registerFromPath(pathOf(name), name)) throw new Error(`The font ${name} cannot be read`);
  registered.add(name);
}

/** A drawable text and its font families. */
export type FontedText = {
  text: string;
  families: string;
  /** Whether one font covers the whole text. */
  oneFont: boolean;
  /** Splits a part of the text where the font changes. Null for a text of few fonts, whose lines take little time to measure. */
  runsOf: ((part: string) => string[]) | null;
};

/** From how many fonts on a text is measured font by font: shaping tries one after another for each character. */
const MANY_FONTS = 4;

/**
 * Chooses the fonts for a text and registers only these, because the Chinese one alone has 14 MB. A character that no font
 * covers becomes U+FFFD, so that the result never depends on the machine's fonts.
 */
export function withFonts(text: string, face: Face): FontedText {
  const order = [face, ...fallbacksFor(text).filter((name) => name !== face)];
  const chosen = new Map<string, string>();
  const fontOf = (character: string) => {
    const known = chosen.get(character);
    if (known) return known;
    const name = order.find((candidate) => covers(candidate, character.codePointAt(0) ?? 0));
    if (name) chosen.set(character, name);
    return name;
  };
  const drawn = Array.from(text, (character) =>
    JOINS_OR_VARIES.test(character) || fontOf(character) ? character : REPLACEMENT,
  ).join('');
  if (drawn.includes(REPLACEMENT)) fontOf(REPLACEMENT);

  const needed = new Set<string>([face, ...chosen.values()]);
  const families = order.filter((name) => needed.has(name));
  for (const name of families) register(name);
  return {
    text: drawn,
    families: families.map((name) => `'${name}'`).join(', '),
    oneFont: new Set(chosen.values()).size === 1,
    runsOf: families.length < MANY_FONTS ? null : (part) => runsOf(part, chosen),
  };
}

/** Marks, and characters without a font of their own, stay with the preceding character. */
function runsOf(part: string, chosen: ReadonlyMap<string, string>): string[] {
  const runs: string[] = [];
  let font: string | undefined;
  for (const character of part) {
    const own = (MARK.test(character) ? font : chosen.get(character)) ?? font;
    if (runs.length > 0 && own === font) runs[runs.length - 1] += character;
    else runs.push(character);
    font = own;
  }
  return runs;
}
