import { readTile } from '#app/log/read-log.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/tile';

export const handle = { server: true } satisfies RouteNeeds;

/** /log/tile/… and /log/{n}/tile/… (C2SP tlog-tiles), which never change. */
export function loader({ request, params }: Route.LoaderArgs) {
  const number = 'number' in params ? (params.number ?? '') : '1';
  const tile = readTile(number, `tile/${params['*']}`);
  return serveText(request, tile, 'application/octet-stream', 'public, max-age=31536000, immutable');
}
