import {
  BUDDHIST_YEARS_AHEAD,
  type CalendarDate,
  isBuddhistYear,
  parseCalendarDate,
} from '#app/shared/dates.ts';
import { fold } from '#db/folding.ts';

/** The order of the numbers of a date. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The day of Excel's serial number 0, and the serial numbers that are taken for dates: 1954 to 2119. */
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);
const [FIRST_SERIAL, LAST_SERIAL] = [20_000, 80_000];
const DAY_MS = 86_400_000;
/** More than a date has. Normalisation and patterns take quadratic time for long texts. */
const MOST_CHARACTERS = 100;

/** Languages whose names of months are read, whatever the reader's is. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar', 'hi', 'zh'];

const folded = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.,،]/g, ' ').trim();

/** Numbers of months by their names, long and short. */
let months: ReadonlyMap<string, number> | undefined;

function monthNames(): ReadonlyMap<string, number> {
  if (months) return months;
  const names = new Map<string, number>([
    ['sept', 9],
    ['marz', 3],
    ['mrz', 3],
    ['janner', 1],
    ['feber', 2],
  ]);
  for (const language of LANGUAGES)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
          month,
          ...(day && { day }),
          timeZone: 'UTC',
        });
        for (let number = 1; number <= 12; number += 1) {
          const parts = format.formatToParts(Date.UTC(2026, number - 1, 15));
          const name = folded(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/\p{L}{2}/u.test(name) && !names.has(name)) names.set(name, number);
        }
      }
  months = names;
  return names;
}

function fullYear(year: string): string {
  if (year.length !== 4) return Number(year) < 70 ? `20${year}` : `19${year}`;
  return isBuddhistYear(Number(year)) ? String(Number(year) - BUDDHIST_YEARS_AHEAD) : year;
}

/** The years before the first ones of the eras of Japan and Taiwan. */
const ERAS: Record<string, number> = {
  令和: 2018,
  R: 2018,
  平成: 1988,
  H: 1988,
  昭和: 1925,
  S: 1925,
  民國: 1911,
  民国: 1911,
};
const IN_ERA = new RegExp(`^(${Object.keys(ERAS).join('|')})(?=\\s*[\\d元])`, 'i');

/** The date with its year of the Gregorian calendar in place of the one of an era: 令和8年3月2日, R8.3.2. */
function withoutEra(text: string): string {
  const [, era] = IN_ERA.exec(text) ?? [];
  if (era === undefined) return text;
  return text
    .slice(era.length)
    .replace(/^\s*(?:元|(0*[1-9]\d{0,2})(?!\d))/, (_, year = '1') =>
      String(Number(year) + (ERAS[era.toUpperCase()] ?? 0)),
    );
}

const dateOf = (year: string, month: string | number, day: string): CalendarDate | null =>
  parseCalendarDate(`${fullYear(year)}-${`${month}`.padStart(2, '0')}-${day.padStart(2, '0')}`);

/** What a text says in each order of its numbers. Equal for all if it has one meaning. */
export type WrittenDate = Partial<Record<DateOrder, CalendarDate>>;

const same = (date: CalendarDate | null): WrittenDate | null =>
  date === null ? null : { dmy: date, mdy: date, ymd: date };

/** The names of weekdays, long and short. */
let weekdays: ReadonlySet<string> | undefined;

function weekdayNames(): ReadonlySet<string> {
  weekdays ??= new Set(
    LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((weekday) => {
        const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
        return Array.from({ length: 7 }, (_, day) => folded(format.format(Date.UTC(2026, 0, day + 1))));
      }),
    ),
  );
  return weekdays;
}

/** A weekday of Chinese or Japanese after the date. */
const WEEKDAY_AFTER = /\s*(?:(?:星期|周|週)[一二三四五六日天]|\([日月火水木金土]\))$/u;

/** The date without a weekday before it, which does not count. Null without one. */
function withoutWeekday(text: string): string | null {
  const [, first = '', rest = ''] = /^(\p{L}[\p{L}\p{M}-]*[.,،]*)\s+(.+)$/u.exec(text) ?? [];
  return weekdayNames().has(folded(first)) ? rest : null;
}

/** A time after the date, which does not count, with its zone: 10:00 PM GMT+1, at 10:05, 10:15 Uhr. */
const TIME =
  /[T ,]+(?:(?:at|um|à|a las|às)\s+)?\d{1,2}(?::\d{2}){1,2}(?:[.,]\d+)?(?:\s?[AaPp]\.?\s?[Mm]\.?)?(?:\s?(?:Uhr|h))?\s*(?:Z|[A-Z]{3,4})?(?:[+-]\d{1,2}(?::?\d{2})?)?(?:\s*\([^()]*\))?$/;

