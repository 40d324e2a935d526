import { videoFile, videoSignature } from '#app/courses/media-file.server.ts';
import { serveFile } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { leadToLogin } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/video';

export const middleware = [leadToLogin];

/** /videos/{id}.{extension}, for logged-in users (cookie or token) and signed URLs (docs/product.md, Uploads). */
export const loader = ({ request, params, context, url }: Route.LoaderArgs) =>
  serveFile(
    request,
    () => videoFile(context.get(actorContext), params.file, videoSignature(url.searchParams)),
    // The content of a URL never changes, and players seek within the cached part.
    { cacheControl: 'private, max-age=3600' },
  );
