import { ownPicture } from '#app/certificates/field-pictures.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/picture';

/** /admin/fields/pictures/:file: a photograph that an issuer has stored. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const hash = params.file.replace(/\.jpg$/, '');
  const bytes = ownPicture(context.get(actorContext), hash);
  const read = () => Promise.resolve(bytes);
  return await serveDocument(request, {
    read,
    etag: `"${hash}"`,
    name: `${hash}.jpg`,
    contentType: 'image/jpeg',
  });
}
