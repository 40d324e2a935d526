import { readDataExport } from '#app/privacy/data-export/data-export.server.ts';
import { serveFile } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/data-export';

/** /settings/data/{id}.zip: everything held about the account, for its owner. */
export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  serveFile(request, () => readDataExport(context.get(actorContext), params.file), {
    cacheControl: 'private, no-store',
  });
