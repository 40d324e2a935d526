import { thumbnailFile } from '#app/courses/media-file.server.ts';
import { serveFile } from '#app/routes/files/serve-file.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import type { Route } from './+types/thumbnail';

export const handle = { free: true } satisfies RouteNeeds;

/** /thumbnails/{id}-{width}.webp: public, like the catalogue. */
export const loader = ({ request, params }: Route.LoaderArgs) =>
  serveFile(request, () => thumbnailFile(params.file), {
    cacheControl: 'public, max-age=31536000, immutable',
  });
