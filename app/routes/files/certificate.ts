import { certificateFile } from '#app/certificates/certificate-file.server.ts';
import { listsTag, refusal } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import type { Route } from './+types/certificate';

const TYPES = { png: 'image/png', pdf: 'application/pdf' } as const;

/** /certificates/{uniqueId}.png and .pdf (CONTRACT D11). */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const match = /^(.{1,100})\.(png|pdf)$/.exec(params.file);
  const [id, format] = [match?.[1] ?? '', match?.[2] === 'pdf' ? ('pdf' as const) : ('png' as const)];
  try {
    const { bytes, etag, name } = await certificateFile(context.get(actorContext), id, format, {
      expires: url.searchParams.get('expires'),
      signature: url.searchParams.get('signature'),
    });
    const headers = {
      // Who may read it is asked each time: it can be revoked, and a login can end.
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': `inline; filename="${name}"`,
      'Content-Type': TYPES[format],
      ETag: etag,
    };
    if (listsTag(request.headers.get('If-None-Match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    const sized = { ...headers, 'Content-Length': String(bytes.byteLength) };
    const body = request.method === 'HEAD' ? null : Buffer.from(bytes);
    return new Response(body, { headers: sized });
  } catch (error) {
    return refusal(error);
  }
}
