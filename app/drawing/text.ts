/** Replaces lone surrogates and characters that no font covers. */
export const REPLACEMENT = '\ufffd';

const MAX_MARKS_ON_A_BASE = 5;

const MONGOLIAN = '[\\u1820-\\u18aa]';
// Joiners, variation selectors and the tags of flags are invisible, but they change how letters look.
const DROPPED = new RegExp(
  `(?![\\u200c\\u200d\\u180e]|(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}])\\p{Cf}|[\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0\\u034f]|(?<!${MONGOLIAN})[\\u180b-\\u180f]`,
  'gu',
);
/** White space, without the narrow space before Mongolian suffixes, which changes their letters. */
const SPACE = new RegExp(`(?:(?!(?<=${MONGOLIAN})\\u202f${MONGOLIAN})[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Zs}])+`, 'gu');
/** Characters that change their neighbours, and need no glyph. */
export const JOINS_OR_VARIES =
  /^(?:\u200c|\u200d|[\u180b-\u180f\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}])$/u;
/** They order a text of two directions. */
const DIRECTION_MARKS = /[\u{200e}\u{200f}\u{2066}-\u{2069}]/u;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS_ON_A_BASE}})\\p{M}+`, 'gu');

/**
 * Prepares a text for drawing: well-formed, NFC, on one line, without invisible characters. The number of combining marks on a
 * character is limited, so that they stay on the page.
 * @param keepsMarks whether marks and isolates of directions stay: messages and dates have them, and names need none
 */
export const drawableText = (text: string, keepsMarks = false) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(SPACE, ' ')
    .replace(DROPPED, (character) => (keepsMarks && DIRECTION_MARKS.test(character) ? character : ''))
    .replace(TOO_MANY_MARKS, '$1')
    .trim();

/** The text for a PDF's metadata, without characters that metadata cannot hold. */
export const metadataText = (text: string) => text.toWellFormed().replace(/\p{Cc}+/gu, ' ');

/** An isolate, which does not affect the direction of the surrounding text. */
const ISOLATED = /[\u{2066}-\u{2068}][^\u{2066}-\u{2069}]*\u{2069}/gu;
/** Letters, and the marks that count as such. */
export const STRONG = /[\p{L}\p{Nl}\u{200e}\u{200f}]/u;
const RIGHT_TO_LEFT =
  /[\u{200f}\u{640}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

export const isRightToLeft = (letter: string) => RIGHT_TO_LEFT.test(letter);

/** The direction of a line, from its first letter or mark outside isolates (rules P2 and P3 of UAX #9). */
export function directionOf(text: string): 'ltr' | 'rtl' {
  let [before, outside] = ['', text];
  // Isolates may contain others. Each pass removes the innermost ones.
  while (outside !== before) [before, outside] = [outside, outside.replace(ISOLATED, '')];
  const first = STRONG.exec(outside)?.[0];
  return first !== undefined && isRightToLeft(first) ? 'rtl' : 'ltr';
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

const WRITTEN_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Splits a text into graphemes. */
export const graphemesOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Splits a text where lines may break: after spaces and hyphens. Joining the pieces restores the text. */
export const breakablePieces = (text: string): string[] => text.match(/ |[^ -]+-*|-+/gu) ?? [];

/** Splits a piece between the words of scripts without spaces, where a line may break too. */
export function wordsWithoutSpaces(piece: string): string[] {
  if (!WRITTEN_WITHOUT_SPACES.test(piece)) return [piece];
  const pieces: string[] = [];
  for (const { segment, isWordLike } of words.segment(piece)) {
    // Punctuation stays with the preceding word.
    if (isWordLike || pieces.length === 0) pieces.push(segment);
    else pieces[pieces.length - 1] += segment;
  }
  return pieces;
}

/** '7K3M9QZX2HVB4TND' as '7K3M-9QZX-2HVB-4TND'. */
export const groupedId = (uniqueId: string) => (uniqueId.match(/.{1,4}/gu) ?? []).join('-');
