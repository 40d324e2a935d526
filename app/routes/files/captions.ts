import { captionsFile } from '#app/courses/captions/captions-of.server.ts';
import { videoSignature } from '#app/courses/media-file.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { leadToLogin } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/captions';

export const middleware = [leadToLogin];

/** /lessons/{id}/captions/{language}.vtt, for readers of the lesson (cookie or token) and signed URLs. */
export const loader = ({ request, params, context, url }: Route.LoaderArgs) =>
  serveDocument(
    request,
    captionsFile(context.get(actorContext), params.lessonId, params.file, videoSignature(url.searchParams)),
  );
