import { prepared, preparedSql, preparedValue } from '#db/client.ts';
import { fold } from '#db/folding.ts';
import type { FieldRules, FrozenField } from '#db/schema/fields.ts';
import { awaitsNumber, fillPattern, hasYear, inNumbers } from './running-numbers.ts';

type Count = { seq: number; start: number; per: FieldRules['per'] };

/** Fields with the same pattern share one count, also retired ones, so that none gives a number of another again. */
const readCount = preparedSql<Count>(
  `select min(seq) as seq, max(coalesce(rules ->> 'start', 1)) as start, rules ->> 'per' as per from certificate_fields
   where issuer_id = ? and kind = 'running' and rules ->> 'pattern' = ? having seq is not null`,
);
const next = preparedValue<number>(
  `insert into field_numbers (field_seq, course, year, last) values (@seq, @course, @year, @start)
   on conflict do update set last = max(last + 1, excluded.last) returning last`,
);

const newestField = preparedValue<number>('select max(seq) from certificate_fields');
const MAX_CACHED = 10_000;
const counts = prepared(() => ({ newest: 0, byPattern: new Map<string, Count | undefined>() }));

/**
 * The count of a pattern, unless no field of the issuer ever had it. Cached until a field is declared, because an issuer may have
 * retired thousands, and their patterns never change.
 */
export function countOf(issuerId: string, pattern: string): Count | undefined {
  const cache = counts();
  const newest = newestField().get() ?? 0;
  if (cache.newest !== newest || cache.byPattern.size >= MAX_CACHED) cache.byPattern.clear();
  cache.newest = newest;
  const name = `${issuerId} ${pattern}`;
  if (!cache.byPattern.has(name)) cache.byPattern.set(name, readCount().get(issuerId, pattern));
  return cache.byPattern.get(name);
}

type Numbered = { issuerId: string; courseName: string; issueDate: string };

function giveNumber({ issuerId, courseName, issueDate }: Numbered, field: FrozenField): FrozenField {
  const pattern = String(field.value);
  const counted = countOf(issuerId, pattern);
  if (!counted) throw new Error(`running number ${field.key} is not declared`);
  const { seq, start, per } = counted;
  const year = issueDate.slice(0, 4);
  const number = next().get({
    seq,
    course: per === 'course' ? fold(inNumbers(courseName), { ignoreCase: true }) : '',
    year: hasYear(pattern) ? year : '',
    start,
  });
  const value = fillPattern(pattern, { number: Number(number), year, course: courseName });
  return { ...field, value, version: 1 };
}

/**
 * Gives a certificate its running numbers. Call this in the transaction that issues it, after all checks: what rolls it back takes
 * the numbers back, so that there are no gaps.
 */
export const giveNumbers = (certificate: Numbered, frozen: readonly FrozenField[]): FrozenField[] =>
  frozen.map((field) => (awaitsNumber(field) ? giveNumber(certificate, field) : field));
