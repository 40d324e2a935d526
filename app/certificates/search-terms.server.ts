import type { ExpandWord } from '#app/shared/full-text-search.ts';
import { sqlite } from '#db/client.ts';

/** Prefixes with more completions than this are not expanded. */
const MAX_WORDS = 64;

/** Finds the words of a full-text index that start with a prefix. */
export const longerWords =
  (vocabulary: 'certificate_search_terms' | 'verification_search_terms'): ExpandWord =>
  (word) => {
    const words = sqlite()
      .prepare(`select term from ${vocabulary} where term >= ? and term < ? limit ${MAX_WORDS + 1}`)
      .pluck()
      // The lowest possible longer word. Starting at the prefix itself would count all of its rows.
      .all(`${word}\u0001`, `${word}\u{10ffff}`) as string[];
    return words.length > MAX_WORDS ? null : words;
  };
