import type { RouterContextProvider } from 'react-router';
import { uploadSource } from '#app/routes/upload-form.server.ts';
import { toErrorParts } from '#app/server/edge/error-response.server.ts';
import { actorContext, requestContext } from '#app/server/session/context.server.ts';
import { unauthenticated } from '#app/shared/errors.server.ts';
import {
  type Call,
  describeCalls,
  isBodyOptional,
  type Method,
  type Operation,
  type Operations,
  type ParameterNames,
} from './operation.ts';
import { PRIVATE_JSON, PUBLIC_JSON, readBytes, readJson } from './read-json.ts';
import { readQuery } from './read-query.ts';

type Arguments = {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
};

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
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

/** The body of an API error (docs/product.md, The JSON API). */
const errorBody = (message: string, { namesErrorTwice }: Pick<Operation, 'namesErrorTwice'>) => ({
  success: false,
  message,
  ...(namesErrorTwice && { error: message }),
});

async function run(operation: Operation, { request, params, context }: Arguments): Promise<Response> {
  const actor = context.get(actorContext);
  const info = context.get(requestContext);
  const { address, userAgent } = info;
  try {
    if (operation.auth === 'bearer' && actor.kind === 'visitor') {
      throw unauthenticated('A valid bearer token is required.');
    }
    const call: Call<string> = {
      actor,
      params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? ''])),
      query: readQuery(request.url, operation.query),
      request,
      upload: uploadSource(request, context),
      client: { address, userAgent },
      bytes: (limit) => readBytes(request, limit, info.readBody),
      json: () => {
        const limits = actor.kind === 'visitor' ? PUBLIC_JSON : PRIVATE_JSON;
        return readJson(request, limits, {
          isOptional: () => isBodyOptional(operation),
          read: info.readBody,
        });
      },
    };
    const answer = await operation.handle(call);
    if (answer instanceof Response) return answer;
    const cache: Record<string, string> = operation.cache ? { 'Cache-Control': operation.cache } : {};
    return respond(answer.status ?? 200, answer.body, { ...cache, ...answer.headers });
  } catch (error) {
    const known = toErrorParts(error);
    if (known) {
      const { status, headers, message, errors, details } = known;
      const body = { ...errorBody(message, operation), ...details, ...(errors && { errors }) };
      return respond(status, body, headers);
    }
    info.log.error({ err: error, method: request.method }, 'unexpected error in an API call');
    return respond(500, errorBody('Something went wrong.', operation));
  }
}

/**
 * Wraps every call under /api/v1: checks authentication, runs the operation and turns errors into JSON. The operations also
 * describe the call at /api/v1/openapi.json and /api/docs; tests/requests/openapi.test.ts compares real responses with them.
 * @param path the path in app/routes.ts, below /api/v1
 * @example const resource = api('certificates/:uniqueId/revocation', {
 *            POST: {
 *              auth: 'bearer',
 *              summary: 'Revoke a certificate permanently',
 *              body: revocationSchema,
 *              example: { reason: 'Issued to the wrong person' },
 *              responses: { 201: success({ message: z.literal(REVOKED), certificate: certificateSchema }) },
 *              failures: { 403: '…', 404: 'Not found.', 409: 'This certificate is already revoked.' },
 *              async handle({ actor, params, json }) { … },
 *            },
 *          });
 *          export const loader = resource.loader;
 *          export const action = resource.action;
 */
export function api<const Path extends string>(path: Path, operations: Operations<ParameterNames<Path>>) {
  describeCalls(path, operations);
  const allowed = Object.keys(operations).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  const dispatch: Dispatch = (args) => {
    const method = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const operation = operations[method as Method] as Operation<string> | undefined;
    if (operation) return run(operation, args);
    const [first = {}] = Object.values(operations);
    return respond(405, errorBody('Method not allowed.', first), { Allow: allowed.join(', ') });
  };
  return { loader: dispatch, action: dispatch };
}

type Dispatch = (args: Arguments) => Promise<Response> | Response;

/** The JSON 404 for an unknown path under /api. */
export const unknownPath = () => respond(404, { success: false, message: 'Not found.' });
