import type { z } from 'zod';
import { requireScope } from '#app/accounts/api-tokens/api-token.server.ts';
import {
  corsHeadersFor,
  etagOf,
  isUnchanged,
  linkOf,
  preflightHeaders,
} from '#app/routes/api/v1/answer-headers.server.ts';
import { answerOnce } from '#app/routes/api/v1/answer-once.server.ts';
import { fail, failWith, requireToken } from '#app/routes/api/v1/failures.server.ts';
import { uploadSource } from '#app/routes/upload-form.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Dispatch } from '#app/server/pages/api-calls.server.ts';
import { actorContext, requestContext } from '#app/server/session/context.server.ts';
import type { Holding } from '#app/shared/memory-budget.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { t } from '#messages';
import { entriesSince, sinceSchema } from './list-since.ts';
import type {
  Answer,
  Call,
  DeclaredCalls,
  Description,
  Descriptions,
  Method,
  Operation,
  ParameterNames,
} from './operation.ts';
import { answerOf, isBodyOptional, takesKey } from './operation.ts';
import { PRIVATE_JSON, PUBLIC_JSON, readBytes, readJson, readQuery } from './read-request.ts';

type Arguments = Parameters<Dispatch>[0];

function respond(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      // Without it the response would be chunked, which takes a second write.
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** A redirect, for the calls that browsers open directly. */
export function redirectTo(location: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/**
 * The arguments of a call's handler.
 * @throws AppError unauthenticated; forbidden for a token without the scope or from another address; errors of `admits`; invalid for the query
 */
function callOf<Names extends string, Body extends Schema, Query extends QuerySchema>(
  operation: Operation<Names, Body, Query>,
  { request, params, context }: Arguments,
): Call<Names, Body, Query> {
  const actor = context.get(actorContext);
  if (operation.auth === 'bearer') requireToken(context);
  const { body, query, missingMessage, scope } = operation;
  if (scope !== 'any' && (scope || operation.auth === 'bearer')) requireScope(actor, scope ?? null);
  const { address, userAgent, readBody } = context.get(requestContext);
  const values = readQuery(request.url, query);
  operation.admits?.(actor);
  let fields: Promise<Record<string, unknown>> | undefined;
  const json = () => {
    const limits = actor.kind === 'visitor' ? PUBLIC_JSON : PRIVATE_JSON;
    fields ??= readJson(request, limits, { isOptional: () => isBodyOptional(operation), read: readBody });
    return fields;
  };
  const call = {
    actor,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? ''])),
    query: query ? parseInput(query, values) : values,
    request,
    upload: uploadSource(request, context),
    client: { address, userAgent },
    bytes: (limit: number, held?: Holding) => readBytes(request, limit, readBody, held),
    json,
    input: async () => (body ? parseInput(body, await json(), missingMessage) : {}),
  };
  // The compiler cannot see that the values were parsed with these schemas.
  return call as unknown as Call<Names, Body, Query>;
}

/** The response of a call, with the headers that follow from its body. */
function complete(
  { cache, since }: Pick<Description, 'cache' | 'since'>,
  { request, query }: { request: Request; query: unknown },
  answer: Exclude<Answer, Response>,
): Response {
  const from = (query as { since?: number }).since;
  const body = since && from !== undefined ? entriesSince(answer.body, since, from) : answer.body;
  const text = JSON.stringify(body);
  const headers: Record<string, string> = {
    ...(cache && { 'Cache-Control': cache }),
    ...answer.headers,
    ...linkOf(request, body),
  };
  const { status = 200 } = answer;
  const isSingle = SAFE.has(request.method) && status === 200 && !isList(body);
  if (!isSingle) return respond(status, text, headers);
  headers.ETag = etagOf(text);
  if (!isUnchanged(request, headers.ETag)) return respond(status, text, headers);
  return new Response(null, { status: 304, headers: { 'Cache-Control': 'no-store', ...headers } });
}

const SAFE = new Set(['GET', 'HEAD']);
const isList = (body: unknown) =>
  Array.isArray(body) || (typeof body === 'object' && body !== null && 'nextCursor' in body);

/** Runs a call's handler, once per Idempotency-Key. Reads the body before a synchronous handler. */
async function perform<Names extends string, Body extends Schema, Query extends QuerySchema>(
  operation: Operation<Names, Body, Query>,
  call: Call<Names, Body, Query>,
) {
  const key = call.request.headers.get('Idempotency-Key');
  if (key !== null && takesKey(call.request.method, operation)) return answerOnce(operation, call, key);
  if (operation.handle) return { answer: answerOf(operation, call, await operation.handle(call)) };
  return { answer: operation.act({ ...call, input: await call.input() }) };
}

