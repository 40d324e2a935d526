import fc from 'fast-check';

/** A JSON Schema of openapi.json, as far as the cases depend on it. */
export type FieldSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: FieldSchema[];
  oneOf?: FieldSchema[];
  allOf?: FieldSchema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  default?: unknown;
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Whether a schema surely rejects a value. False where that depends on more than types, lengths and listed values. */
export function rejects(schema: FieldSchema, value: unknown): boolean {
  const { anyOf = schema.oneOf, allOf, maxLength, minimum, maximum } = schema;
  if (anyOf) return anyOf.every((each) => rejects(each, value));
  if (allOf?.some((each) => rejects(each, value))) return true;
  if ('const' in schema) return value !== schema.const;
  if (schema.enum) return !schema.enum.includes(value);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const own = typeOf(value);
  const isOfType = types.includes(own) || (own === 'integer' && types.includes('number'));
  if (types.length > 0 && !isOfType) return true;
  if (typeof value === 'number')
    return (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum);
  // Characters around a text do not count.
  return typeof value === 'string' && maxLength !== undefined && [...value.trim()].length > maxLength;
}

/** A value that JSON.stringify cannot write. */
class Raw {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

const DEEP = new Raw(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
const NAMES = [
  'toString',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'then',
  'length',
  '$ref',
  'toJSON',
  '',
];

/** Texts that have broken programs. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '\uFEFF',
  '0',
  'null',
  '-1',
  '1e999',
  'NaN',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  "' or 1=1 --",
  '<script>',
  '%00',
  '../../etc/passwd',
  '{}',
  '[object Object]',
];

const long = fc
  .tuple(fc.constantFrom('a', 'é', '😀', ' ', '\u0301'), fc.constantFrom(101, 256, 1_001, 5_001, 20_000))
  .map(([letter, length]) => letter.repeat(length));

const named = (value: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom(...NAMES), value).map((entry) => Object.fromEntries([entry]));

/** Values of every type. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(-0, 1e308, -1)),
  fc.boolean(),
  fc.constant(null),
  fc.oneof(
    fc.constant([]),
    fc.array(fc.oneof(fc.integer(), fc.constantFrom(...TEXTS), fc.constant(null), named(fc.constant('x')))),
  ),
  fc.oneof(named(fc.oneof(fc.constant('x'), fc.constant(null), fc.integer())), fc.constant({})),
  long,
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  ),
);

type Change = { field: string } & (
  | { kind: 'value'; value: unknown }
  | { kind: 'missing' | 'twice' | 'deep' }
);

/** A change of one field. */
const change = (fields: string[]): fc.Arbitrary<Change> =>
  fc
    .tuple(
      fc.constantFrom(...fields),
      fc.oneof(
        { weight: 12, arbitrary: value.map((each) => ({ kind: 'value' as const, value: each })) },
        { weight: 2, arbitrary: fc.constantFrom({ kind: 'missing' as const }, { kind: 'twice' as const }) },
        { weight: 1, arbitrary: fc.constant({ kind: 'deep' as const }) },
      ),
    )
    .map(([field, each]) => ({ field, ...each }));

/** Fields that no call has. Columns of the database are among them. */
export const UNKNOWN = [
  '__proto__',
  'constructor',
  'id',
  'seq',
  'issuerId',
  'ownerId',
  'isAdmin',
  'passwordHash',
  'verifiedAt',
  'createdAt',
  'paidAt',
  'stateOf',
  'endedAt',
];

const UNREADABLE = [
  '[]',
  'null',
  '7',
  '"x"',
  '{',
  '{"a":1,}',
  '\0',
  'NaN',
  '{}{}',
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
];

const changesOf = (fields: string[]) =>
  fc.uniqueArray(change(fields), { minLength: 1, maxLength: 3, selector: ({ field }) => field });

const unknown = fc.uniqueArray(fc.tuple(fc.constantFrom(...UNKNOWN), value), {
  maxLength: 2,
  selector: ([name]) => name,
});

const write = (value: unknown): string => (value instanceof Raw ? value.json : JSON.stringify(value));

export type BodyCase = {
  /** The body as text. */
  text: string;
  /** The fields that differ from the example. */
  changed: string[];
  /** Whether the schema surely rejects one of them. */
  isBad: boolean;
  /** Whether the text is no JSON that the API reads. */
  isUnreadable: boolean;
};

type Body = { schema: FieldSchema; example: Record<string, unknown> };

const without = (fields: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));

/** Null and an empty text stand for an optional field that is absent. */
const isAbsent = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');

function toCase({ schema, example }: Body, changes: Change[], extra: [string, unknown][]): BodyCase {
  const { properties = {}, required = [] } = schema;
  let fields = { ...example };
  const bad: string[] = [];
  const twice: [string, unknown][] = [];
  for (const { field, ...what } of changes) {
    const isRequired = required.includes(field);
    if (what.kind === 'value') {
      fields[field] = what.value;
      const isBad = rejects(properties[field] ?? {}, what.value) && (isRequired || !isAbsent(what.value));
      if (isBad) bad.push(field);
      continue;
    }
    const own = fields[field] ?? 'x';
    fields = without(fields, field);
    if (what.kind === 'deep') fields[field] = DEEP;
    if (what.kind === 'twice') twice.push([field, own], [field, own]);
    if (what.kind === 'twice' || (what.kind === 'missing' && isRequired)) bad.push(field);
  }
  const entries = [...extra, ...Object.entries(fields), ...twice];
  const text = `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${write(each)}`).join(',')}}`;
  const changed = changes.map(({ field }) => field);
  return { text, changed, isBad: bad.length > 0, isUnreadable: changes.some(({ kind }) => kind === 'deep') };
}

/** Bodies of a call with wrong fields, and with fields that no call has. */
export function badBodies(body: Body): fc.Arbitrary<BodyCase> {
  const whole = fc
    .constantFrom(...UNREADABLE)
    .map((text) => ({ text, changed: [], isBad: false, isUnreadable: true }));
  const fields = Object.keys(body.schema.properties ?? {});
  if (fields.length === 0) return whole;
  const changed = fc
    .tuple(changesOf(fields), unknown)
    .map(([changes, extra]) => toCase(body, changes, extra));
  return fc.oneof({ weight: 40, arbitrary: changed }, { weight: 1, arbitrary: whole });
}

export type FormCase = { entries: [string, string][]; bad: string[] };

/** Forms of a call with wrong texts. */
export function badForms({ schema, example }: Body): fc.Arbitrary<FormCase> {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const entry = fc.tuple(fc.constantFrom(...names, ...UNKNOWN), fc.oneof(long, fc.constantFrom(...TEXTS)));
  return fc.uniqueArray(entry, { minLength: 1, maxLength: 3, selector: ([name]) => name }).map((changes) => {
    const kept = Object.entries(example).filter(([name]) => !changes.some(([changed]) => changed === name));
    const entries = [...kept.map(([name, text]): [string, string] => [name, String(text)]), ...changes];
    const isBad = ([name, text]: [string, string]) =>
      (required.includes(name) && text.trim() === '') ||
      rejects({ maxLength: properties[name]?.maxLength }, text);
    return { entries, bad: changes.filter(isBad).map(([name]) => name) };
  });
}

export type Parameter = { in: string; name: string; schema: FieldSchema };
export type TextCase = { name: string; text: string; isBad: boolean };

/** Whether a parameter's schema surely rejects a text. An empty one counts as absent. */
function rejectsText(schema: FieldSchema, text: string): boolean {
  if (text.trim() === '') return false;
  const types = [schema.type ?? []].flat();
  const isNumber = types.includes('integer') || types.includes('number');
  return isNumber ? !(Number(text) >= 0 || Number(text) < 0) : rejects(schema, text);
}

/** Texts for the parameters of a path or a query, and for parameters that no call has. */
export const badTexts = (parameters: readonly Parameter[]): fc.Arbitrary<TextCase> => {
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]));
  const text = fc.oneof(
    fc.constantFrom(...TEXTS.filter((each) => each !== '\ud800'), '[]', 'true', '1.5', '0x10', '١', 'x'),
    fc.string({ unit: 'grapheme' }),
    fc.integer().map(String),
    fc.constantFrom('a', '9', 'é').map((letter) => letter.repeat(300)),
  );
  return fc.tuple(fc.constantFrom(...schemas.keys()), text).map(([name, each]) => ({
    name,
    text: each,
    isBad: rejectsText(schemas.get(name) ?? {}, each),
  }));
};
