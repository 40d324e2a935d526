import type { FrozenField } from '#db/schema/fields.ts';

/** Placeholders of a pattern. `{number:5}` has at least five digits. */
const PLACEHOLDERS = /\{(?:number(?::([1-9]))?|(year|course))\}/g;

/** Whether a field's running number is given when its certificate is issued. Until then its value is the pattern. */
export const awaitsNumber = ({ kind, version }: FrozenField) => kind === 'running' && version === undefined;

/** Whether the count of a pattern begins anew with each year. */
export const hasYear = (pattern: string) => pattern.includes('{year}');

/**
 * A course's name as numbers have it, without slashes: `/2` ends the number of a replacement, and that of course 'A' must not be a
 * number of course 'A/1'.
 */
export const inNumbers = (courseName: string) => courseName.replaceAll('/', '-');

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
