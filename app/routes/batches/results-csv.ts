import { batchRowsPage } from '#app/batches/batch.server.ts';
import { FIELD_NAMES } from '#app/certificates/fields.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { requireAdminArea } from '#app/server/session/guards.server.ts';
import type { Route } from './+types/results-csv';

export const middleware = [requireAdminArea];

const HEADER = ['line', 'status', 'certificateId', ...FIELD_NAMES, 'problems'];

/** The result of each row of a batch, as CSV. */
export const loader = ({ params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  return csvResponse(
    actor,
    `batch-${params.id}.csv`,
    HEADER,
    (cursor = '0') => {
      const { rows, nextCursor } = batchRowsPage(actor, params.id, { limit: 100, cursor });
      return { items: rows, nextCursor };
    },
    ({ line, status, uniqueId, errors, ...content }) => [
      String(line),
      status,
      uniqueId,
      ...FIELD_NAMES.map((name) => content[name]),
      errors && joinSentences(Object.values(errors).flat()),
    ],
  );
};
