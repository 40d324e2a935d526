import { serveZip } from '#app/routes/batches/serve-zip.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/batch-zip';

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  serveZip(context.get(actorContext), params.id, Object.fromEntries(url.searchParams));
