import { fold } from '#db/folding.ts';

/** The words of a caption without tags and codes, and which of its lines have wrong tags, or signs that stay as they are. */
export type CaptionText = { text: string; wrongTags: number[]; plainSigns: number[] };

const TAG = /<(\/?)([a-z][a-z0-9]*)(?:\.[^\s<>]*)?(?:\s([^<>]*))?>|<\d[\d:.,]*>/gi;
/** Tags of WebVTT, and of HTML for the look of letters, which programs write too. */
const KNOWN_TAGS = new Set('b br c em font i lang rt ruby s span strong u v'.split(' '));
const CODE = /&(?:(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});)?/gi;
const CODES: Record<string, string> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lrm: '\u200e',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
  rlm: '\u200f',
};

function character(code: string): string | undefined {
  if (!code.startsWith('#')) return Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  const number = Number(code.replace(/^#(?=\d)/, '').replace(/^#x/i, '0x'));
  return number >= 32 && number <= 0x10ffff ? String.fromCodePoint(number).toWellFormed() : undefined;
}

/** Reads the text of a cue of WebVTT: after the speaker's name, without tags. */
export function fromWebVtt(raw: string): CaptionText {
  const wrongTags: number[] = [];
  let [line, counted] = [0, 0];
  const words = raw.replace(
    TAG,
    (_tag, close: string, name: string | undefined, more: string | undefined, at: number) => {
      line += raw.slice(counted, at).split('\n').length - 1;
      counted = at;
      const known = name?.toLowerCase();
      if (known !== undefined && !KNOWN_TAGS.has(known)) wrongTags.push(line);
      if (known === 'v' && close === '' && more?.trim()) return `${more.trim()}: `;
      return known === 'br' ? ' ' : '';
    },
  );
  const withoutTags = raw.replace(TAG, (tag) => tag.replace(/[^\n]/g, ''));
  const plainSigns = withoutTags.split('\n').flatMap((text, index) => {
    const rest = text.replace(CODE, (whole, code?: string) => (code && character(code) ? '' : whole));
    return /[<&]/.test(rest) ? [index] : [];
  });
  const text = words.replace(CODE, (whole, code?: string) => (code && character(code)) ?? whole);
  return { text, wrongTags, plainSigns };
}

/** Reads the text of SRT or SBV, which have few tags, such as `<i>`, and positions. All other signs are text. */
export const fromPlain = (raw: string): CaptionText => ({
  text: raw.replace(/<\/?(?:b|i|u|s|font)\b[^>]*>|\{\\[^}]*\}/gi, '').replaceAll('[br]', '\n'),
  wrongTags: [],
  plainSigns: [],
});

/** Reads the text of a list of times in frames, whose lines are parted by bars where a caption has one line. '^I' begins and ends italics. */
export const fromFrames = (raw: string): CaptionText =>
  fromPlain(raw.replaceAll('|', '\n').replaceAll(/\^[BIU]/g, ''));

const MOST_WORDS = 40;

/**
 * Whether the words at the end of a caption, or its last line, are those at the beginning of the next, as in captions that roll. A line of
 * Chinese is one word.
 */
export function rollsOn(text: string, next: string): boolean {
  const written = (part = '') => fold(part, { ignoreCase: true });
  if (written(text.split('\n').at(-1)) === written(next.split('\n', 1)[0])) return true;
  const words = written(text).split(' ').slice(-MOST_WORDS);
  const begin = written(next).split(' ', MOST_WORDS);
  for (let count = Math.min(words.length, begin.length); count > 0; count -= 1) {
    const isWhole = count === words.length || count > 1;
    if (isWhole && words.slice(-count).every((word, at) => word === begin[at])) return true;
  }
  return false;
}
