import { describe, expect, it } from 'vitest';
import { formatHoursAndMinutes } from '#app/courses/duration.ts';
import { secondFactorResetMail } from '#app/mail/account-mails.server.ts';
import { expirySummaryMail } from '#app/mail/certificate-mails.server.ts';
import { writeMail } from '#app/mail/compose.server.ts';
import { deletionRequestedMail } from '#app/mail/privacy-mails.server.ts';
import {
  compareTexts,
  formatBytes,
  formatFacts,
  formatList,
  formatNumber,
  formatPercent,
  formatTenths,
} from '#app/messages/format-numbers.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { entryTitle, formatMonth } from '#app/payments/credit/statement-lines.ts';
import type { StatementEntry } from '#app/payments/credit/statements.server.ts';
import { gatewayName } from '#app/payments/gateway.ts';
import { formatCalendarDate, formatCalendarMonth } from '#app/shared/format-dates.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { formatUsd } from '#app/shared/money.ts';

const AT = Date.UTC(2025, 2, 14, 15, 9);
/** Marks of direction, and spaces that do not break. */
const plain = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/[\u00a0\u202f]/g, ' ');

const allOf = (language: string) =>
  inLanguage(language, () =>
    [
      formatCalendarDate('2025-03-14'),
      formatCalendarMonth('2025-03'),
      formatInstant(AT, 'UTC'),
      formatMonth('2025-03'),
      formatNumber(1234567),
      formatTenths(4),
      formatBytes(1_600_000),
      formatPercent(0.185),
      formatUsd(420_000),
      formatUsd(1_250),
      formatUsd(-500),
    ].map(plain),
  );

describe('dates, numbers and amounts', () => {
  it('are British in English, and amounts have no commas', () =>
    expect(allOf('en')).toEqual([
      ...['14/03/2025', '03/2025', '14/03/2025, 15:09', 'March 2025'],
      ...['1,234,567', '4.0', '1.5 MB', '18.5%', '$4,200', '$12.50', '-$5'],
    ]));

  it('are written in German as Germans do', () =>
    expect(allOf('de')).toEqual([
      ...['14.03.2025', '03/2025', '14.03.2025, 15:09', 'März 2025'],
      ...['1.234.567', '4,0', '1,5 MB', '18,5 %', '4.200 $', '12,50 $', '-5 $'],
    ]));

  it.each(['ar', 'fa', 'hi', 'th', 'ar-SA', 'zh-Hans'])(
    'have Latin digits and the Gregorian calendar in %s',
    (language) => {
      const all = allOf(language);
      expect(all.join('').replace(/[0-9]/g, '')).not.toMatch(/\p{Nd}/u);
      expect(all[0]).toMatch(/^(?:14\D03\D2025|2025\D03\D14)$/);
      expect(all[2]).toContain('15:09');
      expect(all[3]).toContain('2025');
      expect(all[8]).toMatch(/^[$]\s?4,200$|^4,200\s?[$]$|^[$]\s?4٬200$|^4٬200\s?[$]$/);
    },
  );

  it('are the same as those of Intl, which takes longer', () => {
    for (const language of ['de', 'fr', 'es', 'ar', 'hi', 'pt-BR', 'zh-Hans', 'ja', 'hu']) {
      const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
        timeZone: 'UTC',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      expect(inLanguage(language, () => formatInstant(AT, 'UTC'))).toBe(format.format(AT));
    }
  });
});

it.each([
  ['en', '2h 5m', 'Test card'],
  ['de', '2 Std. 5 Min.', 'Testkarte'],
  ['zh-Hans', '2 小时 5 分钟', '测试卡'],
])('lengths of courses and names of gateways are in %s', (language, length, card) =>
  inLanguage(language, () => {
    expect(plain(formatHoursAndMinutes(7_500))).toBe(length);
    expect(gatewayName('sandbox')).toBe(card);
  }),
);

it('mails write dates and numbers as their reader does', () => {
  const person = { name: 'Ada', email: 'ada@people.example' };
  const written = inLanguage('de', () =>
    [
      deletionRequestedMail(person, '2025-03-14'),
      secondFactorResetMail(person, { reason: 'Lost', effectiveAt: AT, token: 'a-token' }),
      expirySummaryMail({ ...person, week: 1, month: 20, twoMonths: 1234, unsubscribe: 'x' }),
    ].map((mail) => writeMail(mail).text),
  );
  expect(written[0]).toContain('14.03.2025');
  expect(written[1]).toContain('14.03.2025, 15:09 UTC');
  expect(written[2]).toContain('1.234');
});

it.each([
  ['en', 'Refund: Optics'],
  ['zh-Hans', '退款：Optics'],
])('a refund on a statement has the colon of %s', (language, title) => {
  const entry = { kind: 'refund', title: 'Optics' } as StatementEntry;
  expect(inLanguage(language, () => entryTitle(entry))).toBe(title);
});

it('a month in Chinese has no zero before it', () => {
  const months = ['2026-01', '2026-12'];
  expect(inLanguage('zh-Hans', () => months.map(formatCalendarMonth))).toEqual(['2026年1月', '2026年12月']);
});

it('names are sorted and joined as the language does', () => {
  const names = ['Zoe', 'Österreich', 'Olga'];
  expect(inLanguage('de', () => names.toSorted(compareTexts))).toEqual(['Olga', 'Österreich', 'Zoe']);
  expect(inLanguage('sv', () => names.toSorted(compareTexts))).toEqual(['Olga', 'Zoe', 'Österreich']);
  expect(inLanguage('en', () => formatList(['Ada', 'Mara', 'Zoe']))).toBe('Ada, Mara, Zoe');
  expect(inLanguage('fr', () => formatList(['Ada', 'Mara']))).toBe('Ada, Mara');
  expect(inLanguage('zh-Hans', () => formatList(['Ada', 'Mara']))).toBe('Ada、Mara');
  expect(inLanguage('zh-Hans', () => formatFacts(['Ada', '2026/11/27']))).toBe('Ada，2026/11/27');
  expect(inLanguage('ar', () => formatList(['Ada', 'ليلى']))).toBe('\u2068Ada\u2069، \u2068ليلى\u2069');
});

it('sentences are joined with a space, except after those of Chinese', () => {
  expect(joinSentences(['One.', '', null, 'Two.'])).toBe('One. Two.');
  expect(joinSentences(['一。', '二！', 'Three'])).toBe('一。二！Three');
});
