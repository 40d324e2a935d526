const MAX_WORDS = 8;
/** Beginnings of words up to this length are in the indexes (`prefix=` in the migrations) and are found directly. */
const INDEXED_PREFIX = 8;

/** The words of a search box's text, split as the indexes split text (unicode61: letters, digits and their marks). */
export const searchWords = (q: string): string[] =>
  (q.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);

/** A word of FTS5's query language, quoted so that it is never an operator. */
const quoted = (word: string) => `"${word.replaceAll('"', '')}"`;

/** A word as the indexes hold it: lower case, without diacritics. */
const folded = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names the longer words of an index that begin with a word; null when there are too many to name. */
export type ExpandWord = (word: string) => string[] | null;

type FtsOptions = {
  /** The owner's term; without it every row matches. */
  scope?: string | null | undefined;
  expand?: ExpandWord;
  /** A column filter such as `{open personal}`, where the index has columns. */
  columns?: string;
};

/**
 * The beginning of a word in FTS5's query language. FTS5 collects all rows of a prefix before it gives the first, so a long
 * beginning is written as the words that begin with it, whose rows are read lazily.
 */
function term(word: string, expand: ExpandWord | undefined): string {
  const longer = expand && [...word].length > INDEXED_PREFIX ? expand(folded(word)) : null;
  return longer === null ? `${quoted(word)} *` : `(${[word, ...longer].map(quoted).join(' OR ')})`;
}

/** An FTS5 query for the rows in which every one of `words` is the beginning of a word; null without words. */
export function ftsQuery(words: string[], { scope, expand, columns }: FtsOptions = {}): string | null {
  if (words.length === 0) return null;
  const filter = columns ? `${columns} : ` : '';
  const terms = words.map((word) => `${filter}${term(word, expand)}`).join(' AND ');
  return scope ? `${columns ? 'scope : ' : ''}${quoted(scope)} AND ${terms}` : terms;
}