async function run<Names extends string, Body extends Schema, Query extends QuerySchema>(
  operation: Operation<Names, Body, Query>,
  args: Arguments,
): Promise<Response> {
  try {
    const call = callOf(operation, args);
    const outcome = await perform(operation, call);
    if ('replay' in outcome) {
      const { status, body } = outcome.replay;
      return respond(status, body, { 'Idempotency-Replayed': 'true' });
    }
    const { answer } = outcome;
    return answer instanceof Response ? answer : complete(operation, call, answer);
  } catch (error) {
    return failWith(error, args, operation);
  }
}

type Schema = z.ZodType | undefined;
type QuerySchema = z.ZodObject | undefined;

/** Adds a method to a path. */
type Add<Names extends string> = <
  Body extends Schema = undefined,
  Query extends QuerySchema = undefined,
  Result = unknown,
>(
  operation: Operation<Names, Body, Query, Result>,
) => Methods<Names>;

type Methods<Names extends string> = Record<'get' | 'post' | 'put' | 'patch' | 'delete', Add<Names>>;

function declare<const Path extends string>(
  path: Path,
  calls: Map<string, DeclaredCalls>,
): Methods<ParameterNames<Path>> {
  const descriptions: Descriptions = {};
  const runs = new Map<string, Dispatch>();
  // A token in a path is a secret.
  const needs: RouteNeeds = path.endsWith('/:token') ? { tokenInUrl: true } : {};
  const dispatch: Dispatch = (args) => {
    const { method } = args.request;
    const runCall = runs.get(method === 'HEAD' ? 'GET' : method);
    if (runCall) return runCall(args);
    const allowed = [...runs.keys()].flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
    const [first = {}] = Object.values(descriptions);
    const headers = { Allow: [...allowed, 'OPTIONS'].join(', ') };
    if (method === 'OPTIONS') {
      const asked = args.request.headers.get('Access-Control-Request-Method') as Method | null;
      const cors = preflightHeaders(args.request, asked ? descriptions[asked] : undefined);
      return new Response(null, { status: 204, headers: { ...headers, ...cors } });
    }
    const notAllowed = {
      status: 405,
      message: t('api.methodNotAllowed'),
      code: 'method_not_allowed' as const,
    };
    return fail(args.request, { ...notAllowed, headers }, first);
  };
  const add =
    (method: Method): Add<ParameterNames<Path>> =>
    (given) => {
      const { query, since } = given;
      const operation = { ...given, ...(since && query && { query: query.extend(sinceSchema.shape) }) };
      descriptions[method] = operation;
      if (given.upload) needs.upload = given.upload;
      if (given.limits) needs.body = given.limits;
      if (given.namesErrorTwice) needs.namesErrorTwice = true;
      runs.set(method, async (args) => {
        const response = await run(operation, args);
        const cors = Object.entries(corsHeadersFor(args.request, operation));
        for (const [name, value] of cors) response.headers.append(name, value);
        return response;
      });
      return methods;
    };
  const methods = {
    get: add('GET'),
    post: add('POST'),
    put: add('PUT'),
    patch: add('PATCH'),
    delete: add('DELETE'),
  };
  calls.set(path, { needs, dispatch, descriptions });
  return methods;
}

/**
 * A resource of the API. It declares the calls of its paths below /api/v1: each checks authentication, parses its query and its body once, and turns errors into
 * JSON. The operations also describe the calls at /api/v1/openapi.json and /api/docs; tests/requests/every-call.test.ts compares
 * real responses with them. A file holds the calls of a resource, and resources.ts lists
 * all resources.
 * @example export const api = resource();
 *          api('certificates/:uniqueId/revocation').post({
 *            auth: 'bearer',
 *            summary: 'Revoke a certificate permanently',
 *            body: revocationSchema,
 *            example: { reason: 'Issued to the wrong person' },
 *            responses: { 201: success({ message: z.literal(REVOKED), certificate: certificateSchema }) },
 *            failures: { 403: '…', 404: 'Not found.', 409: 'This certificate is already revoked.' },
 *            async handle({ actor, params, input }) { … },
 *          });
 */
export function resource() {
  const calls = new Map<string, DeclaredCalls>();
  const api = <const Path extends string>(path: Path) => declare(path, calls);
  return Object.assign(api, { calls });
}

/** The JSON 404 for an unknown path under /api. */
export const unknownPath = (request: Request) =>
  fail(request, { status: 404, message: t('common.notFound'), code: 'not_found' });
