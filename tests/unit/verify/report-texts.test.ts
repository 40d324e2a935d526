import { ENGLISH_TEXTS, type TextCode } from '@certrace/verify';
import { describe, expect, it } from 'vitest';
import { ENGLISH, inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { reportTexts } from '#app/verification/authentication/report-texts.ts';

const { sentences: _, and: __, or: ___, ...english } = ENGLISH_TEXTS;
const codes = Object.keys(english) as TextCode[];
/** Stands for the values of any text: each is its name. */
const values = new Proxy({}, { get: (_, name) => `[${String(name)}]` });
const worded = (texts: typeof ENGLISH_TEXTS, code: TextCode) =>
  (texts[code] as (given: object) => string)(values);
const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

describe('the texts of the site’s reports', () => {
  it.each(codes)('say in English what the package says: %s', (code) => {
    const own = worded(ENGLISH_TEXTS, code);
    expect(inLanguage(ENGLISH, () => worded(reportTexts, code))).toBe(own);
    expect(own).not.toMatch(/[{}]|undefined/);
  });

  it.each(languages().filter((language) => language !== ENGLISH))(
    'say the same with its values in %s',
    (language) => {
      const valuesIn = (text: string) => [...new Set(bare(text).match(/\[\w+\]/g))].toSorted();
      const wrong = codes.filter((code) => {
        const text = inLanguage(language, () => worded(reportTexts, code));
        const own = worded(ENGLISH_TEXTS, code);
        return text === own || String(valuesIn(text)) !== String(valuesIn(own));
      });
      expect(wrong).toEqual([]);
    },
  );

  it('have lists as the reader writes them', () => {
    const names = ['oak.example', 'elm.example', 'ash.example'];
    const inChinese = () => reportTexts.and(names);
    expect(inLanguage('zh-Hans', inChinese)).toBe('oak.example、elm.example 和 ash.example');
    expect(inLanguage('hi', () => reportTexts.or(names))).toBe('oak.example, elm.example या ash.example');
  });

  it('have dates and times as the reader writes them', () => {
    const values = { time: '2026-01-31 12:00 UTC', seen: '2026-02-01 09:30:15 UTC' };
    expect(inLanguage('de', () => reportTexts.expired({ date: '2026-01-31' }))).toContain('31.01.2026');
    const german = inLanguage('de', () => reportTexts.witnessedLate(values));
    expect(german).toContain('31.01.2026, 12:00 UTC');
    expect(german).toContain('01.02.2026, 09:30:15 UTC');
  });
});
