import type { RouterContextProvider } from 'react-router';
import { takeUploadSlot } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/config/env.server.ts';
import { preflightHeaders } from '#app/routes/api/v1/answer-headers.server.ts';
import { fail, failWith, requireToken } from '#app/routes/api/v1/failures.server.ts';
import { PRIVATE_JSON, PUBLIC_JSON, readJson } from '#app/routes/api/v1/read-request.ts';
import { unknownPath } from '#app/routes/api/v1/respond.ts';
import { answerMessage } from '#app/routes/mcp/answer-message.server.ts';
import { MCP_BYTES } from '#app/server/edge/body-limit.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { corsHeaders, isOwnOrigin } from '#app/server/edge/same-site.server.ts';
import { actorContext, requestContext } from '#app/server/session/context.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import { createMemoryBudget } from '#app/shared/memory-budget.server.ts';

export const handle = { api: true, body: [{ bytes: MCP_BYTES }] } satisfies RouteNeeds;

const Allow = 'POST, OPTIONS';

/** Limits the memory of all messages, which may contain files. */
const holdMessage = createMemoryBudget({
  maxBytes: 64 * 1_048_576,
  message: 'Too many messages are being handled. Please try again in a moment.',
});

/**
 * Rejects pages of other sites, as the MCP specification asks: they could reach a server behind a firewall through the browser of
 * somebody there.
 * @throws AppError forbidden
 */
function requireKnownOrigin({ headers }: Request) {
  const origin = headers.get('Origin');
  if (origin === null || isOwnOrigin(origin) || env().API_CORS_ORIGINS?.includes(origin)) return;
  throw forbidden('Pages of this origin may not use this address.');
}

/**
 * Whether a message may contain a file. Such messages take upload slots, because reading hundreds of large
 * bodies in parallel would block the event loop.
 */
function mayHaveFile({ headers }: Request): boolean {
  const length = headers.get('Content-Length');
  return length === null || Number(length) > PUBLIC_JSON.bytes;
}

type Arguments = { request: Request; context: Readonly<RouterContextProvider> };

async function handlePost({ request, context }: Arguments): Promise<Response> {
  const holding = holdMessage();
  let freeSlot: (() => void) | undefined;
  try {
    requireKnownOrigin(request);
    requireToken(context);
    if (mayHaveFile(request)) freeSlot = takeUploadSlot(context.get(actorContext));
    const { readBody: read } = context.get(requestContext);
    const limits = { ...PRIVATE_JSON, bytes: MCP_BYTES };
    const body = await readJson(request, limits, { isOptional: () => false, read, held: holding });
    holding.keep();
    return await answerMessage(request, body, context);
  } catch (error) {
    return failWith(error, { request, context });
  } finally {
    holding.release();
    freeSlot?.();
  }
}

/**
 * The Model Context Protocol over streamable HTTP, for tokens. Without sessions and without streams, so GET and DELETE are 405.
 */
async function dispatch(args: Arguments): Promise<Response> {
  const { request } = args;
  if (!env().MCP) return unknownPath(request);
  if (request.method === 'OPTIONS') {
    const headers = { Allow, ...preflightHeaders(request, { auth: 'bearer' }) };
    return new Response(null, { status: 204, headers });
  }
  if (request.method !== 'POST') {
    const failure = { status: 405, message: 'Method not allowed.', code: 'method_not_allowed' as const };
    return fail(request, { ...failure, headers: { Allow } });
  }
  const response = await handlePost(args);
  response.headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.append(name, value);
  return response;
}

export const loader = dispatch;
export const action = dispatch;
