import { isRightToLeft, STRONG } from '#app/drawing/text.ts';
import { FORWARD_IN_PDF_JS, REVERSED } from './reader-order.ts';

type Kind = 'L' | 'R' | 'number' | 'terminator' | 'separator' | 'neutral' | 'mark';
type Character = { text: string; kind: Kind; level: number };

/** Marks and isolates of directions, which show nothing. */
const OPENS = /^[\u{2066}-\u{2068}]$/u;
const CLOSES = /^\u{2069}$/u;

function kindOf(character: string): Kind {
  if (/^[\p{Mn}\p{Me}\u{200c}\u{200d}]$/u.test(character)) return 'mark';
  if (/^[0-9\u{660}-\u{669}\u{66b}\u{66c}\u{6f0}-\u{6f9}]$/u.test(character)) return 'number';
  if (REVERSED.test(character)) return 'R';
  if (STRONG.test(character) && character.length === 1) return isRightToLeft(character) ? 'R' : 'L';
  if (FORWARD_IN_PDF_JS.test(character)) return 'L';
  if (/^[+\-,./:\u{a0}\u{60c}]$/u.test(character)) return 'separator';
  return /^[#$%\u{a2}-\u{a5}\u{b0}\u{609}\u{60a}\u{66a}\u{20a0}-\u{20cf}]$/u.test(character)
    ? 'terminator'
    : 'neutral';
}

/** Digits, and the signs of decimals and of thousands that stand between them. */
const ARABIC_DIGIT = /[\u0660-\u0669\u066b\u066c]/;
/** Letters before which pdf.js takes digits for Arabic ones. */
const ARABIC_LETTER = /(?=\p{L})[\u0600-\u08ac\ufb50-\ufdff\ufe70-\ufefc]/u;

/** The side on which the letter stands that makes Arabic digits of others: the one before in UAX #9, also on a page in pdf.js. */
type Side = 'before' | 'after';

/** For each character, whether a digit there is an Arabic one. */
function arabicContext(characters: readonly Character[], side: Side): boolean[] {
  let isArabic = false;
  const found = (side === 'after' ? characters.toReversed() : characters).map(({ text, kind }) => {
    if (kind === 'L' || kind === 'R') isArabic = ARABIC_LETTER.test(text);
    return isArabic || ARABIC_DIGIT.test(text);
  });
  return side === 'after' ? found.reverse() : found;
}

/**
 * Rules W1 to W7 of UAX #9, as far as names, dates and amounts need them: signs are parts of European numbers only, except for those
 * between digits.
 */
function resolveNumbers(characters: Character[], base: 'L' | 'R', side: Side) {
  const isArabic = arabicContext(characters, side);
  const isDigit = (index: number, isEuropean: boolean) =>
    characters[index]?.kind === 'number' && !(isEuropean && isArabic[index]);
  for (const [index, character] of characters.entries()) {
    if (character.kind === 'mark') character.kind = characters[index - 1]?.kind ?? base;
    const isOnlyEuropean = character.kind === 'terminator' || /[+-]/.test(character.text);
    const [before, after] = [isDigit(index - 1, isOnlyEuropean), isDigit(index + 1, isOnlyEuropean)];
    const isBetween = before && after && isArabic[index - 1] === isArabic[index + 1];
    if (character.kind === 'separator') character.kind = isBetween ? 'number' : 'neutral';
    if (character.kind === 'terminator') character.kind = before || after ? 'number' : 'neutral';
  }
  let strong: Kind = base;
  for (const [index, character] of characters.entries()) {
    if (character.kind === 'L' || character.kind === 'R') strong = character.kind;
    if (strong === 'L' && character.kind === 'number' && !isArabic[index]) character.kind = 'L';
  }
}

/** Rules N1 and N2: what is between two of one direction follows them, and the base direction otherwise. */
function resolveNeutrals(characters: Character[], base: 'L' | 'R') {
  const side = (character: Character | undefined) =>
    character ? (character.kind === 'L' ? 'L' : 'R') : base;
  for (let start = 0; start < characters.length; start += 1) {
    let end = start;
    while (characters[end]?.kind === 'neutral') end += 1;
    if (end === start) continue;
    const before = side(characters[start - 1]);
    const kind = before === side(characters[end]) ? before : base;
    for (const character of characters.slice(start, end)) character.kind = kind;
    start = end - 1;
  }
}

/** Sets the levels of characters in a base direction. The content of an isolate is resolved alone, and is a neutral outside. */
function resolve(characters: Character[], direction: 'ltr' | 'rtl', above: number, side: Side) {
  const base = direction === 'rtl' ? 'R' : 'L';
  const level = above + ((above % 2 === 1) === (direction === 'rtl') ? 0 : 1);
  const outside: Character[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] as Character;
    outside.push(character);
    if (!OPENS.test(character.text)) continue;
    let depth = 1;
    let end = index + 1;
    for (; end < characters.length; end += 1) {
      const { text } = characters[end] as Character;
      depth += OPENS.test(text) ? 1 : CLOSES.test(text) ? -1 : 0;
      if (depth === 0) break;
    }
    const inside = characters.slice(index + 1, end);
    const first = inside.find(({ kind }) => kind === 'L' || kind === 'R')?.kind;
    const isRtl = character.text === '\u2067' || (character.text === '\u2068' && first === 'R');
    resolve(inside, isRtl ? 'rtl' : 'ltr', level + 1, side);
    index = end - 1;
  }
  resolveNumbers(outside, base, side);
  resolveNeutrals(outside, base);
  for (const character of outside) {
    const isOdd = level % 2 === 1;
    const raised = character.kind === 'number' ? (isOdd ? 1 : 2) : (character.kind === 'R') === isOdd ? 0 : 1;
    character.level = level + raised;
  }
}

/**
 * The levels of the characters (code points) of a line from right to left: even ones run from left to right.
 * @param side 'after' for a line that is read, so that pdf.js finds its order from the characters on the page, and 'before' for those
 */
export function levelsOf(line: string, side: Side = 'after'): number[] {
  const characters = Array.from(line, (text) => ({ text, kind: kindOf(text), level: 0 }));
  resolve(characters, 'rtl', 0, side);
  return characters.map(({ level }) => level);
}

/** The order of pieces from left to right (rule L2): reverses sequences from the highest level down to 1. */
export function visualOrder<Piece extends { level: number }>(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while ((order[end]?.level ?? -1) >= level) end += 1;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return order;
}
