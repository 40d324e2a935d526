import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { graphemesOf, JOINS_OR_VARIES, REPLACEMENT } from './text.ts';

/** The faces that layouts use. Other fonts only supply characters that these lack. */
export type Face =
  | 'Cinzel-Medium'
  | 'EBGaramond-Regular'
  | 'EBGaramond-SemiBold'
  | 'EBGaramond-Italic'
  | 'CormorantGaramond-SemiBold'
  | 'Manrope-Regular'
  | 'Manrope-Bold';

const CHINESE = 'NotoSerifSC-Regular';
const JAPANESE = 'NotoSerifJP-Regular';
const KOREAN = 'NotoSerifKR-Regular';
/** Its anchors put every mark on every letter of Latin, Greek and Cyrillic. Those of the faces cover few letters. */
const MARKED_LETTERS = 'NotoSerif-Regular';

/** The fonts that texts of the faces' scripts try after their face. */
const EUROPEAN = ['EBGaramond-Regular', MARKED_LETTERS];

/** The fonts of scripts that have their names. @param scripts separated by `|` */
const namedAfter = (scripts: string): Record<string, string> =>
  Object.fromEntries(
    scripts.split(/\|\s*/).map((script) => [script, `NotoSans${script.replaceAll('_', '')}-Regular`]),
  );

/** The font of each script, in the order in which characters that several scripts share try them. */
const FONT_OF_SCRIPT: Record<string, string> = {
  Latin: MARKED_LETTERS,
  Greek: MARKED_LETTERS,
  Cyrillic: MARKED_LETTERS,
  Arabic: 'NotoNaskhArabic-Regular',
  Hebrew: 'NotoSerifHebrew-Regular',
  Devanagari: 'NotoSerifDevanagari-Regular',
  ...namedAfter(
    `Bengali|Tamil|Kannada|Malayalam|Thai|Lao|Khmer|Myanmar|Armenian|Georgian|Telugu|Gujarati|Gurmukhi|
     Sinhala|Oriya|Ethiopic`,
  ),
  Tibetan: 'NotoSerifTibetan-Regular',
  ...namedAfter('Mongolian|Thaana|Syriac'),
  Nko: 'NotoSansNKo-Regular',
  ...namedAfter(
    `Cherokee|Tifinagh|Javanese|Balinese|Canadian_Aboriginal|Yi|Ol_Chiki|Meetei_Mayek|Adlam|Chakma|Cham|
     Lisu|Vai|Limbu|Lepcha|Newa|Warang_Citi|Syloti_Nagri|Hanifi_Rohingya|Sundanese|Buginese|Batak|Tai_Le|
     New_Tai_Lue|Tai_Tham|Tai_Viet|Kayah_Li|Osmanya|Coptic`,
  ),
  Han: CHINESE,
  Bopomofo: CHINESE,
  Hiragana: JAPANESE,
  Katakana: JAPANESE,
  Hangul: KOREAN,
};
const MATHEMATICAL = 'NotoSansMath-Regular';
const SYMBOL_FONTS = ['NotoEmoji-Regular', MATHEMATICAL];

/** All fonts that supply characters that a face lacks. */
export const FALLBACKS = [...EUROPEAN, ...Object.values(FONT_OF_SCRIPT), ...SYMBOL_FONTS];

const MARK = /^\p{M}$/u;
const MARKED_LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}](?![\ufe00-\ufe0f])\p{M}/u;
const MATHEMATICAL_LETTER = /[\u{1d400}-\u{1d7ff}]/u;

const SCRIPTS = Object.keys(FONT_OF_SCRIPT);
const ANY_SCRIPT = new RegExp(SCRIPTS.map((script) => `(\\p{Script=${script}})`).join('|'), 'u');
/** The script of a grapheme, or undefined for digits, punctuation and symbols. */
const scriptOf = (grapheme: string) =>
  SCRIPTS[(ANY_SCRIPT.exec(grapheme)?.findIndex((group, index) => index > 0 && group) ?? 0) - 1];

/** Each script's font, with what shows that a text needs it. */
const NEEDED_BY = Object.entries(FONT_OF_SCRIPT).map(([script, font]) => ({
  font,
  letter: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
}));
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** Unified Han characters look different in each language. The other characters of the text show which language it is. */
function cjkFontsFor(text: string): string[] {
  if (KANA.test(text)) return [JAPANESE, CHINESE, KOREAN];
  return HANGUL.test(text) ? [KOREAN, CHINESE, JAPANESE] : [CHINESE, JAPANESE, KOREAN];
}

