import { describe, expect, it } from 'vitest';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { numberToEnter, readNumber, unmistakable, writtenNumber } from '#app/shared/entered-numbers.ts';
import { inputRows } from '#tests/support/inputs.ts';

const read = (text: string, language = 'en') => inLanguage(language, () => readNumber(text));

describe('a number with one meaning', () => {
  it.each([
    ['5', 5],
    [' 5 ', 5],
    ['+5', 5],
    ['- 5', -5],
    ['−5', -5],
    ['–5', -5],
    ['—5', -5],
    ['－５', -5],
    ['\u200e-5', -5],
    ['٥', 5],
    ['۵٫۵', 5.5],
    ['१२', 12],
    ['๑๒', 12],
    ['１．５', 1.5],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['.5', 0.5],
    [',5', 0.5],
    ['5.', 5],
    ['0,125', 0.125],
    ['0.125', 0.125],
    ['1234,567', 1234.567],
    ['1,2345', 1.2345],
    ['1 500', 1500],
    ['1\u00a0500', 1500],
    ['1\u202f500,25', 1500.25],
    ["1'500", 1500],
    ['1’500.5', 1500.5],
    ['1,500,000', 1_500_000],
    ['1.500.000', 1_500_000],
    ['1,500.25', 1500.25],
    ['1.500,25', 1500.25],
    ['1,50,000', 150_000],
    ['١٬٥٠٠', 1500],
    ['-1,500,000', -1_500_000],
    ['1e3', 1000],
    ['1,5E-2', 0.015],
  ])('%j is %d in every language', (text, value) => {
    for (const language of languages()) {
      expect([language, read(text, language)]).toEqual([language, { value, hasTwoMeanings: false }]);
    }
  });

  it.each([
    ['', 'no digit', '.', '-', ','],
    ['a unit', '1500 g', '5 %', '5€', '°5'],
    ['another base', '0x10', '0b1', '0o7', '1f'],
    ['a word', 'many', 'Infinity', 'NaN', 'e5'],
    ['no groups of three', '1 5', '15 00', "1'50", '1.50.000', '1,500.000.000', '1.500 000', '12 34 567'],
    ['powers and fractions', '10²', '½', '1/2', '1e999'],
    ['two numbers', '1;5', '1-5', '5-', '1..5', '1,,5'],
  ])('%s is none', (_, ...texts) => {
    expect(texts.map((text) => read(text))).toEqual(texts.map(() => null));
  });
});

describe('a number with two meanings', () => {
  it.each([
    ['en', '1,500', 1500],
    ['en', '1.500', 1.5],
    ['en', '−12,345', -12_345],
    ['de', '1,500', 1.5],
    ['de', '1.500', 1500],
    ['fr', '1,500', 1.5],
    ['fr', '1.500', 1500],
    ['es', '1.500', 1500],
    ['pt-BR', '1.500', 1500],
    ['hi', '1,500', 1500],
    ['zh-Hans', '1,500', 1500],
    ['ar', '1,500', 1500],
    ['ar', '١،٥٠٠', 1500],
  ])('in %s: %s is %d', (language, text, value) =>
    expect(read(text, language)).toEqual({ value, hasTwoMeanings: true }),
  );
});

it.each(languages())('a number in a field is read as it was written (%s)', (language) => {
  const values = [0, 5, -5, 1500, 1.5, 1.125, -12.375, 0.125, 1234.567, 1e-7, 1.25e-7, 1e12];
  for (const value of values) {
    expect(
      read(
        inLanguage(language, () => numberToEnter(value)),
        language,
      ),
    ).toEqual({ value, hasTwoMeanings: false });
    for (const other of languages()) expect(read(unmistakable(value), other)?.value).toBe(value);
  }
  expect(inLanguage(language, () => writtenNumber(1.125))).toMatch(/^1[.,]125$/);
});

it.each(inputRows('quiz-number-answers.csv'))('$typed for $correct answer: $right', (row) => {
  const { typed = '', 'correct answer': correct } = row;
  // A German reads 1.500 as 1500.
  const value = read(typed, typed === '1.500' ? 'de' : 'en')?.value;
  expect(value).toBe(typed.endsWith('g') ? undefined : Number(correct));
});
