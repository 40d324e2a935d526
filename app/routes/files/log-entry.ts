import { urlSignature } from '#app/shared/signed-urls.server.ts';
import { entryFile } from '#app/verification/tracing/entry-file.server.ts';
import type { Route } from './+types/log-entry';

const TYPES = { json: 'application/json', 'tlog-proof': 'text/plain; charset=utf-8' } as const;

/** /tracing/entries/{seq}.tlog-proof and .json: the proof or the document of an event in a history. */
export function loader({ params, url }: Route.LoaderArgs) {
  const { bytes, format } = entryFile(params.file, urlSignature(url.searchParams));
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="log-entry.${format}"`,
      'Content-Length': String(bytes.byteLength),
      'Content-Type': TYPES[format],
    },
  });
}
