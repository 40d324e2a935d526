import { publishedStatusList } from '#app/credentials/published-documents.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/status-list';

export const handle = { server: true } satisfies RouteNeeds;

/** /credentials/status/{n}: the revoked certificates of a list (Bitstring Status List 1.0). */
export async function loader({ request, params }: Route.LoaderArgs) {
  const list = await publishedStatusList(params.number);
  return serveText(request, list, 'application/vc', 'public, max-age=60');
}
