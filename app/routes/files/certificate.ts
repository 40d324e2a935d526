import { certificateFile } from '#app/certificates/certificate-file.server.ts';
import { serveDocument } from '#app/routes/files/serve-file.server.ts';
import { actorContext } from '#app/server/context.server.ts';
import { toFileError } from '#app/server/error-response.server.ts';
import { urlSignature } from '#app/shared/signed-urls.server.ts';
import type { Route } from './+types/certificate';

const TYPES = { png: 'image/png', pdf: 'application/pdf' } as const;

/** /certificates/{uniqueId}.png and .pdf (CONTRACT D11). */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const match = /^(.{1,100})\.(png|pdf)$/.exec(params.file);
  const [id, format] = [match?.[1] ?? '', match?.[2] === 'pdf' ? ('pdf' as const) : ('png' as const)];
  try {
    const file = certificateFile(context.get(actorContext), id, format, urlSignature(url.searchParams));
    return await serveDocument(request, { ...file, contentType: TYPES[format] });
  } catch (error) {
    return toFileError(error);
  }
}
