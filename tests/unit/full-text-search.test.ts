import { describe, expect, it } from 'vitest';
import { ftsQuery, searchWords } from '#app/shared/full-text-search.ts';

describe('a search as an FTS5 query', () => {
  it.each([
    ['react native', '"react" * AND "native" *'],
    ['C++ "OR" NOT(a)', '"C" * AND "OR" * AND "NOT" * AND "a" *'],
    ['Gro\u0308ße', '"Größe" *'],
  ])('%s', (q, query) => expect(ftsQuery(searchWords(q))).toBe(query));

  it('is none without a word', () => expect(ftsQuery(searchWords(' "*" -- '))).toBeNull());

  it('is confined to columns and to an owner', () => {
    const query = ftsQuery(['ana', 'li'], { scope: 'mine', columns: '{open personal}' });
    expect(query).toBe('scope : "mine" AND {open personal} : "ana" * AND {open personal} : "li" *');
  });

  it('names the longer words of a long beginning, unless there are too many', () => {
    const words = ['Distributed'];
    expect(ftsQuery(words, { expand: (word) => [`${word}ly`] })).toBe('("Distributed" OR "distributedly")');
    expect(ftsQuery(words, { expand: () => null })).toBe('"Distributed" *');
  });
});
