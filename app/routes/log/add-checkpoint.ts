import { type Cosigned, cosignCheckpoint } from '#app/log/cosign-checkpoint.server.ts';
import { readBody } from '#app/server/edge/read-body.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/add-checkpoint';

const MAX_BYTES = 64 * 1_024;

export const handle = { server: true, body: [{ bytes: MAX_BYTES }] } satisfies RouteNeeds;

const STATUS: Record<Exclude<Cosigned['kind'], 'cosigned' | 'conflict'>, number> = {
  malformed: 400,
  'not-signed': 403,
  'unknown-log': 404,
  inconsistent: 422,
};

const text = (status: number, body: string, contentType = 'text/plain; charset=utf-8') =>
  new Response(body, { status, headers: { 'Cache-Control': 'no-store', 'Content-Type': contentType } });

/** POST /witness/add-checkpoint (C2SP tlog-witness). The checkpoint's signature authenticates the request. */
export async function action({ request }: Route.ActionArgs) {
  const body = await readBody(request, MAX_BYTES);
  if (!body) return text(413, 'too large\n');
  const answer = cosignCheckpoint(Buffer.from(body).toString('utf8'));
  if (answer.kind === 'cosigned') return text(200, answer.lines);
  if (answer.kind === 'conflict') return text(409, `${answer.size}\n`, 'text/x.tlog.size');
  return text(STATUS[answer.kind], `${answer.kind}\n`);
}

export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } });
