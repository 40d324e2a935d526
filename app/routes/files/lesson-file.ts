import { lessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import { videoSignature } from '#app/courses/media-file.server.ts';
import { serveFile } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { leadToLogin } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/lesson-file';

export const middleware = [leadToLogin];

/** /lesson-files/{id}, a download for readers of the lesson (cookie or token) and signed URLs. */
export const loader = ({ request, params, context, url }: Route.LoaderArgs) =>
  serveFile(
    request,
    () => lessonFile(context.get(actorContext), params.id, videoSignature(url.searchParams)),
    {
      cacheControl: 'private, no-cache',
    },
  );
