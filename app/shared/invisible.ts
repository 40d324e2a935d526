/** Characters that show nothing: those that Unicode lets fonts ignore, marks of annotations, and the empty Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u;

/** Viramas of the scripts in which a joiner forms or prevents a conjunct. */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2]';
/** A letter of a script that joins its letters. */
const JOINED = `(?=\\p{L})[${['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Mongolian', 'Adlam', 'Hanifi_Rohingya']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;

/** Invisible characters that a script needs: joiners, as in appendix A of RFC 5892, and variation selectors. */
const NEEDED = new RegExp(
  [
    `(?<=${VIRAMA})[\\u200c\\u200d]`,
    // Bengali and Kannada: the letter ra keeps its shape before the virama.
    '(?<=[\\u09b0\\u0cb0])\\u200d(?=[\\u09cd\\u0ccd])',
    `(?<=${JOINED}\\p{M}{0,4})\\u200c(?=${JOINED})`,
    '(?<=[\\u1820-\\u18aa])[\\u180b-\\u180f]',
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
 * The first invisible character of a text, for example 'U+200B', or null. Characters that a script needs are not counted.
 * @param allowsEmoji whether emoji may be joined
 */
export function invisibleIn(text: string, allowsEmoji: boolean): string | null {
  if (!INVISIBLE.test(text)) return null;
  // The joiners first, because what precedes one may be a variation selector.
  const rest = (allowsEmoji ? text.replace(IN_EMOJI, '') : text).replace(NEEDED, '');
  const found = INVISIBLE.exec(rest)?.[0].codePointAt(0);
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}
