/*
 * pdf.js and Poppler expect right-to-left letters in visual order and reverse them. Poppler classifies characters by its
 * UnicodeTypeTable and does not implement the bidirectional algorithm (UAX #9).
 */

/** Letters and signs that readers reverse. They reverse none beyond the first plane, such as Adlam. */
export const REVERSED =
  /(?![\p{M}\p{N}\u0604-\u060c\u0659-\u066c])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** Those with which Poppler begins to reverse. It continues with the others. */
export const BEGINS_REVERSED = /[\u05d0-\u05ea\u0621-\u064a\u0671-\u06d3\u0712-\u072f\u0780-\u07a5]/;
/** Marks of letters that are reversed. They come before their letter in the layer. */
export const REVERSED_MARKS = /^(?:(?=\p{Mn})[\u0590-\u08ff])+$/u;

/** Digits, and signs that Poppler always classifies as parts of numbers, such as a full stop. Poppler stops reversing at them. */
export const NUMBER_LIKE =
  /[#-%+-:\u00a0\u00a2-\u00a5\u00b0-\u00b3\u00b9\u0604-\u060c\u0659-\u066c\u06f0-\u06f9\u2030-\u2034\u2044\u2070\u2074-\u207b\u2080-\u208b\u20a0-\u20b1]/;
/** Letters from left to right that Poppler knows as such. */
const LEFT_TO_RIGHT =
  /(?=[\p{L}\p{Mc}])[A-Za-z\u00c0-\u058f\u0900-\u1fff\u3005-\ud7ff\uf900-\ufaff\uff21-\uffdc]/u;
/** Characters at which Poppler stops reversing and begins a left-to-right section. */
export const BEGINS_FORWARD = new RegExp(`${LEFT_TO_RIGHT.source}|${NUMBER_LIKE.source}`, 'u');
const FORWARD = new RegExp(`[\\p{L}\\p{N}\\u{10000}-\\u{10ffff}]|${NUMBER_LIKE.source}`, 'u');
const JOINED = /[\p{M}\u200c\u200d]/u;

/** pdf.js turns the order of these digits and the signs beside them. */
const ARABIC_DIGIT = /[\u0660-\u0669]/;
/** Level of these digits, which are a run of their own. */
const DIGITS = -2;

/** All that pdf.js takes for letters from left to right: signs of other blocks than Latin and those from right to left, and Adlam. */
export const FORWARD_IN_PDF_JS = /(?!\p{Cf}|[\u0590-\u08ac\ufb1d-\ufdff\ufe70-\ufeff])[\u0100-\u{10ffff}]/u;
/** Several signs of this kind, which it does not reverse. */
const SIGNS = new RegExp(
  `${FORWARD_IN_PDF_JS.source}(?:(?!${REVERSED.source})[^\\p{L}\\p{N}])*${FORWARD_IN_PDF_JS.source}`,
  'gu',
);

/**
 * The levels of a line's characters on a page that Poppler reads from left to right. Level 1 has the characters that readers reverse, and
 * those between them. Poppler keeps sections in their order on the page, so the layer has them in reading order.
 */
export function sectionLevels(line: string): number[] {
  if (!REVERSED.test(line) && !ARABIC_DIGIT.test(line)) return [];
  const characters = Array.from(line.replace(SIGNS, (signs) => 'x'.repeat(Array.from(signs).length)));
  const levels: number[] = characters.map(() => 0);
  let last = -1;
  for (const [index, character] of characters.entries()) {
    // pdf.js takes a mark for a part of the sign that stands before it on the page.
    const isMark = /\p{Mn}/u.test(characters[index - 1] ?? '');
    if (REVERSED.test(character)) {
      levels.fill(1, last === -1 ? index : last, index + 1);
      last = index;
    } else if (FORWARD.test(character) || (isMark && FORWARD_IN_PDF_JS.test(character))) {
      last = -1;
      if (ARABIC_DIGIT.test(character)) levels[index] = DIGITS;
    } else if (character === ' ' && levels[index - 1] === DIGITS) levels[index] = DIGITS;
    else if (last !== -1 && levels[index - 1] === 1 && JOINED.test(character)) levels[index] = 1;
  }
  return levels;
}

/** Characters of which Poppler knows some as letters from left to right. */
const MAY_COUNT = /(?=[\p{L}\p{M}\p{N}\p{S}])(?![\u0590-\u08ff])[\u0100-\u{10ffff}]/u;

/**
 * By how many letters a direction leads, which decides how Poppler reads the page. Those that it may not know are taken for ones of the
 * other direction.
 */
export function leadOf(direction: 'ltr' | 'rtl', characters: Iterable<string>): number {
  let lead = 0;
  for (const character of characters) {
    const isRtl = character === '\u200f' || (REVERSED.test(character) && character < '\u07b2');
    const isLtr = character === '\u200e' || LEFT_TO_RIGHT.test(character);
    if (isRtl) lead += direction === 'rtl' ? 1 : -1;
    else if (isLtr) lead += direction === 'ltr' ? 1 : -1;
    else if (MAY_COUNT.test(character)) lead -= 1;
  }
  return lead;
}
