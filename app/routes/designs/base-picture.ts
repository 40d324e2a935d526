import { basePicture, PREVIEW_WIDTHS } from '#app/designs/preview-design.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { Route } from './+types/base-picture';

export const middleware = [requireAdminArea];

/** /admin/designs/bases/:base/480.png: a base layout with its default colours. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const width = PREVIEW_WIDTHS.find((known) => `${known}.png` === params.file);
  if (!width) throw notFound();
  return await serveDocument(request, basePicture(context.get(actorContext), params.base, width));
}
