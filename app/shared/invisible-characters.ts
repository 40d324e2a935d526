/** Characters that show nothing: those that Unicode lets fonts ignore, marks of annotations, and the empty Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u;

/** Viramas of the scripts in which a joiner forms or prevents a conjunct. */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2\\u1b44\\u1baa\\u1bab\\ua9c0\\uabed\\u{11133}\\u{11134}]';
/** A letter of a script that joins its letters. */
const JOINED = `(?=\\p{L})[${['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Mongolian', 'Adlam', 'Hanifi_Rohingya']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;

/** Invisible characters that a script or an emoji needs: joiners, as in appendix A of RFC 5892, variation selectors, and tags. */
const NEEDED = new RegExp(
  [
    `(?<=${VIRAMA})[\\u200c\\u200d]`,
    // Bengali and Kannada: the letter ra keeps its shape before the virama.
    '(?<=[\\u09b0\\u0cb0])\\u200d(?=[\\u09cd\\u0ccd])',
    `(?<=${JOINED}\\p{M}{0,4})\\u200c(?=${JOINED})`,
    '(?<=[\\u1820-\\u18aa])[\\u180b-\\u180f]',
    // Of the flags of England, Scotland and Wales.
    '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{Script=Myanmar})\\ufe00',
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  ].join('|'),
  'gu',
);

/** Joiners within an emoji. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * The first invisible character of a name, for example 'U+200B', or null. Characters that a script or an emoji needs are not counted.
 */
export function invisibleIn(text: string): string | null {
  if (!INVISIBLE.test(text)) return null;
  // The joiners of emoji first, because what precedes one may be a variation selector.
  const found = INVISIBLE.exec(text.replace(IN_EMOJI, '').replace(NEEDED, ''))?.[0];
  return found === undefined ? null : codePoint(found);
}

/** A character by its number, for example 'U+200B'. */
export const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const AT_AN_END = /[\s\p{Z}\p{Cf}]/u;

/**
 * Removes spaces, marks of direction and other invisible characters from the ends of a name, except those that its letters and emoji need. A
 * pattern for the end would take quadratic time for a long run of spaces.
 */
export function trimInvisible(text: string): string {
  if (!AT_AN_END.test(text.slice(0, 2)) && !AT_AN_END.test(text.slice(-2))) return text;
  const characters = [...text];
  const needed = new Set([...text.matchAll(NEEDED)].map((match) => match.index + match[0].length));
  let [start, end, endInText] = [0, characters.length, text.length];
  const isInvisible = (character = '') => AT_AN_END.test(character);
  while (start < end && isInvisible(characters[start])) start += 1;
  while (end > start && !needed.has(endInText) && isInvisible(characters[end - 1])) {
    end -= 1;
    endInText -= characters[end]?.length ?? 0;
  }
  return characters.slice(start, end).join('');
}

/** A letter of a script that is written without spaces, in which U+200B separates words. */
const WITHOUT_SPACES = `[${['Khmer', 'Lao', 'Myanmar', 'Thai', 'Tibetan', 'Javanese', 'Balinese']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;

/** Invisible characters of a text, of which the first group is kept. */
const IN_PROSE = new RegExp(
  `(?=${INVISIBLE.source})(?:(${[
    NEEDED.source,
    IN_EMOJI.source,
    `(?<=${WITHOUT_SPACES})\\u200b(?=${WITHOUT_SPACES})`,
    // Marks of direction, tags in flags, and the space of Braille.
    '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2800]',
    '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]',
  ].join('|')})|.)`,
  'gsu',
);

const [POP_EMBEDDING, POP_ISOLATE] = ['\u202c', '\u2069'];

/**
 * Closes embeddings and isolates at the end of their line, and drops ends without a beginning, so that they don't reach the text around.
 * Overrides become embeddings, because they reverse letters.
 */
function withClosedDirections(line: string): string {
  const ends: string[] = [];
  let isolates = 0;
  const text = line.replace(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => {
    if (mark === POP_ISOLATE) {
      if (isolates === 0) return '';
      isolates -= 1;
      while (ends.pop() !== POP_ISOLATE);
      return mark;
    }
    if (mark === POP_EMBEDDING) {
      if (ends.at(-1) !== POP_EMBEDDING) return '';
      ends.pop();
      return mark;
    }
    const isIsolate = mark >= '\u2066';
    if (isIsolate) isolates += 1;
    ends.push(isIsolate ? POP_ISOLATE : POP_EMBEDDING);
    if (mark === '\u202d') return '\u202a';
    return mark === '\u202e' ? '\u202b' : mark;
  });
  return text + ends.toReversed().join('');
}

/**
 * Cleans a text of what programs leave in it: soft hyphens, byte order marks and stray zero-width characters go; U+000B, other line breaks and
 * separators become line breaks. Marks of direction, and what a script or an emoji needs, stay.
 */
export function cleanProse(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are line breaks
  const lines = text.replace(/\r\n?|[\u000b\u000c\u2028\u2029]/g, '\n');
  if (!INVISIBLE.test(lines)) return lines;
  const kept = lines.replace(IN_PROSE, (_, needed: string | undefined) => needed ?? '');
  return /[\u202a-\u202e\u2066-\u2069]/.test(kept)
    ? kept.split('\n').map(withClosedDirections).join('\n')
    : kept;
}
