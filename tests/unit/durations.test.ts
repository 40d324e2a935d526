import { describe, expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { addDuration, durationInWords, parseDuration } from '#app/shared/durations.ts';
import { durationToEnter, isSameDuration, readDuration } from '#app/shared/entered-durations.ts';
import { certificateInput } from '#tests/support/factories.ts';

it.each([
  ['P2Y', { years: 2, months: 0, days: 0 }],
  ['P1Y6M', { years: 1, months: 6, days: 0 }],
  ['p90d', { years: 0, months: 0, days: 90 }],
  ['2 years', { years: 2, months: 0, days: 0 }],
  [' 18 Months ', { years: 0, months: 18, days: 0 }],
  ['1 day', { years: 0, months: 0, days: 1 }],
])('%s is a duration', (text, duration) => expect(parseDuration(text)).toEqual(duration));

it.each([
  ['en', '1 year 6 months 30 days'],
  ['de', '1 Jahr 6 Monate 30 Tage'],
  ['fr', '1\u00a0an 6\u00a0mois 30\u00a0jours'],
  ['zh-Hans', '1 年 6 个月 30 天'],
])('is written in words of %s', (language, words) =>
  expect(inLanguage(language, () => durationInWords({ years: 1, months: 6, days: 30 }))).toBe(words),
);

it.each([
  ['de', '2 Jahre', 'P2Y'],
  ['de', '1 Jahr 6 Monate 30 Tage', 'P1Y6M30D'],
  ['de', '18 MONATE', 'P18M'],
  ['de', '2 years', '2 years'],
  ['fr', '2 ans', 'P2Y'],
  ['fr', '1 000 jours', 'P1000D'],
  ['de', '1.000 Tage', 'P1000D'],
  ['es', '90 días', 'P90D'],
  ['pt-BR', '1 mês', 'P1M'],
  ['ar', 'سنتان', 'P2Y'],
  ['ar', '\u20663 سنوات\u2069', 'P3Y'],
  ['ar', 'سنة 11 شهرا', 'P1Y11M'],
  ['ar', '١٨ شهرًا', 'P18M'],
  ['hi', '6 महीने', 'P6M'],
  ['hi', '२ वर्ष', 'P2Y'],
  ['zh-Hans', '２年', 'P2Y'],
  ['zh-Hans', '2年6个月', 'P2Y6M'],
  ['en', '1 year 6 months', 'P1Y6M'],
])('in %s, %j is read as %s', (language, text, stored) => {
  expect(inLanguage(language, () => readDuration(text))).toBe(stored);
  expect(parseDuration(stored)).not.toBeNull();
});

it.each([
  ['de', '2 ans'],
  ['de', '2 Jahre 3 Jahre'],
  ['de', '0 Tage'],
  ['de', '1,500 Jahre'],
  ['ar', '3 سنتان'],
  ['de', 'Jahre'],
  ['de', '2 Jahre bald'],
  ['de', '99999 Tage'],
])('in %s, %j is not a duration', (language, text) =>
  expect(inLanguage(language, () => readDuration(text))).toBeNull(),
);

it('shows a stored duration in words that mean the same', () => {
  for (const language of languages()) {
    for (const stored of ['P1Y', 'P2Y', 'P1Y6M', 'P11D', 'P9999D', '2 years', 'p0018m']) {
      const read = () => readDuration(durationToEnter(stored));
      expect(isSameDuration(inLanguage(language, read), stored), `${language}: ${stored}`).toBe(true);
    }
  }
  expect(inLanguage('de', () => durationToEnter('P2Y'))).toBe('2 Jahre');
  expect(inLanguage('en', () => durationToEnter('P2Y'))).toBe('2 years');
  expect(isSameDuration('P2Y', 'P24M')).toBe(false);
  expect([isSameDuration(null, 'P2Y'), isSameDuration(null, null)]).toEqual([false, true]);
});

it.each([
  '',
  'P',
  'P0D',
  'PT5H',
  'P2W',
  '-P1Y',
  'P1.5Y',
  'P99999Y',
  '2',
  'years',
  'P1M1Y',
  `P${'1'.repeat(99)}Y`,
])('%j is not a duration', (text) => expect(parseDuration(text)).toBeNull());

it.each([
  ['2026-02-28', 'P2Y', '2028-02-28'],
  ['2024-02-29', 'P1Y', '2025-02-28'],
  ['2026-01-31', 'P1M', '2026-02-28'],
  ['2026-12-31', 'P2M', '2027-02-28'],
  ['2026-12-31', 'P1D', '2027-01-01'],
  ['2024-01-31', 'P1M1D', '2024-03-01'],
  ['9999-12-31', 'P1D', null],
  ['2026-01-01', 'P9999Y', null],
])('%s plus %s is %s', (date, text, end) => {
  const duration = parseDuration(text);
  expect(duration && addDuration(date, duration)).toBe(end);
});

describe('expiresAfter', () => {
  const parse = (fields: object) => issueSchema.safeParse(certificateInput({ expiryDate: null, ...fields }));
  const messages = (fields: object) => parse(fields).error?.issues.map(({ message }) => message);

  it('becomes the expiry date', () => {
    expect(parse({ expiresAfter: 'P2Y' }).data).toEqual({
      ...certificateInput({ expiryDate: '2028-02-28' }),
      allowDuplicate: false,
    });
    expect(parse({ expiresAfter: '' }).data?.expiryDate).toBeNull();
  });

  it('is understood in words of the language of the reader', () => {
    const inGerman = (expiresAfter: string) =>
      inLanguage('de', () => parse({ issueDate: '2026-01-01', expiresAfter }).data);
    expect(inGerman('2 Jahre')?.expiryDate).toBe('2028-01-01');
    expect(inGerman('Nie')?.neverExpires).toBe(true);
    const inArabic = (expiresAfter: string) => inLanguage('ar', () => parse({ expiresAfter }).data);
    expect(inArabic('\u2068أبدًا\u2069')?.neverExpires).toBe(true);
    expect(inArabic('أبدا')?.neverExpires).toBe(true);
  });

  it('is refused with an expiry date, beyond the year 9999, and when it is not a duration', () => {
    expect(messages({ expiryDate: '2028-01-01', expiresAfter: 'P1Y' })).toEqual([
      'Enter either Expiry Date or Expires after, not both.',
    ]);
    expect(messages({ expiresAfter: 'P9999Y' })).toEqual([
      'Expires after must not lead beyond the year 9999.',
    ]);
    expect(messages({ expiresAfter: 'soon' })).toEqual([
      "Expires after must be a duration such as 'P2Y' or '2 years'.",
    ]);
  });
});
