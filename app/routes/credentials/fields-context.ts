import { publishedFieldsContext } from '#app/credentials/published-documents.server.ts';
import { serveText } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/fields-context';

export const handle = { server: true } satisfies RouteNeeds;

/** /contexts/fields/v1: the JSON-LD context of own fields. It never changes; other terms would get another address. */
export const loader = ({ request }: Route.LoaderArgs) =>
  serveText(
    request,
    Buffer.from(JSON.stringify(publishedFieldsContext())),
    'application/ld+json',
    'public, max-age=31536000, immutable',
  );
