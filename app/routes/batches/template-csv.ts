import { requireIssuer } from '#app/accounts/actor.server.ts';
import { csvTemplate } from '#app/batches/batch-csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import { csvLine } from '#app/shared/lists/csv-line.server.ts';
import type { Route } from './+types/template-csv';

export const middleware = [requireAdminArea];

export const loader = ({ context }: Route.LoaderArgs) => {
  requireIssuer(context.get(actorContext), 'certificates');
  return new Response(`\uFEFF${csvTemplate().map(csvLine).join('')}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="certificates.csv"',
      'Cache-Control': 'private, no-cache',
    },
  });
};
