import type { FieldRules, FrozenField } from '#db/schema/fields.ts';
import { t } from '#messages';

/** Placeholders of a pattern. `{number:5}` has at least five digits. */
const PLACEHOLDERS = /\{(?:number(?::([1-9]))?|(year|course))\}/g;
/** Whatever looks like a placeholder. */
const BRACES = /\{[^{}]*\}|[{}]/g;

export const NUMBER_EXAMPLES = {
  number: '{number}',
  padded: '{number:5}',
  year: '{year}',
  course: '{course}',
};
export const PATTERN_EXAMPLE = '{year}-{number:5}';
export const PER = ['organisation', 'course'] as const;
export const LONGEST_PATTERN = 100;
export const HIGHEST_START = 1_000_000_000;

/** What is wrong with a pattern, or null. Two certificates never get the same number by a pattern that it takes. */
export function patternProblem(pattern: string, per: FieldRules['per']): string | null {
  const found = pattern.match(BRACES) ?? [];
  const unknown = found.find((placeholder) => !new RegExp(`^${PLACEHOLDERS.source}$`).test(placeholder));
  if (unknown !== undefined)
    return t('ownFields.patternHasAnUnknownPlaceholder', { placeholder: unknown, ...NUMBER_EXAMPLES });
  const names = found.map((placeholder) => placeholder.replace(/:./, ''));
  const has = (name: string) => names.includes(name);
  if (!has('{number}') || new Set(names).size < names.length)
    return t('ownFields.patternNeedsANumberOnce', { ...NUMBER_EXAMPLES, example: PATTERN_EXAMPLE });
  if (per === 'course' && !has('{course}')) return t('ownFields.patternNeedsTheCourse', NUMBER_EXAMPLES);
  // Course 'A' must not have 'A11' as its eleventh number, and course 'A1' as its first.
  const between = /\{course\}(.*)\{number|\{number(?::.)?\}(.*)\{course\}/.exec(pattern);
  const literal = (between?.[1] ?? between?.[2] ?? '').replace('{year}', '');
  return between && !/[^0-9]/.test(literal) ? t('ownFields.patternMustSeparate', NUMBER_EXAMPLES) : null;
}

/** Whether a field's running number is given when its certificate is issued. Until then its value is the pattern. */
export const awaitsNumber = ({ kind, version }: FrozenField) => kind === 'running' && version === undefined;

/** Whether the count of a pattern begins anew with each year. */
export const hasYear = (pattern: string) => pattern.includes('{year}');

/**
 * A course's name as numbers have it, without slashes: `/2` ends the number of a replacement, and that of course 'A' must not be a
 * number of course 'A/1'.
 */
export const inNumbers = (course: string) => course.replaceAll('/', '-');

type Counted = { number: number; year: string; course: string };

/** The text of a running number. */
export const fillPattern = (pattern: string, { number, year, course }: Counted) =>
  pattern.replaceAll(PLACEHOLDERS, (_, width: string | undefined, other: 'year' | 'course' | undefined) =>
    other ? { year, course: inNumbers(course) }[other] : String(number).padStart(Number(width ?? 1), '0'),
  );

/** The number of the certificate that replaces another one: '17' becomes '17/2', and that becomes '17/3'. */
export function ofReplacement<Field extends FrozenField>(field: Field): Field {
  const { value, version = 1 } = field;
  const given = version === 1 ? String(value) : String(value).slice(0, -`/${version}`.length);
  return { ...field, value: `${given}/${version + 1}`, version: version + 1 };
}
