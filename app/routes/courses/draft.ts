import {
  draftForLearner,
  draftOfCourse,
} from '#app/courses/completion/issue-completion-certificates.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { Route } from './+types/draft';

/**
 * /admin/courses/:id/draft/960.png: the draft of the certificate that completing the course gives. At /course/:id/draft/960.png with the
 * reader's name.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const draftOf = url.pathname.startsWith('/admin/') ? draftOfCourse : draftForLearner;
  const draft = draftOf(context.get(actorContext), params.id);
  if (!draft) throw notFound();
  return await serveDocument(request, draft.file(params.file));
}
