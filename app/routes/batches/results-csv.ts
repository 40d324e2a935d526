import { batchRowsPage, fieldsIn } from '#app/batches/batch.server.ts';
import { FIELD_NAMES } from '#app/certificates/fields.ts';
import { controlOf } from '#app/certificates/own-fields.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { valuesIn } from '#app/routes/pieces/certificate-lists/own-texts.ts';
import { csvResponse } from '#app/routes/pieces/csv.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import type { Route } from './+types/results-csv';

/** The result of each row of a batch, as CSV. */
export const loader = ({ params, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { columns } = fieldsIn(actor, params.id);
  return csvResponse(
    actor,
    `batch-${params.id}.csv`,
    [
      'line',
      'status',
      'certificateId',
      ...FIELD_NAMES,
      ...columns.map(({ key }) => controlOf(key)),
      'problems',
    ],
    (cursor = '0') => {
      const { rows, nextCursor } = batchRowsPage(actor, params.id, { limit: 100, cursor });
      return { items: rows, nextCursor };
    },
    ({ line, status, uniqueId, errors, fields, ...content }) => [
      String(line),
      status,
      uniqueId,
      ...FIELD_NAMES.map((name) => content[name]),
      ...valuesIn(columns, fields),
      errors && joinSentences(Object.values(errors).flat()),
    ],
  );
};