/** 28 February 2026, February 28, 2026, 28-Feb-26, 28. Februar 2026, 28 de febrero de 2026. */
function inWords(text: string): WrittenDate | null {
  const words = folded(text)
    .replace(/(\d) ?(?:st|nd|rd|th|er|o|a|°)(?!\p{L})/gu, '$1')
    .replace(/'(?=\d{2}$)/g, '')
    .split(/[\s\-/]+|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u)
    .filter((word) => word !== '' && !/^(?:de|del|do|le|den|the|of)$/.test(word));
  const month = words.findIndex((word) => monthNames().has(word));
  if (month < 0 || words.length !== 3) return null;
  const numbers = words.filter((_, at) => at !== month);
  if (!numbers.every((word) => /^\d{1,4}$/.test(word))) return null;
  const [first = '', second = ''] = numbers;
  const number = monthNames().get(words[month] ?? '') ?? 0;
  return same(first.length === 4 ? dateOf(first, number, second) : dateOf(second, number, first));
}

/**
 * Reads a date as people and programs write it: ISO 8601 with or without dashes and a time, Excel's serial numbers, numbers between slashes,
 * dots or dashes, and months in words of eight languages, with or without a weekday. Two digits of a year are 1970 to 2069, and years of
 * the Buddhist calendar and of the eras of Japan and Taiwan are read.
 * @returns its meanings by the order of the numbers, or null for a text that is no date
 */
export function readWrittenDate(written: string): WrittenDate | null {
  if (written === '' || written.length > MOST_CHARACTERS) return null;
  const iso = parseCalendarDate(written);
  if (iso !== null && !isBuddhistYear(Number(iso.slice(0, 4)))) return same(iso);
  const text = withoutEra(fold(written))
    .replace(TIME, '')
    .replace(WEEKDAY_AFTER, '')
    .replace(/\s*([-/.])\s*/g, '$1');
  // 'mar' is March, or a Tuesday before a date.
  const rest = readDay(text) ?? withoutWeekday(text);
  return typeof rest === 'string' ? readDay(rest) : rest;
}

/** Reads a date without a time and a weekday. */
function readDay(text: string): WrittenDate | null {
  if (/^\d{5}(?:\.\d+)?$/.test(text)) {
    const serial = Math.floor(Number(text));
    if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return null;
    return same(new Date(SERIAL_EPOCH_MS + serial * DAY_MS).toISOString().slice(0, 10));
  }
  const chinese = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日号일]?$/u.exec(text);
  const digits = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  const yearFirst = chinese ?? digits ?? /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})\.?$/.exec(text);
  if (yearFirst) {
    const [year = '', month = '', day = ''] = yearFirst.slice(1).filter((part) => /^\d/.test(part));
    return same(dateOf(year, month, day));
  }
  const numbers = /^(\d{1,2})([-/.\s])(\d{1,2})\2(\d{4}|\d{2})\.?$/.exec(text);
  if (!numbers) return inWords(text);
  const [, one = '', separator, two = '', three = ''] = numbers;
  const dmy = dateOf(three, two, one);
  const mdy = dateOf(three, one, two);
  const ymd = three.length === 2 ? dateOf(one.padStart(2, '0'), two, three) : null;
  const meanings: WrittenDate = { ...(dmy && { dmy }), ...(mdy && { mdy }), ...(ymd && { ymd }) };
  // With dots the day comes first, except where no such day exists.
  if (separator === '.' && dmy) return { dmy, mdy: dmy, ymd: ymd ?? dmy };
  return dmy || mdy ? meanings : null;
}

const twoOf = ({ dmy, mdy }: WrittenDate): [dmy: CalendarDate, mdy: CalendarDate] | null =>
  dmy && mdy && dmy !== mdy ? [dmy, mdy] : null;

/** The two dates that a text means, with its day first and with its month first. Null for any other text. */
export const twoMeanings = (text: string) => twoOf(readWrittenDate(text) ?? {});

/** The date that a text means whatever the order of its numbers, or null. */
export function onlyMeaning(text: string): CalendarDate | null {
  const meanings = readWrittenDate(text) ?? {};
  const { dmy, mdy, ymd } = meanings;
  return twoOf(meanings) ? null : (dmy ?? mdy ?? ymd ?? null);
}
