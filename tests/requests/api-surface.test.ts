import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describedCalls, description } from '#tests/support/api-description.ts';

/**
 * What programs may rely on: the calls, the fields of their answers, and the fields that they must send. A release adds to it, with
 * UPDATE_API_SURFACE=1. Nothing may leave it (docs/product.md, The JSON API).
 */
const FILE = new URL('api-surface.json', import.meta.url);

type Surface = Record<string, { answers: Record<string, string[]>; required: string[] }>;
type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
};

const resolved = ({ $ref, ...schema }: Schema): Schema =>
  $ref ? (description.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema) : schema;

/** The paths of all fields, like `certificates.studentName`. */
function fieldsOf(given: Schema, depth = 0): string[] {
  const { properties = {}, items, anyOf = [] } = resolved(given);
  if (depth > 6) return [];
  const own = Object.entries(properties).flatMap(([name, field]) => [
    name,
    ...fieldsOf(field, depth + 1).map((below) => `${name}.${below}`),
  ]);
  const more = [...(items ? [items] : []), ...anyOf].flatMap((part) => fieldsOf(part, depth + 1));
  return [...new Set([...own, ...more])].toSorted();
}

/** The fields that every shape of a body requires. */
function requiredOf(given: Schema): string[] {
  const { required = [], anyOf } = resolved(given);
  const shapes = anyOf?.map(requiredOf) ?? [required];
  return (shapes[0] ?? []).filter((name) => shapes.every((shape) => shape.includes(name))).toSorted();
}

const current: Surface = Object.fromEntries(
  describedCalls.map(({ name, operation }) => {
    // All errors have one form.
    const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
    const answers = successes.map(([status, { content }]) => [
      status,
      fieldsOf((content?.['application/json']?.schema ?? {}) as Schema),
    ]);
    const [body] = Object.values(operation.requestBody?.content ?? {});
    const parameters = (operation.parameters ?? []) as { in: string; name: string; required?: boolean }[];
    const query = parameters.filter((parameter) => parameter.in !== 'path' && parameter.required);
    const required = [...requiredOf((body?.schema ?? {}) as Schema), ...query.map((each) => each.name)];
    return [name, { answers: Object.fromEntries(answers), required }];
  }),
);

if (process.env.UPDATE_API_SURFACE) writeFileSync(FILE, `${JSON.stringify(current, null, 1)}\n`);

const known: Surface = JSON.parse(readFileSync(FILE, 'utf8'));

it('keeps every call', () => {
  expect(Object.keys(known).length).toBeGreaterThan(100);
  expect(Object.keys(known).filter((name) => !current[name])).toEqual([]);
});

it.each(Object.entries(known))('%s keeps its statuses and fields, and requires no more', (name, before) => {
  const now = current[name];
  for (const [status, fields] of Object.entries(before.answers)) {
    const left = now?.answers[status];
    expect(left, status).toBeDefined();
    expect(fields.filter((field) => !left?.includes(field))).toEqual([]);
  }
  expect(now?.required.filter((field) => !before.required.includes(field))).toEqual([]);
});
