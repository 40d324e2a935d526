import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import * as accounts from '#app/accounts/account.schema.server.ts';
import * as settings from '#app/accounts/account.schema.server.ts';
import * as certificates from '#app/certificates/certificate.schema.ts';
import { parseUniqueId } from '#app/certificates/unique-id.ts';
import * as courses from '#app/courses/course.schema.ts';
import { cardSchema } from '#app/payments/card.schema.ts';
import { parseCalendarDate } from '#app/shared/dates.ts';
import { searchWords } from '#app/shared/full-text-search.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';
import { seqBefore } from '#app/shared/list-queries.server.ts';
import { parseRedirectTarget } from '#app/shared/redirects.ts';
import { isTimeZone } from '#app/shared/zoned-dates.ts';
import * as support from '#app/support/messages.server.ts';
import { payVerificationSchema } from '#app/verification/pay-verification.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { processorMs } from '#tests/support/processor-time.ts';

const objects = Object.values({
  ...accounts,
  ...settings,
  ...certificates,
  ...courses,
  ...support,
  cardSchema: cardSchema(0),
  payVerificationSchema: payVerificationSchema(0),
  verificationListSchema,
}).filter((schema) => schema instanceof z.ZodObject);
const fields = objects.flatMap((schema) =>
  Object.entries(schema.shape).map(([name, field]) => [name, field as z.ZodType] as const),
);

it('the schemas of every domain have fields', () => {
  expect(fields.length).toBeGreaterThan(50);
});

const SIZE = 1_000_000;
/** These texts take quadratic time in some normalisation or regular expression. */
const ADVERSARIAL = {
  marks: `a${'\u0301'.repeat(SIZE / 2)}${'\u0327'.repeat(SIZE / 2)}`,
  blanks: `x${' '.repeat(SIZE)}x`,
  dots: `${'.'.repeat(SIZE)}@`,
  labels: `a@${'a-'.repeat(SIZE / 2)}!`,
  domains: `a@${'a.'.repeat(SIZE / 2)}!`,
  commas: `1${',000'.repeat(SIZE / 4)}!`,
  digits: '1'.repeat(SIZE),
  slashes: `/${'\\'.repeat(SIZE)}`,
  'line ends': '\r\n'.repeat(SIZE / 2),
};

afterEach(() => void vi.restoreAllMocks());

function watchNormalize() {
  const normalized: string[] = [];
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    normalized.push(String(this));
    return this.length > 20_000 ? String(this) : normalize.call(this, form);
  });
  return normalized;
}

describe.each(Object.entries(ADVERSARIAL))('a megabyte of %s', (_name, text) => {
  it('is refused for its length before its normalisation', () => {
    const normalized = watchNormalize();
    for (const [, field] of fields) field.safeParse(text);
    expect(normalized.filter(({ length }) => length > 20_000)).toEqual([]);
  });

  it('is handled by every field and parser in less than three seconds', () => {
    const taken = processorMs(() => {
      for (const [, field] of fields) field.safeParse(text);
      for (const parse of [parseUniqueId, parseCalendarDate, parseRedirectTarget, isTimeZone]) parse(text);
      expect(() => seqBefore(text)).toThrow('cursor is not valid.');
    });
    expect(taken).toBeLessThan(3_000);
  });
});

it('text of allowed length with too many combining marks is refused before its normalisation', () => {
  const normalized = watchNormalize();
  const marks = `a${'\u0301'.repeat(2_400)}${'\u0327'.repeat(2_400)}`;
  expect(support.messageSchema.shape.message.safeParse(marks).success).toBe(false);
  expect(normalized).toEqual([]);
});

it('a search uses only the first words of its text', () => {
  expect(searchWords('b a d c f e h g j i l k')).toEqual(['b', 'a', 'd', 'c', 'f', 'e', 'h', 'g']);
});

describe('a JSON body', () => {
  it.each([
    ['nested too deeply', `{"a":${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}}`, /nested deeper/],
    ['over the limit of fields', `{"a":[${'1,'.repeat(SIZE / 2)}1]}`, /^a has too many members/],
  ])('that is %s is refused before parsing', (_name, text, message) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(() => parseJsonObject(Buffer.from(text), 10_000)).toThrow(message);
    expect(parse).not.toHaveBeenCalled();
  });

  it('may have any number of brackets inside strings', () => {
    const text = JSON.stringify({ a: '[{'.repeat(100), b: '"[\\"{' });
    expect(parseJsonObject(Buffer.from(text), 10)).toEqual(JSON.parse(text));
  });
});
