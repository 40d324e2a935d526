import type { z } from 'zod';
import { API_BYTES } from '#app/server/edge/body-limit.ts';
import { type ReadBody, readBody } from '#app/server/edge/read-body.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { parseJsonObject } from '#app/shared/json.server.ts';
import type { Holding } from '#app/shared/memory-budget.server.ts';
import { noteJson } from '#app/shared/request-cost.server.ts';
import { t } from '#messages';

type JsonLimits = { bytes: number; fields: number };

/** Limits for calls without a token. */
export const PUBLIC_JSON: JsonLimits = { bytes: 65_536, fields: 200 };
export const PRIVATE_JSON: JsonLimits = { bytes: API_BYTES, fields: 10_000 };

const size = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1024} KB` : `${bytes / 1_048_576} MB`);

/** Whether a Content-Type is JSON in UTF-8 (RFC 8259 section 8.1). */
export function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/**
 * Reads a call's body.
 * @param read reads the body if the Request has none
 * @param held as for `readBody`
 * @throws AppError unsupported-media, too-large, invalid, busy
 */
export async function readBytes(
  request: Request,
  limit: number,
  read?: ReadBody,
  held?: Holding,
): Promise<Uint8Array> {
  if (!/^(?:identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) {
    throw new AppError('unsupported-media', t('api.bodyMustNotBeCompressed'));
  }
  const bytes = await readBody(request, limit, read, held);
  if (bytes === null) throw new AppError('too-large', t('api.bodyMustHaveAtMost', { size: size(limit) }));
  return bytes;
}

/**
 * Reads and parses a call's JSON object.
 * @param isOptional whether the body may be absent, which then means {}
 * @param read reads the body if the Request has none
 * @param held as for `readBody`
 * @throws AppError unsupported-media, too-large, invalid, busy
 */
export async function readJson(
  request: Request,
  limits: JsonLimits,
  { isOptional, read, held }: { isOptional: () => boolean; read?: ReadBody | undefined; held?: Holding },
): Promise<Record<string, unknown>> {
  const contentType = request.headers.get('Content-Type') ?? '';
  const notJson = () => new AppError('unsupported-media', t('api.bodyMustBeJson'));
  const mayBeEmpty = contentType === '' || request.headers.get('Content-Length') === '0';
  if (!isJson(contentType) && !(mayBeEmpty && isOptional())) throw notJson();
  const bytes = await readBytes(request, limits.bytes, read, held);
  if (bytes.length === 0 && isOptional()) return {};
  if (!isJson(contentType)) throw notJson();
  noteJson(bytes.length);
  return parseJsonObject(bytes, limits.fields);
}

type Query = Record<string, string>;

/** The most unknown parameters that an error names, and the length up to which it repeats their names. */
const MOST_NAMED = 10;
const MAX_SHOWN = 60;

/** A call that ignored a misspelt filter would return everything. */
function requireKnown(query: Query, schema: z.ZodObject) {
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const errors = unknown.slice(0, MOST_NAMED).map((name): [string, string[]] => {
    const shown = name.slice(0, MAX_SHOWN);
    return [shown, [t('api.noSuchParameter', { name: shown, known: known.join(', ') })]];
  });
  throw invalid(errors[0]?.[1][0] ?? '', Object.fromEntries(errors));
}

/**
 * Reads the query of a URL. Of repeated parameters, the first value counts.
 * @param schema the parameters of the call; without it all are accepted
 * @throws AppError invalid, naming the parameters that the call does not have
 */
export function readQuery(url: string, schema?: z.ZodObject): Query {
  if (!url.includes('?')) return {};
  const query = Object.fromEntries([...new URL(url).searchParams].reverse());
  if (schema) requireKnown(query, schema);
  return query;
}
