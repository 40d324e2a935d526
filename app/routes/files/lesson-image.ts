import { lessonImage } from '#app/courses/lessons/lesson-files.server.ts';
import { serveFile } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { leadToLogin } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/lesson-image';

export const middleware = [leadToLogin];

/** A picture in the text of a lesson, by the name of its file. */
export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  serveFile(request, () => lessonImage(context.get(actorContext), params.lessonId, params.name), {
    cacheControl: 'private, no-cache',
  });
