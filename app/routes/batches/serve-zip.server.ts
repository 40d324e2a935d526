import type { Actor } from '#app/accounts/actor.server.ts';
import { zipQuerySchema } from '#app/batches/batch.schema.ts';
import { batchZip } from '#app/batches/batch-zip.server.ts';
import { exportResponse } from '#app/routes/export-response.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';

/** The certificates of a batch as a ZIP download. */
export function serveZip(actor: Actor, id: string, query: unknown): Promise<Response> {
  const { format } = parseInput(zipQuerySchema, query);
  const name = `certificates-${id}-${format}.zip`;
  return exportResponse(actor, name, 'application/zip', () => batchZip(actor, id, format));
}
