import { forReader } from '#app/messages/formats.ts';
import { fold } from '#db/folding.ts';
import { type Duration, durationInWords, parseDuration } from './durations.ts';

/* Durations as people enter them, in words of their language. */

const UNITS = ['years', 'months', 'days'] as const;
type Unit = (typeof UNITS)[number];

/** Numbers that have all plural forms of a language below 10,000. */
const COUNTS = [...Array(21).keys(), 100, 1_000];
const COUNT_AND_WORD = /(\d{1,4})? ?(\p{L}[\p{L}\p{M}]*)/gu;

/** Words are often written without their accents, and Arabic without its vowel signs. */
const normalized = (text: string) => fold(text, { ignoreCase: true, ignoreAccents: true });

/** The language's thousands separator: '1,000 days', in German '1.000 Tage', in French a space. */
function groupingOf(locale: string): RegExp {
  const group = new Intl.NumberFormat(locale).formatToParts(10_000).find(({ type }) => type === 'group');
  return new RegExp(`(?<=\\d)[${normalized(group?.value ?? ',') || ' '}](?=\\d{3}(?!\\d))`, 'g');
}

/** A word for a unit. `alone` is the number that it means without digits. */
type UnitWord = { unit: Unit; takesCount: boolean; alone?: number };

/** Words for units in the reader's language. Some say the number, too: Arabic has words for one year and for two. */
/* @__NO_SIDE_EFFECTS__ */
const unitWords = forReader((locale) => {
  const words = new Map<string, UnitWord>();
  for (const unit of UNITS) {
    const options = {
      style: 'unit',
      unit: unit.slice(0, -1),
      unitDisplay: 'long',
      useGrouping: false,
    } as const;
    const format = new Intl.NumberFormat(locale, options);
    for (const count of COUNTS) {
      const written = normalized(format.format(count));
      const word = written.replace(/\d+ ?/, '');
      const known = words.get(word) ?? { unit, takesCount: false };
      words.set(word, word === written ? { ...known, alone: count } : { ...known, takesCount: true });
    }
  }
  return { words, grouping: groupingOf(locale) };
});

/** Parses a duration in words of the reader's language, as `durationInWords` writes it. */
function parseWords(text: string): Duration | null {
  const { words, grouping } = unitWords();
  const found: Partial<Duration> = {};
  const entered = normalized(text).replaceAll(grouping, '');
  const rest = entered.replaceAll(COUNT_AND_WORD, (part, digits, word) => {
    const meant = words.get(word);
    if (!meant || found[meant.unit] !== undefined) return part;
    const count = digits === undefined ? meant.alone : Number(digits);
    if (count === undefined || (digits !== undefined && !meant.takesCount)) return part;
    found[meant.unit] = count;
    return '';
  });
  const duration = { years: 0, months: 0, days: 0, ...found };
  return rest.trim() === '' && duration.years + duration.months + duration.days > 0 ? duration : null;
}

/** Formats a duration by ISO 8601: 'P1Y6M'. */
function toIso(duration: Duration): string {
  const parts = UNITS.filter((unit) => duration[unit] > 0).map(
    (unit) => `${duration[unit]}${unit.charAt(0)}`,
  );
  return `P${parts.join('').toUpperCase()}`;
}

/**
 * Reads a duration that somebody entered: as for `parseDuration`, or in words of the reader's language ('2 Jahre').
 * @returns text that `parseDuration` understands for every reader, or null
 */
export function readDuration(text: string): string | null {
  if (text.length > 40) return null;
  if (parseDuration(text)) return text.trim();
  const duration = parseWords(text);
  return duration && toIso(duration);
}

/** Whether somebody entered this word, in any spelling that `readDuration` accepts for words. */
export function isEntered(text: string, word: string): boolean {
  return text.length <= 40 && normalized(text) === normalized(word);
}

/** Whether two stored durations are the same. They may be written differently: 'P2Y' and '2 years'. */
export function isSameDuration(one: string | null, other: string | null): boolean {
  const isoOf = (stored: string | null) => {
    const duration = stored === null ? null : parseDuration(stored);
    return duration ? toIso(duration) : stored;
  };
  return isoOf(one) === isoOf(other);
}

/** A stored duration in words that the reader may enter. */
export function durationToEnter(stored: string): string {
  const duration = parseDuration(stored);
  return duration ? durationInWords(duration) : stored;
}
