import { describe, expect, it } from 'vitest';
import { courseSchema } from '#app/courses/course.schema.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { parseUsd } from '#app/shared/entered-numbers.ts';

const priceIn = (language: string, price: string | number) =>
  inLanguage(language as never, () => {
    const { data, error } = courseSchema.safeParse({ title: 'Bees', description: 'About bees', price });
    return data ? data.price : error?.issues[0]?.message;
  });

describe('a price is read in every notation that has one meaning', () => {
  it.each([
    ['1,500.00', 150_000],
    ['1.500,00', 150_000],
    ['1 500', 150_000],
    ['1\u202f500,50', 150_050],
    ["1'500.5", 150_050],
    ['１５００', 150_000],
    ['١٥٠٠٫٥', 150_050],
    ['١٬٥٠٠', 150_000],
    ['1,50,000', 15_000_000],
    ['12,5', 1_250],
    ['$ 12.50', 1_250],
    ['12,50 $', 1_250],
    ['US$12.50', 1_250],
    ['12.50 USD', 1_250],
    ['＄49', 4_900],
  ])('%s', (text, cents) => {
    for (const language of ['en', 'de', 'fr', 'ar']) expect(priceIn(language, text), language).toBe(cents);
  });

  it.each([
    '1e3',
    '0x10',
    '-5',
    '12.345.6',
    '1,2,3',
    '$',
    '5 EUR',
    '12..5',
    '10²',
    '1.2345678',
    `1${'0'.repeat(12)}`,
  ])('and %s has none', (text) => expect(parseUsd(text)).toBeNull());
});

it('the sign between thousands is that of the reader, and the decimal sign before three digits means two amounts', () => {
  expect([priceIn('en', '1,500'), priceIn('de', '1.500')]).toEqual([150_000, 150_000]);
  expect(priceIn('en', '1.500')).toBe(
    '“1.500” may mean $1,500 or $1.50. Enter it without a sign between thousands.',
  );
  expect(priceIn('de', '1,500')).toMatch(/1\.500.\$ oder 1,50.\$/);
  expect(priceIn('en', '1.000')).toContain('$1,000 or $1.');
});

it('a number of a program has one meaning in every language', () => {
  expect([priceIn('de', 1.5), priceIn('de', 1500)]).toEqual([150, 150_000]);
  for (const language of ['en', 'de']) expect(priceIn(language, 1.125)).toMatch(/such as|zum Beispiel/);
});
