import { isUtf8 } from 'node:buffer';
/** Encodings of text files, as TextDecoder names them, in the order in which one is preferred where several fit equally. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1256',
  'macintosh',
  'shift_jis',
  'gb18030',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Names of the encodings for people. */
export const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1254': 'Windows-1254',
  'windows-1256': 'Windows-1256',
  macintosh: 'MacRoman',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB18030',
};

/** How much of a file is looked at, and how many of its first bytes tell UTF-16 without a mark. */
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
  const many = sample.length / 10;
  if (odd > many && even * 10 < odd) return 'utf-16le';
  return even > many && odd * 10 < even ? 'utf-16be' : null;
}

/** Letters that texts in an encoding have often, and how much one tells. Others tell little. */
const COMMON: Partial<Record<Encoding, RegExp>> = {
  'windows-1252': /[äöüßéèêëàâçîïôûùñáíóúãõåæøÄÖÜÉÈÀÇÑÅÆØÁÍÓÚ’“”–€¿¡]/gu,
  'windows-1250': /[ąćęłńóśźżáčďéěíňřšťúůýžőűășțşţâîäöüßĄĆĘŁŃÓŚŹŻČĎĚŇŘŠŤÚŮÝŽŐŰ„”–]/gu,
  'windows-1254': /[ğışçöüİŞĞÇÖÜâî’“”–]/gu,
  'windows-1256': /[\u0621-\u064a\u064b-\u0652\u060c\u061b\u061f]/gu,
  macintosh: /[äöüßéèêëàâçîïôûùñáíóúãõåæøÄÖÜÉÈÀÇÑÅÆØ’“”–]/gu,
};
const SINGLE_BYTE = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1256', 'macintosh'] as const;

/** Signs and other marks between letters, and capitals after small letters: a text read in a wrong encoding has them. */
const ODD =
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{Z}\p{P}\s<>+=|~^`](?=\p{L})|(?<=\p{Ll})[^\P{Lu}A-Z]|[\u0080-\u009f\ufffd]|(?<=\p{L})[¿¡‡†ˆ¸¬¦§¶«»](?=\p{L})/gu;
/** Letters of Arabic beside those of other scripts. */
const MIXED = /[A-Za-z][\u0621-\u064a]|[\u0621-\u064a][A-Za-z]/gu;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const decoded = (bytes: Uint8Array, encoding: Encoding) => new TextDecoder(encoding).decode(bytes);

/** Runs of bytes over 127, which are characters of one or two bytes. */
function highRuns(bytes: Uint8Array): number[] {
  const runs: number[] = [];
  let length = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) length += 1;
    else if (length > 0) {
      runs.push(length);
      length = 0;
    }
  }
  if (length > 0) runs.push(length);
  return runs;
}

const KANA = /[\u3041-\u30ff]/gu;
const HAN = /[\u4e00-\u9fa5]/gu;
/** Kana of half width, with which names are written beside kanji. They are single bytes, which texts in other encodings have too. */
const HALF_KANA = /[\uff61-\uff9f]/gu;
/** Punctuation and letters of full width. */
const WIDE = /[\u3000-\u303f\uff01-\uff5e]/gu;

/** An encoding of two bytes that fits: nearly all of it is kana and Han characters. */
function eastAsianOf(bytes: Uint8Array): Encoding | null {
  const japanese = decoded(bytes, 'shift_jis');
  const kana = count(japanese, KANA);
  const foreign = (text: string) => count(text, /[^\p{ASCII}]/gu);
  const full = kana + count(japanese, HAN) + count(japanese, WIDE);
  const half = Math.min(count(japanese, HALF_KANA), full / 2);
  if (kana > 0 && full + half > 0.95 * foreign(japanese)) return 'shift_jis';
  // In GB2312 both bytes are over 160, so that runs have an even length. Those of single bytes have any.
  if (!highRuns(bytes).every((length) => length % 2 === 0)) return null;
  const chinese = decoded(bytes, 'gb18030');
  const han = count(chinese, HAN);
  return han > 0 && han + count(chinese, WIDE) > 0.95 * foreign(chinese) ? 'gb18030' : null;
}

/** Letters of Western texts that no language has together: Czech and Hungarian look so. */
const misfits = (text: string) =>
  (/[íìýòùÍÝ]/u.test(text) ? count(text, /[øØ]/gu) : 0) +
  (/[éáíóúû]/u.test(text) ? 2 * count(text, /[õÕ](?![eE])/gu) : 0);

/** How well a text fits: often used letters, less what a wrong encoding gives. */
function fitOf(bytes: Uint8Array, encoding: (typeof SINGLE_BYTE)[number]): number {
  const text = decoded(bytes, encoding);
  const common = COMMON[encoding];
  const told = common ? count(text, common) : 0;
  return (
    told - 3 * count(text, ODD) - 3 * count(text, MIXED) - (encoding === 'windows-1252' ? misfits(text) : 0)
  );
}

/** Icelandic has none of Turkish's letters beside these. */
const ICELANDIC = /[áéíúýæÁÉÍÚÝÆ]/u;

/** The encoding that a text without a mark has most probably. */
function guess(bytes: Uint8Array): Encoding {
  const sample = bytes.length > SAMPLE_BYTES ? bytes.subarray(0, SAMPLE_BYTES) : bytes;
  const asian = eastAsianOf(sample);
  if (asian) return asian;
  let [best, most]: [Encoding, number] = ['windows-1252', Number.NEGATIVE_INFINITY];
  for (const encoding of SINGLE_BYTE) {
    const isTurkish = encoding !== 'windows-1254' || !ICELANDIC.test(decoded(sample, encoding));
    const fit = isTurkish ? fitOf(sample, encoding) : Number.NEGATIVE_INFINITY;
    if (fit > most) [best, most] = [encoding, fit];
  }
  return best;
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
  let [whole, damaged] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const length = lengthOf(first);
    const rest = bytes.subarray(at + 1, at + length);
    if (length > 0 && rest.length === length - 1 && rest.every((byte) => byte >> 6 === 2)) {
      whole += 1;
      at += length - 1;
    } else damaged += 1;
  }
  return whole >= damaged;
}

/** The encoding of a text file: by its byte order mark, UTF-8 if it is that, or guessed as the one that fits best. */
export function encodingOf(bytes: Uint8Array): { encoding: Encoding; isGuessed: boolean } {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  const known = marked?.[1] ?? utf16Of(bytes) ?? (isMostlyUtf8(bytes) ? 'utf-8' : null);
  return { encoding: known ?? guess(bytes), isGuessed: known === null };
}

/** Decodes a text file without its byte order mark. Bytes that are no character become U+FFFD. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);
