import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseEnvironment } from '#app/config/env.server.ts';
import { ConfigurationError } from '#app/config/variables.ts';
import { type ActionArgs, form } from '#app/routes/form.server.ts';
import { calendarDate } from '#app/shared/fields.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { VALIDATOR_TEXT, validatorTexts } from '#tests/support/validator-text.ts';

/** Files of schemas for input from people. The objects of Stripe are not, and the API's own schemas describe responses. */
const files = globSync('app/**/*.ts').filter(
  (file) =>
    !/stripe-objects|routes\/api\/v1/.test(file) &&
    /^export const \w+[sS]chema\b/m.test(readFileSync(file, 'utf8')),
);

const make = (exported: unknown, name: string) =>
  (typeof exported === 'function'
    ? exported(name === 'renewalSchema' ? '2026-02-28' : 0)
    : exported) as z.ZodType;

const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `#${file}`)));
const schemas = modules.flatMap((module: Record<string, unknown>) =>
  Object.entries(module)
    .filter(([name]) => /[sS]chema$/.test(name))
    .map(([name, exported]) => [name, make(exported, name)] as const),
);

function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const TEXTS = ['', ' ', 'x', 'x'.repeat(30_000), '\u0000', '-1', '0.5', '1e9', 'NaN', '2026-02-30'];
const VALUES = [...TEXTS, undefined, null, 5, -1, 0.5, Number.NaN, 1e300, true, [], [1], {}, { a: 1 }];

/** A sentence for people: it ends like one, and the validator has no part in it. */
const isPlain = (message: string) => /^\S.*\.$/s.test(message) && !VALIDATOR_TEXT.test(message);

it('finds the schemas of every domain', () => expect(schemas.length).toBeGreaterThan(50));

describe.each(schemas)('%s', (_name, schema) => {
  it('has plain messages for bad JSON', () => {
    const inputs = namesOf(schema).flatMap((name) => VALUES.map((value) => ({ [name]: value })));
    const messages = [...VALUES, ...inputs].flatMap(
      (input) => safeParse(schema, input).error?.issues.map(({ message }) => message) ?? [],
    );
    expect(messages.filter((message) => !isPlain(message))).toEqual([]);
  });

  it('has plain messages for a bad form', async () => {
    const handle = form({ schema, perform: () => null, outcome: () => null });
    const args = { pattern: '/', url: new URL('http://localhost/'), params: {} } as unknown as ActionArgs;
    const entries = namesOf(schema).flatMap((name) =>
      [...TEXTS, new File(['x'], 'x.png')].map((value) => [name, value] as const),
    );
    for (const [name, value] of entries) {
      const fields = new FormData();
      fields.set(name, value);
      const answer = await handle({ ...args, form: fields, intent: null } as never);
      const error = answer?.data.lastResult?.error ?? {};
      const messages = Object.values(error).flatMap((list) => list ?? []);
      expect(messages.filter((message) => !isPlain(message))).toEqual([]);
    }
  });
});

describe('the environment', () => {
  const variables = [
    ...readFileSync('app/config/variables.ts', 'utf8').matchAll(
      /^ {2}([A-Z][A-Z\d_]+): (?:z|flag|httpUrl|interval|idleMinutes)\b/gm,
    ),
  ];
  const names = variables.map(([, name = '']) => name);

  it('has many variables', () => expect(names.length).toBeGreaterThan(60));

  it.each(names)('%s is refused with a plain message that names it', (name) => {
    for (const value of ['x', '-1', '0.5', '1e9', ' ', 'x'.repeat(30_000)]) {
      try {
        parseEnvironment({ SESSION_SECRET: 'x'.repeat(32), [name]: value });
      } catch (error) {
        const { message } = error as Error;
        expect(message).toMatch(/^[A-Z\d_]+: [^\n]+$/);
        expect(message).not.toMatch(VALIDATOR_TEXT);
      }
    }
  });

  it.each([
    [{ PORT: 'x' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ RATE_LIMITS: 'yes' }, 'RATE_LIMITS: must be one of on, off'],
    [{ S3_TIMEOUT_SECONDS: '0' }, 'S3_TIMEOUT_SECONDS: must be a number from 0.1 to 60'],
    [
      { MAIL_FROM: 'x' },
      'MAIL_FROM: must be an email address, or a name and an address such as Certrace <no-reply@example.org>',
    ],
  ])('%j is refused with %j', (source, message) => {
    expect(() => parseEnvironment({ NODE_ENV: 'test', ...source })).toThrow(new ConfigurationError(message));
  });
});

const OTHER_CALENDAR =
  'which may be of another calendar. Write the date as in 2026-11-01, in the Gregorian calendar.';

it.each([
  ['28/02/2026', 'Issue Date must be a date such as 2026-11-01.'],
  ['<b>2026-01-01</b>', 'Issue Date must be a date such as 2026-11-01.'],
  [20260101, 'Issue Date must be a date such as 2026-11-01.'],
  ['2026-02-30', 'Issue Date must be a date such as 2026-11-01; 2026-02-30 does not exist.'],
  ['1899-12-31', 'Issue Date must be a date such as 2026-11-01, from 1900-01-01 on.'],
  ['2569-02-28', `Issue Date has the year 2569, ${OTHER_CALENDAR}`],
  ['28 / 02 / 2569', `Issue Date has the year 2569, ${OTHER_CALENDAR}`],
  ['1447-09-12', `Issue Date has the year 1447, ${OTHER_CALENDAR}`],
  ['١٢/٠٩/١٤٤٧', `Issue Date has the year 1447, ${OTHER_CALENDAR}`],
  ['', 'Issue Date is required.'],
  [undefined, 'Issue Date is required.'],
])('the date %j is refused with %j', (input, message) =>
  expect(safeParse(calendarDate('Issue Date'), input).error?.issues.map((issue) => issue.message)).toEqual([
    message,
  ]),
);

it('a message names a field, an entry of a list, or the input', () => {
  const schema = z.strictObject({ tags: z.array(z.string()), size: z.number().optional() });
  const messageOf = (input: unknown) => safeParse(schema, input).error?.issues.map(({ message }) => message);
  expect(messageOf({ tags: ['a', 1] })).toEqual(['Entry 2 of tags must be text.']);
  expect(messageOf({ tags: [], size: 'x' })).toEqual(['size must be a number.']);
  expect(messageOf({ tags: [], color: 1 })).toEqual(['color does not exist.']);
  expect(messageOf({})).toEqual(['tags is required.']);
  expect(messageOf(null)).toEqual(['The input is required.']);
});

it('the texts of the validator are recognised', () => {
  const schema = z.strictObject({
    number: z.coerce.number(),
    choice: z.enum(['a', 'b']),
    short: z.string().min(3),
    long: z.string().max(1),
    list: z.array(z.string()).max(0),
    step: z.number().multipleOf(2),
    mail: z.email(),
    url: z.url(),
    day: z.iso.date(),
    either: z.union([z.string(), z.null()]),
  });
  const input = {
    number: 'x',
    choice: 'c',
    short: 'a',
    long: 'aa',
    list: ['a'],
    step: 3,
    mail: 'x',
    url: 'x',
    day: 'x',
    either: 1,
    more: 1,
  };
  const messages = schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];
  expect(messages).toHaveLength(11);
  expect(messages.filter((message) => validatorTexts(message).length === 0)).toEqual([]);
});
