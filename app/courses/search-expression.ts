const MAX_WORDS = 12;

/**
 * What people type as an FTS5 query: every word has to occur, as itself or as the beginning of one. Each word is quoted, so
 * that none is an operator. Null when there is no word in it, which then filters nothing.
 */
export function searchExpression(text: string): string | null {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu);
  return words
    ? words
        .slice(0, MAX_WORDS)
        .map((word) => `"${word}"*`)
        .join(' ')
    : null;
}
