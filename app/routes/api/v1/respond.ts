import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { actorContext, requestContext } from '#app/middleware/context.server.ts';
import { headersOf, statusOf } from '#app/middleware/failure.server.ts';
import { AppError, unauthenticated } from '#app/shared/errors.server.ts';

type Method = 'GET' | 'POST' | 'DELETE';

type Arguments = {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
};

/** What a call's handler gets: who acts, the path's parameters, and the request for what is left to read of it. */
export type Call = {
  actor: Actor;
  params: Record<string, string>;
  /** The query string's parameters, first value each. */
  query: Record<string, string>;
  request: Request;
  client: { address: string; userAgent: string | null };
  /** The JSON body. @throws AppError unsupported-media, too-large, invalid */
  json(): Promise<unknown>;
};

/** What a call answers: a status and a body, or a Response of its own. */
export type Answer = Response | { status?: number; body: unknown; headers?: Record<string, string> };

export type Operation = {
  /** `none`: anybody may call it; a token counts all the same. */
  auth: 'bearer' | 'none';
  /** Whether a shared cache may keep the answer. Private answers are no-store. */
  cache?: string;
  summary: string;
  /** Lesson calls give an error's message in `error` too (CONTRACT section 3). */
  namesErrorTwice?: boolean;
  body?: z.ZodType;
  query?: z.ZodType;
  /** Answers by status, for the description of the API. */
  responses?: Record<number, z.ZodType>;
  handle(call: Call): Promise<Answer> | Answer;
};

const MAX_JSON_BYTES = 1_048_576;

async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new AppError('unsupported-media', 'The body must be application/json.');
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_JSON_BYTES) {
    throw new AppError('too-large', 'The body must have at most 1 MB.');
  }
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_JSON_BYTES) throw new AppError('too-large', 'The body must have at most 1 MB.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('invalid', 'The body is not valid JSON.', { cause });
  }
}

const respond = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });

/** A redirect, for the few calls that a browser makes by itself. */
export function redirectTo(location: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** An expected failure as the API gives it (CONTRACT section 3). */
function failure(error: AppError, operation: Operation): Response {
  const errors = error.fields && Object.keys(error.fields).length > 0 ? { errors: error.fields } : {};
  return respond(statusOf(error), { ...refusal(error.message, operation), ...errors }, headersOf(error));
}

const refusal = (message: string, { namesErrorTwice }: Partial<Operation>) => ({
  success: false,
  message,
  ...(namesErrorTwice && { error: message }),
});

async function run(operation: Operation, { request, params, context }: Arguments): Promise<Response> {
  const actor = context.get(actorContext);
  const { address, userAgent, log } = context.get(requestContext);
  try {
    if (operation.auth === 'bearer' && actor.kind === 'visitor') {
      throw unauthenticated('A valid bearer token is needed.');
    }
    const answer = await operation.handle({
      actor,
      params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? ''])),
      query: Object.fromEntries(new URL(request.url).searchParams),
      request,
      client: { address, userAgent },
      json: () => readJson(request),
    });
    if (answer instanceof Response) return answer;
    const cache: Record<string, string> = operation.cache ? { 'Cache-Control': operation.cache } : {};
    return respond(answer.status ?? 200, answer.body, { ...cache, ...answer.headers });
  } catch (error) {
    if (error instanceof AppError) return failure(error, operation);
    log.error({ err: error, method: request.method }, 'unexpected error in an API call');
    return respond(500, refusal('Something went wrong.', operation));
  }
}

/**
 * The wrapper of every call under /api/v1: who acts, input, verb, answer, and every failure in CONTRACT's shape.
 * @example const resource = api({ POST: { auth: 'bearer', summary: '…', handle: … } });
 *          export const loader = resource.loader; export const action = resource.action;
 */
export function api(operations: Partial<Record<Method, Operation>>) {
  const allowed = Object.keys(operations).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  const dispatch = (args: Arguments) => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const operation = operations[method as Method];
    if (operation) return run(operation, args);
    const [first = {}] = Object.values(operations);
    return respond(405, refusal('Method not allowed.', first), { Allow: allowed.join(', ') });
  };
  return { operations, loader: dispatch, action: dispatch };
}

/** The JSON 404 of an unknown path under /api. */
export const unknownPath = () => respond(404, { success: false, message: 'Not found.' });
