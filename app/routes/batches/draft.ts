import { draftOfRow } from '#app/batches/mend-rows.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { Route } from './+types/draft';

/** /admin/batches/:id/drafts/12/480.png: the draft of the row in line 12. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (!/^\d{1,9}$/.test(params.line)) throw notFound();
  const draft = draftOfRow(context.get(actorContext), params.id, Number(params.line));
  return await serveDocument(request, draft.file(params.file));
}
