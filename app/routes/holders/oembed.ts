import { titleOf } from '#app/certificates/fields.ts';
import { rasterOf } from '#app/drawing/own-artwork/artwork.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { sharedCertificate } from '#app/verification/shared-certificate.server.ts';
import { t } from '#messages';
import type { Route } from './+types/oembed';

/** How a shared certificate looks in other pages: oEmbed 1.0, as a link with a picture. */
export async function loader({ url }: Route.LoaderArgs) {
  const format = url.searchParams.get('format');
  if (format !== null && format !== 'json')
    return new Response(t('oembed.onlyJsonIsSupported'), { status: 501 });
  const shown = URL.parse(url.searchParams.get('url') ?? '');
  const [, token] = /^\/c\/([\w-]{22})$/.exec(shown?.pathname ?? '') ?? [];
  if (!token) throw notFound();
  const shared = await sharedCertificate(token, { isOpened: false });
  // The address of another site, which happens to have the same path, is not ours to describe.
  if (shown?.origin !== new URL(shared.url).origin) throw notFound();
  return Response.json(
    {
      version: '1.0',
      type: 'link',
      provider_name: 'Certrace',
      provider_url: new URL(shared.url).origin,
      title: titleOf(shared),
      author_name: shared.issuerName,
      thumbnail_url: `${shared.url}.jpg`,
      thumbnail_width: rasterOf('wide').width,
      thumbnail_height: rasterOf('wide').height,
    },
    { headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' } },
  );
}
