import { readLogCheckpoint } from '#app/log/read-log.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/checkpoint';

export const handle = { server: true } satisfies RouteNeeds;

/** /log/checkpoint and /log/{n}/checkpoint (C2SP tlog-tiles). */
export function loader({ request, params }: Route.LoaderArgs) {
  const checkpoint = Buffer.from(readLogCheckpoint('number' in params ? (params.number ?? '') : '1'));
  return serveText(request, checkpoint, 'text/plain; charset=utf-8', 'public, max-age=5');
}
