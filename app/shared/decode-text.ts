import { isAscii, isUtf8 } from 'node:buffer';

/** Encodings of text files, as TextDecoder names them and as people do. Where several fit equally, the first one is taken. */
export const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1254': 'Windows-1254',
  'windows-1256': 'Windows-1256',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1255': 'Windows-1255',
  'windows-874': 'Windows-874',
  'windows-1257': 'Windows-1257',
  'windows-1258': 'Windows-1258',
  macintosh: 'MacRoman',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
};
export type Encoding = keyof typeof ENCODING_NAMES;
export const ENCODINGS = Object.keys(ENCODING_NAMES) as Encoding[];

/** Encodings in which programs of Windows write a script, and languages in Latin script that windows-1252 lacks letters of. */
const BY_SCRIPT: Record<string, Encoding> = {
  Arab: 'windows-1256',
  Cyrl: 'windows-1251',
  Grek: 'windows-1253',
  Hans: 'gb18030',
  Hant: 'big5',
  Hebr: 'windows-1255',
  Jpan: 'shift_jis',
  Kore: 'euc-kr',
  Thai: 'windows-874',
};
const BY_LANGUAGE: [Encoding, RegExp][] = [
  ['windows-1250', /^(?:bs|cs|hr|hu|pl|ro|sk|sl|sq|sr)$/],
  ['windows-1254', /^(?:az|tr)$/],
  ['windows-1257', /^(?:et|lt|lv)$/],
  ['windows-1258', /^vi$/],
];

/** The encoding in which programs of Windows write a language that windows-1252 lacks letters of. */
function encodingOfLanguage(tag: string): Encoding | undefined {
  const { language, script = 'Latn' } = new Intl.Locale(tag).maximize();
  return BY_SCRIPT[script] ?? BY_LANGUAGE.find(([, languages]) => languages.test(language))?.[0];
}

/** How many of the first bytes tell UTF-16 without a mark. */
const SAMPLE_BYTES = 262_144;

const MARKS: [bytes: readonly number[], encoding: Encoding][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Half of the bytes of Latin text in UTF-16 are zero, all of them at even or all at odd places. */
function utf16Of(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at += 1)
    if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = Math.max(1, sample.length / 10);
  if (odd > many && even * 10 < odd) return 'utf-16le';
  return even > many && odd * 10 < even ? 'utf-16be' : null;
}

/** The letters that are frequent in texts of an encoding. */
const COMMON: Partial<Record<Encoding, RegExp>> = {
  'windows-1252': /[äöüßéèêëàâçîïôûùñáíóúãõåæøÄÖÜÉÈÀÇÑÅÆØÁÍÓÚ’“”–€¿¡×]|[òìÒÌ](?!\p{L})/gu,
  'windows-1250': /[ąćęłńóśźżáčďéěíňřšťúůýžőűășțşţâîäöüßĄĆĘŁŃÓŚŹŻČĎĚŇŘŠŤÚŮÝŽŐŰ„”–]/gu,
  'windows-1254': /[ğışçöüİŞĞÇÖÜâî’“”–]/gu,
  'windows-1256': /[\u0621-\u064a\u064b-\u0652\u060c\u061b\u061f]/gu,
  'windows-1251': /[\u0401\u0410-\u044f\u0451]/gu,
  'windows-1253': /[\u0386\u0388-\u03ce]/gu,
  'windows-1255': /[\u05d0-\u05ea]/gu,
  'windows-874': /[\u0e01-\u0e3a\u0e40-\u0e4e]/gu,
  'windows-1257': /[āčēģīķļņšūžąęėįųõäöüĀČĒĢĪĶĻŅŠŪŽ„“–]/gu,
  'windows-1258': /[\u0300\u0301\u0303\u0309\u0323ăâđêôơưĂÂĐÊÔƠƯáàéèíóòúùý]/gu,
  macintosh: /[äöüßéèêëàâçîïôûùñáíóúãõåæøÄÖÜÉÈÀÇÑÅÆØ’“”–]/gu,
};
/** Encodings that are guessed without the language of a text, by their letters. */
const BY_LETTERS: Encoding[] = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1256',
  'windows-1251',
  'windows-1253',
  'windows-1255',
  'windows-874',
  'macintosh',
];

/** Signs and other marks between letters, and capitals after small letters: a text read in a wrong encoding has them. */
const ODD =
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{Z}\p{P}\s<>+=|~^`](?=\p{L})|(?<=\p{Ll})[^\P{Lu}A-Z]|[\u0080-\u009f\ufffd]|(?<=\p{L})[¿¡‡†ˆ¸¬¦§¶«»](?=\p{L})|(?:(?!\p{ASCII})\p{Script=Latin}){5,}|(?<!\p{L})(?:(?!\p{ASCII})\p{Script=Latin}){3,}(?!\p{L})/gu;
/** Latin letters beside those of another script. */
const MIXED =
  /[A-Za-z](?!\p{Script=Latin})[\p{L}\u0e31-\u0e4e]|(?!\p{Script=Latin})[\p{L}\u0e31-\u0e4e][A-Za-z]/gu;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether all runs of bytes over 127 are pairs, most of which begin as frequent characters of GB2312 do. */
function arePairs(bytes: Uint8Array): boolean {
  let [pairs, frequent] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    if (first < 0x80) continue;
    if (second < 0x80) return false;
    pairs += 1;
    if (first >= 0xb0 && first <= 0xd7) frequent += 1;
    at += 1;
  }
  return frequent * 2 > pairs;
}

const KANA = /[\u3041-\u30ff]/gu;
const HAN = /[\u4e00-\u9fa5]/gu;
/** Kana of half width, with which names are written beside kanji. They are single bytes, which texts in other encodings have too. */
const HALF_KANA = /[\uff61-\uff9f]/gu;
/** Punctuation and letters of full width. */
const WIDE = /[\u3000-\u303f\uff01-\uff5e]/gu;

/** An encoding of two bytes that fits: nearly all of it is kana and Han characters. */
function eastAsianOf(bytes: Uint8Array): Encoding | null {
  const japanese = decodeText(bytes, 'shift_jis');
  const kana = count(japanese, KANA);
  const foreign = (text: string) => count(text, /[^\p{ASCII}]/gu);
  const full = kana + count(japanese, HAN) + count(japanese, WIDE);
  const half = Math.min(count(japanese, HALF_KANA), full / 2);
  if (kana > 0 && full + half > 0.95 * foreign(japanese)) return 'shift_jis';
  if (!arePairs(bytes)) return null;
  const chinese = decodeText(bytes, 'gb18030');
  const han = count(chinese, HAN);
  return han > 0 && han + count(chinese, WIDE) > 0.95 * foreign(chinese) ? 'gb18030' : null;
}

/**
 * Letters that no language has together: of Western texts, as Czech and Hungarian look, and of Cyrillic without a capital and Greek without an
 * accent, as Hebrew and Cyrillic look.
 */
function misfits(text: string, encoding: Encoding): number {
  if (encoding === 'windows-1251') return /[А-Я]/u.test(text) ? 0 : text.length;
  if (encoding === 'windows-1253') return /[άέήίόύώ]/u.test(text) ? count(text, /[ΐΰ]/gu) * 2 : text.length;
  // Icelandic has none of Turkish's letters beside these.
  if (encoding === 'windows-1254') return /[áéíúýæÁÉÍÚÝÆ]/u.test(text) ? text.length : 0;
  if (encoding !== 'windows-1252') return 0;
  return (
    (/[íìýòùÍÝ]/u.test(text) ? count(text, /[øØ]/gu) : 0) +
    (/[éáíóúû]/u.test(text) ? 2 * count(text, /[õÕ](?![eE])/gu) : 0)
  );
}

/** A score of how well an encoding fits a file. Frequent letters raise it, and letters that a wrong encoding produces lower it. */
function fitOf(bytes: Uint8Array, encoding: Encoding): number {
  const text = decodeText(bytes, encoding);
  const common = COMMON[encoding];
  const told = common ? count(text, common) : 0;
  return told - 3 * count(text, ODD) - 3 * count(text, MIXED);
}

/** As many lines with bytes over 127 as tell the encoding. Each kilobyte takes 2 ms. */
const GUESSED_BYTES = 8_192;

function linesToGuessBy(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < GUESSED_BYTES; ) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end === -1 ? bytes.length : end + 1).subarray(0, GUESSED_BYTES);
    if (!isAscii(line)) {
      lines.push(line);
      length += line.length;
    }
    start = end === -1 ? bytes.length : end + 1;
  }
  return Buffer.concat(lines);
}

/** The encoding that a text without a mark has most probably. */
function guess(bytes: Uint8Array, language: string | undefined): Encoding {
  const sample = linesToGuessBy(bytes);
  const usual = language === undefined ? undefined : encodingOfLanguage(language);
  if (usual && isIntact(sample, usual) && (!COMMON[usual] || fitOf(sample, usual) > 0)) return usual;
  const asian = eastAsianOf(sample);
  if (asian) return asian;
  const fits = BY_LETTERS.map((encoding) => ({
    encoding,
    fit: fitOf(sample, encoding) - misfits(decodeText(sample, encoding), encoding),
  }));
  return fits.reduce((best, other) => (other.fit > best.fit ? other : best)).encoding;
}

/** The length of a character in UTF-8 by its first byte, or 0 for a byte that begins none. */
const lengthOf = (first: number) =>
  first >= 0xc2 && first <= 0xdf
    ? 2
    : first >= 0xe0 && first <= 0xef
      ? 3
      : first >= 0xf0 && first <= 0xf4
        ? 4
        : 0;

/** Whether a text is UTF-8, or is that but for a few damaged characters. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  const sample = linesToGuessBy(bytes);
  let [whole, damaged] = [0, 0];
  for (let at = 0; at < sample.length; at += 1) {
    const first = sample[at] ?? 0;
    if (first < 0x80) continue;
    const length = lengthOf(first);
    const rest = sample.subarray(at + 1, at + length);
    if (length > 0 && rest.length === length - 1 && rest.every((byte) => byte >> 6 === 2)) {
      whole += 1;
      at += length - 1;
    } else damaged += 1;
  }
  return whole >= damaged;
}

/**
 * The encoding of a text file: by its byte order mark, UTF-8 if it is that, or guessed as the one that fits best.
 * @param language the BCP 47 tag of the text, whose usual encoding is taken if it fits
 */
export function encodingOf(bytes: Uint8Array, language?: string): { encoding: Encoding; isGuessed: boolean } {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  const known = marked?.[1] ?? utf16Of(bytes) ?? (isMostlyUtf8(bytes) ? 'utf-8' : null);
  return { encoding: known ?? guess(bytes, language), isGuessed: known === null };
}

/** Decodes a text file without its byte order mark. Bytes that are no character become U+FFFD. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);

/** Whether all bytes are characters of an encoding. Decoders map codes that encodings of Windows leave out to control characters. */
export function isIntact(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    return !/[\u0080-\u009f]/.test(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
