import { requireIssuer } from '#app/accounts/actor.server.ts';
import { csvTemplate } from '#app/batches/batch-csv.server.ts';
import { enteredFieldsOf } from '#app/certificates/field-values.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { csvLine } from '#app/shared/lists/csv-line.server.ts';
import type { Route } from './+types/template-csv';

export const loader = ({ context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  requireIssuer(actor, 'certificates');
  return new Response(`\uFEFF${csvTemplate(enteredFieldsOf(actor.organisation.id)).map(csvLine).join('')}`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="certificates.csv"',
      'Cache-Control': 'private, no-cache',
    },
  });
};
