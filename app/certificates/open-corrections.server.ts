import { and, isNull, sql } from 'drizzle-orm';
import { db, parameter, prepared } from '#db/client.ts';
import { correctionRequests } from '#db/schema/holders.ts';

const openAmong = prepared(() =>
  db()
    .select({ id: correctionRequests.certificateId })
    .from(correctionRequests)
    .where(
      and(
        sql`${correctionRequests.certificateId} in (select value from json_each(${parameter('ids')}))`,
        isNull(correctionRequests.decision),
      ),
    )
    .prepare(),
);

/** Which of these certificates, by `id`, have an open request. */
export const withOpenCorrection = (certificateIds: string[]): ReadonlySet<string> =>
  new Set(
    openAmong()
      .all({ ids: JSON.stringify(certificateIds) })
      .map(({ id }) => id),
  );
