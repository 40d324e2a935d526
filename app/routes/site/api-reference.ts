import { apiDocument } from '#app/routes/api/v1/resources.ts';

/** The parts of JSON Schema that the API's document uses. */
type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  description?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;

type Operation = {
  summary: string;
  tags: string[];
  security: { bearer?: string[] }[];
  parameters?: { in: string; name: string; required?: boolean; schema: JsonSchema; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** Quotes a word for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const placeholder = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The curl command for a call, with `$TOKEN` for the caller's token. */
function curlOf(url: string, method: string, { security, requestBody }: Operation): string {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const example = (content?.example ?? {}) as Record<string, unknown>;
  const files = Object.entries(content?.schema?.properties ?? {}).filter(
    ([, { format }]) => format === 'binary',
  );
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    ...(security.length === 1 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(type === 'application/json'
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]
      : []),
    ...(type === 'multipart/form-data'
      ? [
          ...Object.entries(example).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
          ...files.map(
            ([name]) => `-F ${quoted(`${name}=@${name === 'thumbnail' ? 'picture.png' : 'video.mp4'}`)}`,
          ),
        ]
      : []),
    quoted(url.replace(/\{(\w+)\}/g, (_, name: string) => placeholder(name))),
  ];
  return parts.join(' \\\n  ');
}

type Document = {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
};

/** One row of a table of fields. */
export type Field = { name: string; place: string; type: string; required: boolean; rules: string };

export type ReferenceCall = {
  /** Anchor of the call on the page. */
  id: string;
  method: string;
  path: string;
  summary: string;
  needsToken: boolean;
  /** The scope that a token needs, or null. */
  scope: string | null;
  parameters: Field[];
  /** Fields of the body. There are several lists if the body can have several shapes. */
  bodies: Field[][];
  bodyType: string | null;
  answers: { status: string; description: string; example: string | null }[];
  curl: string;
  /** The example of a JSON body, as text. Null for a call without one. */
  example: string | null;
};

type Reference = {
  baseUrl: string;
  groups: { name: string; calls: ReferenceCall[] }[];
  objects: { name: string; fields: Field[] }[];
};

const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.type === 'string' && schema.format === 'binary') return 'file';
  return [schema.type ?? 'any'].flat().join(' or ');
}

/** Formats bounds, such as '1 to 200 characters' or 'at most 5'. */
function bounds(min: number | undefined, max: number | undefined, unit: string): string | null {
  const least = min === undefined || min <= -Number.MAX_SAFE_INTEGER ? undefined : min;
  const most = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max;
  if (least === undefined && most === undefined) return null;
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

function rulesOf(schema: JsonSchema): string {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const parts = [
    schema.description,
    choices && `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`,
    schema.format && schema.format !== 'binary' ? schema.format : null,
    bounds(schema.minLength, schema.maxLength, ' characters'),
    bounds(schema.minimum, schema.maximum, ''),
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
    ...(schema.anyOf ?? []).map((choice) => (choice.$ref ? null : rulesOf(choice))),
  ];
  return [...new Set(parts.filter(Boolean))].join('; ');
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, place: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    { name, place, type: typeOf(schema), required: required.includes(name), rules: rulesOf(schema) },
    ...fieldsOf(schema, place).map((field) => ({ ...field, name: `${name}.${field.name}` })),
  ]);
}

/** An example for a schema, from the examples of its parts. */
function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  if (schema.$ref) return exampleOf(components[nameOf(schema.$ref)] ?? {}, components);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], components);
  if (schema.items) return [exampleOf(schema.items, components)];
  if (!schema.properties) return null;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, part]) => [name, exampleOf(part, components)]),
  );
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

function answersOf({ responses }: Operation, components: Document['components']['schemas']) {
  return Object.entries(responses).map(([status, { description, content }]) => {
    const { schema, example } = content?.['application/json'] ?? {};
    const shown = example ?? (schema && exampleOf(schema, components));
    return {
      status: status === 'default' ? 'otherwise' : status,
      description,
      example: shown === undefined ? null : pretty(shown),
    };
  });
}

function callOf(document: Document, path: string, method: string, operation: Operation): ReferenceCall {
  const [[bodyType = null, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const schema = content?.schema;
  return {
    id: `${method}${path.replace(/[^\w.]+/g, '-')}`.replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    needsToken: operation.security.length === 1,
    scope: operation.security.flatMap(({ bearer }) => bearer ?? [])[0] ?? null,
    parameters: (operation.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      type: typeOf(parameter.schema),
      required: parameter.required ?? false,
      rules: rulesOf(parameter.schema),
    })),
    bodies: schema ? (schema.anyOf ?? [schema]).map((shape) => fieldsOf(shape, 'body')) : [],
    bodyType,
    answers: answersOf(operation, document.components.schemas),
    example: bodyType === 'application/json' ? pretty(content?.example ?? {}) : null,
    curl: curlOf(`${document.servers[0]?.url}${path}`, method.toUpperCase(), operation),
  };
}

function makeReference(): Reference {
  const document = apiDocument() as unknown as Document;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: callOf(document, path, method, operation),
    })),
  );
  return {
    baseUrl: document.servers[0]?.url ?? '',
    groups: document.tags.map(({ name }) => ({
      name,
      calls: calls.filter(({ tag }) => tag === name).map(({ call }) => call),
    })),
    objects: Object.entries(document.components.schemas)
      .map(([name, schema]) => ({ name, fields: fieldsOf(schema, 'object') }))
      .filter(({ fields }) => fields.length > 0),
  };
}

let made: Reference | undefined;

/** The API's document, in the form of its page, built once. */
export function apiReference(): Reference {
  made ??= makeReference();
  return made;
}
