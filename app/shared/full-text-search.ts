import { isPair, searchedTerms, searchText, termsOf } from '#db/folding.ts';
import { withStoredEmails } from './email-address.ts';

const MAX_WORDS = 8;
/** Prefixes up to this length are indexed (`prefix=` in the migrations). */
const INDEXED_PREFIX = 8;

/** The terms of a search, without those that begin another one, which change nothing and take as long to find. */
export function searchWords(q: string): string[] {
  const words = searchedTerms(withStoredEmails(q)).slice(0, MAX_WORDS);
  return words.filter(
    (word, at) =>
      !words.some((other, index) => index !== at && other.startsWith(word) && (other !== word || index < at)),
  );
}

/** A word of FTS5's query language, quoted so that it is never an operator. */
const quoted = (word: string) => `"${word.replaceAll('"', '')}"`;

const hasTerm = (terms: string[], word: string) => terms.some((term) => term.startsWith(word));

/** Whether each word of a search begins a term of a text, as in an index. For texts that no index contains. */
export function matchesWords(text: string, words: string[]): boolean {
  const terms = termsOf(text);
  return words.every((word) => hasTerm(terms, word));
}

/**
 * Finds the first line that has all words of a search, or else the first of the words. Folds all lines in one
 * call, which takes half as long for thousands of them.
 * @param lines without line breaks
 */
export function findLine(lines: string[], words: string[]): { index: number; hasAll: boolean } | null {
  const [first] = words;
  if (first === undefined) return null;
  const folded = searchText(lines.join('\n')).split('\n');
  const has = (index: number, word: string) =>
    folded[index]?.includes(word) === true && hasTerm(termsOf(lines[index] ?? ''), word);
  const hasAll = lines.findIndex((_, index) => words.every((word) => has(index, word)));
  if (hasAll !== -1) return { index: hasAll, hasAll: true };
  const index = lines.findIndex((_, at) => has(at, first));
  return index === -1 ? null : { index, hasAll: false };
}

/** Returns the indexed words with a prefix, or null when there are too many. */
export type ExpandWord = (word: string) => string[] | null;

type FtsOptions = {
  /** The owner's term. Without it, rows of all owners match. */
  scope?: string | null | undefined;
  expand?: ExpandWord;
  /** A column filter such as `{open personal}`, for indexes with columns. */
  columns?: string;
  /** A whole word whose rows match too, without the other words. */
  orWord?: string | null;
};

/**
 * A prefix in FTS5's query language. FTS5 collects all rows of a prefix before it returns the first one, so a long prefix
 * becomes a list of words, whose rows are read lazily. So are those of a pair, which is a whole term.
 */
function term(word: string, expand: ExpandWord | undefined): string {
  if (isPair(word)) return quoted(word);
  const longer = expand && [...word].length > INDEXED_PREFIX ? expand(word) : null;
  return longer === null ? `${quoted(word)} *` : `(${[word, ...longer].map(quoted).join(' OR ')})`;
}

/** An FTS5 query for rows that contain all `words` as prefixes, or `orWord`. Null without words. */
export function ftsQuery(words: string[], { scope, expand, columns, orWord }: FtsOptions = {}) {
  if (words.length === 0) return null;
  const filter = columns ? `${columns} : ` : '';
  const all = words.map((word) => `${filter}${term(word, expand)}`).join(' AND ');
  const terms = orWord ? `((${all}) OR ${filter}${quoted(orWord)})` : all;
  return scope ? `${columns ? 'scope : ' : ''}${quoted(scope)} AND ${terms}` : terms;
}
