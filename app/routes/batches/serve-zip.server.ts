import type { Actor } from '#app/accounts/actor.server.ts';
import { zipQuerySchema } from '#app/batches/batch.schema.ts';
import { batchZip } from '#app/batches/batch-zip.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

/** The certificates of a batch as a download. Its length is unknown until all are drawn, so it has no ranges. */
export function serveZip(actor: Actor, id: string, query: unknown): Response {
  const { format } = parseInput(zipQuerySchema, query);
  const { name, stream } = batchZip(actor, id, format);
  return new Response(stream, {
    headers: {
      'Accept-Ranges': 'none',
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Type': 'application/zip',
    },
  });
}
