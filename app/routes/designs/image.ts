import { designImage } from '#app/designs/design-image.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/image';

export const middleware = [requireAdminArea];

/** /admin/designs/images/:file: an issuer's own logo or signature. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const hash = params.file.replace(/\.png$/, '');
  const bytes = designImage(context.get(actorContext), hash);
  const name = `${hash}.png`;
  const read = () => Promise.resolve(bytes);
  return await serveDocument(request, { read, etag: `"${hash}"`, name, contentType: 'image/png' });
}
