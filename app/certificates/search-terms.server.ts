import type { ExpandWord } from '#app/shared/full-text-search.ts';
import { sqlite } from '#db/client.ts';

/** More words than this are not named one by one. */
const MAX_WORDS = 64;

/** Looks up, in a full-text index, the longer words that begin with a word. */
export const longerWords =
  (vocabulary: 'certificate_search_terms' | 'verification_search_terms'): ExpandWord =>
  (word) => {
    const words = sqlite
      .prepare(`select term from ${vocabulary} where term >= ? and term < ? limit ${MAX_WORDS + 1}`)
      .pluck()
      // The lowest longer word there can be: reading from the word itself would count all of its rows.
      .all(`${word}\u0001`, `${word}\u{10ffff}`) as string[];
    return words.length > MAX_WORDS ? null : words;
  };
