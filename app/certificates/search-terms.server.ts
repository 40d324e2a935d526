import { sqlite } from '#db/client.ts';

/** More words than this are not named one by one. */
const MAX_WORDS = 64;

/** The words of a full-text index that are longer than a token and begin with it, or null when there are too many. */
export const longerWords =
  (vocabulary: 'certificate_search_terms' | 'verification_search_terms') =>
  (token: string): string[] | null => {
    const words = sqlite
      .prepare(`select term from ${vocabulary} where term >= ? and term < ? limit ${MAX_WORDS + 1}`)
      .pluck()
      // The lowest longer word there can be: reading from the token itself would count all of its rows.
      .all(`${token}\u0001`, `${token}\u{10ffff}`) as string[];
    return words.length > MAX_WORDS ? null : words;
  };
