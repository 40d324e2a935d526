import { backgroundPicture } from '#app/designs/background.server.ts';
import { designImage } from '#app/designs/design-image.server.ts';
import { libraryPicture } from '#app/designs/own-artwork/library.server.ts';
import { basePicture, designPicture, PREVIEW_WIDTHS } from '#app/designs/preview-design.server.ts';
import { readFace } from '#app/routes/designs/own-artwork/face-form.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { Route } from './+types/picture';

/**
 * /admin/designs/:id/480.png: an issuer's own design with sample content, or with ?face=card a face of it. /admin/designs/bases/:base/480.png: a base layout with its
 * default colours. /admin/designs/library/:library/480.png?page=letter: a design to start from. /admin/designs/images/:file: an issuer's own logo or signature.
 * /admin/designs/backgrounds/:file: an issuer's own background.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { id, base, library, file }: { id?: string; base?: string; library?: string; file: string } = params;
  if (id === undefined && base === undefined && library === undefined) {
    const hash = file.replace(/\.png$/, '');
    const isBackground = url.pathname.startsWith('/admin/designs/backgrounds/');
    const bytes = isBackground ? backgroundPicture(actor, hash) : designImage(actor, hash);
    const read = () => Promise.resolve(bytes);
    const etag = `"${hash}"`;
    return await serveDocument(request, { read, etag, name: `${hash}.png`, contentType: 'image/png' });
  }
  const width = PREVIEW_WIDTHS.find((known) => `${known}.png` === file);
  if (!width) throw notFound();
  if (library !== undefined) {
    const page = url.searchParams.get('page');
    return await serveDocument(request, libraryPicture(actor, library, width, page));
  }
  const face = readFace(url.searchParams.get('face'));
  const picture =
    base === undefined ? designPicture(actor, id ?? '', width, face) : basePicture(actor, base, width);
  return await serveDocument(request, picture);
}