/** The fonts in which a whole text may be set, the preferred one first. */
function textFontsFor(text: string, face: Face): string[] {
  const needed = NEEDED_BY.filter(({ letter }) => letter.test(text)).map(({ font }) => font);
  const cjk = cjkFontsFor(text);
  return [
    ...new Set([
      face,
      ...EUROPEAN,
      ...needed.filter((font) => !cjk.includes(font)),
      ...(needed.some((font) => cjk.includes(font)) ? cjk : []),
      ...(MATHEMATICAL_LETTER.test(text) ? [MATHEMATICAL] : []),
    ]),
  ];
}

/** First and last code point. */
export type CodePointRange = [number, number];

/** @param ranges sorted */
function isInRanges(ranges: readonly CodePointRange[], code: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [start, end] = ranges[middle] ?? [0, 0];
    if (code < start) high = middle - 1;
    else if (code > end) low = middle + 1;
    else return true;
  }
  return false;
}

const pathOf = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url));

/** The characters of a font, read from its cmap table alone (OpenType 1.9, formats 4 and 12). */
export function rangesOfFont(name: string): CodePointRange[] {
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
    return rangesOf(read(directory.readUInt32BE(entry + 8), directory.readUInt32BE(entry + 12)));
  } finally {
    closeSync(file);
  }
}

/** Sorted ranges of code points, from the cmap subtable with the most. */
function rangesOf(cmap: Buffer): CodePointRange[] {
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
  // The last segment is U+FFFF, which is no character.
  return Array.from({ length: doubled / 2 - 1 }, (_, index) => [
    cmap.readUInt16BE(format4 + 16 + doubled + index * 2),
    cmap.readUInt16BE(format4 + 14 + index * 2),
  ]);
}

const coverages = new Map<string, CodePointRange[]>();
function covers(name: string, character: string): boolean {
  const coverage = coverages.get(name) ?? rangesOfFont(name);
  coverages.set(name, coverage);
  return isInRanges(coverage, character.codePointAt(0) ?? 0);
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

const visible = (text: string) => Array.from(text).filter((character) => !JOINS_OR_VARIES.test(character));
const isCovered = (font: string, grapheme: string) =>
  visible(grapheme).every((character) => covers(font, character));
const hasAnyOf = (font: string, graphemes: string[]) =>
  visible(graphemes.join('')).some((character) => covers(font, character));

/** Whether a font has all characters of a grapheme, and puts its marks where they belong. */
const draws = (font: string, grapheme: string) =>
  isCovered(font, grapheme) &&
  (font === MARKED_LETTERS || !MARKED_LETTER.test(grapheme) || !isCovered(MARKED_LETTERS, grapheme));

/**
 * The fonts of a text, of which each character takes the first that covers it. If one font has the whole text, it is the only one: only
 * the space between words may be the face's, as long as the face draws nothing else. Otherwise fonts that have a part of a script come
 * last, so that none of the scripts is set in two typefaces.
 */
function fontsFor(text: string, face: Face): string[] {
  const graphemes = [...new Set(graphemesOf(text))].filter((grapheme) => grapheme !== ' ');
  const drawsAll = (font: string, letters = graphemes) => letters.every((letter) => draws(font, letter));
  if (drawsAll(face)) return [face];
  const fonts = textFontsFor(text, face);
  const only = fonts.find((font) => drawsAll(font));
  if (only) return hasAnyOf(face, graphemes) ? [only, face] : [face, only];

  const byScript = Map.groupBy(graphemes, scriptOf);
  byScript.delete(undefined);
  const hasPartOfAScript = (font: string) =>
    [...byScript.values()].some((letters) => hasAnyOf(font, letters) && !drawsAll(font, letters));
  const whole = fonts.filter((font) => !hasPartOfAScript(font));
  const others = [...cjkFontsFor(text), ...SYMBOL_FONTS, ...fonts, ...FALLBACKS];
  return [...new Set([...whole, ...others])];
}

/**
 * Chooses the fonts for a text and registers only these, because the Chinese one alone has 14 MB. A character that no font
 * covers becomes U+FFFD, so that the result never depends on the machine's fonts.
 */
export function withFonts(text: string, face: Face): FontedText {
  const order = fontsFor(text, face);
  const chosen = new Map<string, string>();
  const fontOf = (character: string) => {
    const known = chosen.get(character);
    if (known) return known;
    const name = order.find((candidate) => covers(candidate, character));
    if (name) chosen.set(character, name);
    return name;
  };
  const drawn = Array.from(text, (character) =>
    JOINS_OR_VARIES.test(character) || fontOf(character) ? character : REPLACEMENT,
  ).join('');
  if (drawn.includes(REPLACEMENT)) fontOf(REPLACEMENT);

  const needed = new Set(chosen.values());
  const families = order.filter((name) => needed.has(name));
  if (families.length === 0) families.push(face);
  for (const name of families) register(name);
  return {
    text: drawn,
    families: families.map((name) => `'${name}'`).join(', '),
    oneFont: needed.size === 1,
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
