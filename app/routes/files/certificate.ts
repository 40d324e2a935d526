import { certificateFile } from '#app/certificates/certificate-file.server.ts';
import { actorContext } from '#app/middleware/context.server.ts';
import { headersOf, statusOf } from '#app/middleware/failure.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import type { Route } from './+types/certificate';

const TYPES = { png: 'image/png', pdf: 'application/pdf' } as const;

/** /certificates/{uniqueId}.png and .pdf (CONTRACT D11). */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const match = /^(.{1,100})\.(png|pdf)$/.exec(params.file);
  const [id, format] = [match?.[1] ?? '', match?.[2] === 'pdf' ? ('pdf' as const) : ('png' as const)];
  try {
    const { bytes } = await certificateFile(context.get(actorContext), id, format, {
      expires: url.searchParams.get('expires'),
      signature: url.searchParams.get('signature'),
    });
    return new Response(Buffer.from(bytes), {
      headers: { 'Content-Type': TYPES[format], 'Cache-Control': 'private, no-cache' },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(`${error.message}\n`, {
      status: statusOf(error),
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        ...headersOf(error),
      },
    });
  }
}
