import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BASIC, compile, getSchema, interpret } from '@hyperjump/json-schema/experimental';
import { fromJs } from '@hyperjump/json-schema/instance/experimental';
import { setShouldValidateFormat, validate } from '@hyperjump/json-schema/openapi-3-1';
import '@hyperjump/json-schema/formats';
import { fetchApi } from './handler.ts';

setShouldValidateFormat(true);

type Schema = Record<string, unknown>;
type Content = Record<string, { schema: Schema; example?: unknown }>;

export type DescribedOperation = {
  summary: string;
  security: Record<string, unknown>[];
  requestBody?: { required?: boolean; content: Content };
  parameters?: { in: string; name: string; schema: Schema }[];
  responses: Record<string, { description: string; content?: Content }>;
};

type ApiDescription = {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
};

/** The document as it is served. */
export const description = (await (await fetchApi('openapi.json')).json()) as ApiDescription;

/** Every call, named like `POST /users/login`, with its operation and its path in the document. */
export const describedCalls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
    pointer: ['paths', path, method],
  })),
);

const folder = mkdtempSync(join(tmpdir(), 'certrace-openapi-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'certrace.openapi.json');
writeFileSync(file, JSON.stringify(description));

const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Reads the document and compares it with the meta-schema once, because that takes 50 ms. */
const root = getSchema(String(pathToFileURL(file)));
const compiled = new Map<string, ReturnType<typeof compile>>();

async function compiledAt(fragment: string) {
  const schema = compiled.get(fragment) ?? compile(await getSchema(fragment, await root));
  compiled.set(fragment, schema);
  return schema;
}

/** Validates a value against a schema of the document. Returns null if it is valid. */
export async function violation(pointer: string[], value: unknown): Promise<string | null> {
  const schema = await compiledAt(`#/${pointer.map(escaped).join('/')}`);
  const output = interpret(schema, fromJs(value as never), BASIC);
  return output.valid ? null : JSON.stringify({ value, output }, null, 1);
}

/** Validates a call's response against the document. Returns null if it is valid. */
export async function responseViolation(
  { name, operation, pointer }: (typeof describedCalls)[number],
  response: Response,
): Promise<string | null> {
  const status = String(response.status);
  const described = operation.responses[status];
  if (!described) return `${name} responded ${status}, which is not described: ${await response.text()}`;
  if (!described.content) return null;
  const type = response.headers.get('content-type');
  if (type === 'application/problem+json') {
    const place = [...pointer, 'responses', status, 'content', type, 'schema'];
    return violation(place, await response.json());
  }
  if (type !== 'application/json; charset=utf-8') return `${name} responded with the Content-Type ${type}`;
  const place = [...pointer, 'responses', status, 'content', 'application/json', 'schema'];
  return violation(place, await response.json());
}

/** Validates the document against the official schema of OpenAPI 3.1. Returns null if it is valid. */
export const documentViolation = async () => {
  const output = await validate(
    'https://spec.openapis.org/oas/3.1/schema-base',
    description as never,
    'BASIC',
  );
  return output.valid ? null : JSON.stringify(output, null, 1);
};
