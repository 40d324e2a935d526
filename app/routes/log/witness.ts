import { ownWitnessKey } from '#app/log/cosign-checkpoint.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/witness';

export const handle = { server: true } satisfies RouteNeeds;

/** /witness: this site's witness key, for the configuration of other logs. */
export const loader = ({ request }: Route.LoaderArgs) =>
  serveText(request, Buffer.from(`${ownWitnessKey()}\n`), 'text/plain; charset=utf-8', 'public, max-age=60');
