import { publishedDidDocument } from '#app/credentials/published-documents.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/did-document';

export const handle = { server: true } satisfies RouteNeeds;

/** /.well-known/did.json of the installation and /issuers/{_id}/did.json (did:web section 3.2). */
export function loader({ request, params }: Route.LoaderArgs) {
  const document = publishedDidDocument('id' in params ? (params.id ?? null) : null);
  const bytes = Buffer.from(JSON.stringify(document));
  return serveText(request, bytes, 'application/did+json', 'public, max-age=60');
}
