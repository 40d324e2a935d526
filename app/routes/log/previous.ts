import { readPreviousCheckpoint } from '#app/log/read-log.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/previous';

export const handle = { server: true } satisfies RouteNeeds;

/** /log/{n}/previous, which never changes. */
export function loader({ request, params }: Route.LoaderArgs) {
  const checkpoint = readPreviousCheckpoint(params.number);
  return serveText(request, checkpoint, 'text/plain; charset=utf-8', 'public, max-age=31536000, immutable');
}
