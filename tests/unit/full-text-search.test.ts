import { describe, expect, it } from 'vitest';
import { findLine, ftsQuery, matchesWords, searchWords } from '#app/shared/full-text-search.ts';
import { limitHere, processorMs } from '#tests/support/processor-time.ts';

describe('a search without an index', () => {
  it.each([
    ['Formal Logic, École Polytechnique', 'LOG ecole', true],
    ['Formal Logic', 'ogic', false],
    ['Formal Logic', 'formal greek', false],
    ['Gro\u0308ße', 'gro', true],
    ['anything', '', true],
    ["Sinéad O'Brien", 'obrien', true],
    ['Sinead OBrien', "o'brien", true],
    ['Sinéad O’Brien', 'brien', true],
    ['Verres d’eau', 'eau', true],
    ['Frühwald und Łódź', 'lodz fruhwald', true],
    ['Größe', 'GROSSE', true],
    ['Programming in C++', 'c++', true],
    ['Programming in C++17', 'C++ 17', true],
    ['Programming in C#', 'C++', false],
    ['Programming in C++', 'C#', false],
    ['Programming in C', 'C++', false],
    ['Programming in Ｃ＋＋', 'c', true],
    ['至尊藏点驭众点', '驭众点', true],
    ['至尊藏点驭众点', '众至', false],
    ['数据库基础课程', '基础', true],
    ['数据库', '库', true],
    ['プログラミング入門', 'ラミ', true],
    ['ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ', 'プログラ', true],
    ['ガラス', 'カラ', false],
    ['한국어교육', '교육', true],
    ['การเขียนโปรแกรม', 'โปรแกรม', true],
    ['การเขียนโปรแกรม', 'เขียน', true],
    ['ພາສາລາວ', 'ລາວ', true],
    ['ភាសាខ្មែរ', 'ខ្មែរ', true],
    ['မြန်မာစာ', 'မာစာ', true],
    ['हिन्दी साहित्य', 'साहित्य', true],
    ['हिन्दी साहित्य', 'सहत', false],
    ['Йошкар-Ола', 'йошкар', true],
    ['Ёлка', 'елка', true],
    ['أحمد القاهرة', 'احمد القاهره', true],
    ['إيمان', 'ايمان', true],
    ['مُؤَسَّسَة', 'موسسة', true],
    ['علی‌رضا', 'عليرضا', true],
    ['第３章', '第3章', true],
  ])('%s contains the words of %s: %s', (text, q, found) =>
    expect(matchesWords(text, searchWords(q))).toBe(found),
  );
});

it.each([
  ['stu student stud student', ['student']],
  ['A a an AN', ['an']],
  ['ann anna lind', ['anna', 'lind']],
  ['é e', ['e']],
  ['数据库', ['数据', '据库']],
  ["O’Brien's C++", ['obriens', 'c++']],
])('the words of %s are those that begin no other one', (q, words) => expect(searchWords(q)).toEqual(words));

describe('the line that a search finds', () => {
  const lines = ['Größe und Ordnung', 'Grosse Uhren', 'Uhren der Größe nach', '', 'C++ 3.14'];
  it.each([
    ['grosse uhr', { index: 1, hasAll: true }],
    ['GRÖSSE nach', { index: 2, hasAll: true }],
    ['größe nach', { index: 2, hasAll: true }],
    ['ordnung uhren', { index: 0, hasAll: false }],
    ['rdnung', null],
    ['c 14', { index: 4, hasAll: true }],
    ['C++', { index: 4, hasAll: true }],
    ['C#', null],
    ['', null],
    ['\u0301', null],
  ])('%s', (q, found) => expect(findLine(lines, searchWords(q))).toEqual(found));

  it('is found in a megabyte in a short time', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `Zeile ${at} ${'wörd '.repeat(32)}`);
    const find = () =>
      expect(findLine(many, searchWords('4999 wörd'))).toEqual({ index: 4_999, hasAll: true });
    expect(processorMs(find)).toBeLessThan(limitHere(200));
  });
});

describe('the FTS5 query of a search', () => {
  it.each([
    ['react native', '"react" * AND "native" *'],
    ['C++ "OR" NOT(a)', '"c++" * AND "or" * AND "not" * AND "a" *'],
    ['Gro\u0308ße', '"grosse" *'],
    ['基础课', '"基础" AND "础课"'],
    ['库', '"库" *'],
  ])('%s', (q, query) => expect(ftsQuery(searchWords(q))).toBe(query));

  it('is null without a word', () => expect(ftsQuery(searchWords(' "*" -- '))).toBeNull());

  it('can be limited to columns and to an owner', () => {
    const query = ftsQuery(['ana', 'li'], { scope: 'mine', columns: '{open personal}' });
    expect(query).toBe('scope : "mine" AND {open personal} : "ana" * AND {open personal} : "li" *');
  });

  it('can match a whole word instead of the words', () => {
    const query = ftsQuery(['ana', 'li'], { scope: 'mine', columns: '{open}', orWord: 'X1' });
    expect(query).toBe('scope : "mine" AND (({open} : "ana" * AND {open} : "li" *) OR {open} : "X1")');
  });

  it('lists the indexed words that begin with a long prefix, unless there are too many', () => {
    const words = ['distributed'];
    expect(ftsQuery(words, { expand: (word) => [`${word}ly`] })).toBe('("distributed" OR "distributedly")');
    expect(ftsQuery(words, { expand: () => null })).toBe('"distributed" *');
  });
});
