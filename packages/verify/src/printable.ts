/**
 * Characters that move the cursor, or hide or reorder text on a terminal: C0, DEL, C1, line and paragraph
 * separators, and the controls of the bidirectional algorithm (UAX 9).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const hexOf = (character: string) => character.charCodeAt(0).toString(16);

/** One line for a terminal, in which control characters are written as escapes, such as `\u{1b}`. */
export const printable = (line: string): string =>
  line.replace(CONTROLS, (character) => `\\u{${hexOf(character)}}`);

/** The same for JSON, which stays the same object. */
export const printableJson = (json: string): string =>
  json.replace(CONTROLS, (character) => `\\u${hexOf(character).padStart(4, '0')}`);
