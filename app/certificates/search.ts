import { parseUniqueId } from './unique-id.ts';

const MAX_TOKENS = 8;
/** Up to this length a beginning is in the index as it stands (`prefix=` in the migration), and is found at once. */
export const INDEXED_PREFIX = 8;

/**
 * What a person typed into a search box, as the beginnings of words that all have to be there: split where the
 * index splits text (unicode61: letters, digits and their marks are words). A whole certificate ID, in whatever way
 * it was typed, is one word.
 */
export function searchTokens(q: string): string[] {
  const uniqueId = parseUniqueId(q);
  if (uniqueId) return [uniqueId];
  return (q.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_TOKENS);
}

/** A word of FTS5's query language: only letters and digits reach it, so nothing can be quoted out of it. */
const word = (token: string) => `"${token.replaceAll('"', '')}"`;

/** A token as the index keeps it: lower case, without diacritics. */
export const folded = (token: string) => token.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * One beginning of a word as FTS5 asks for it. A long one is asked for as the words that begin with it, which are read
 * lazily from the newest on; as a prefix all their rows would be collected first.
 * @param expand the longer words of the index that begin with a token, or null when there are too many to name
 */
function term(token: string, expand: (token: string) => string[] | null): string {
  const longer = [...token].length <= INDEXED_PREFIX ? null : expand(folded(token));
  return longer === null ? `${word(token)} *` : `(${[token, ...longer].map(word).join(' OR ')})`;
}

/**
 * An FTS5 query for rows that contain every token, or null without a token.
 * @param scope the owner's term, from `scopeTerm`; null for every row
 * @param columns a column filter such as `{open personal}`, where the index has columns
 */
export function ftsQuery(
  tokens: string[],
  scope: string | null,
  expand: (token: string) => string[] | null,
  columns = '',
): string | null {
  if (tokens.length === 0) return null;
  const terms = tokens.map((token) => term(token, expand));
  const filter = columns ? `${columns} : ` : '';
  const words = terms.map((part) => `${filter}${part}`).join(' AND ');
  if (scope === null) return words;
  return `${columns ? 'scope : ' : ''}${word(scope)} AND ${words}`;
}

/** Private-use characters, which no search box lets through: they begin the terms that mark whose a row is. */
const SCOPE_MARKS = { issuer: '\ue001', verifier: '\ue002' } as const;

/** The term by which an issuer's or a verifier's rows are marked in the index (written by search-index.server.ts and by a trigger). */
export const scopeTerm = (kind: 'issuer' | 'verifier', id: string) =>
  `${SCOPE_MARKS[kind]}${id.replaceAll('-', '')}`;
