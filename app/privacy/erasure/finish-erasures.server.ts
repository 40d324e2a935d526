import { now } from '#app/shared/clock.server.ts';
import { forEachRowOfPages } from '#app/shared/each-row.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { preparedSql } from '#db/client.ts';
import { carryOutErasure, type OpenErasure } from './erase-holder.server.ts';

const EVERY_MS = 60_000;
/** An erasure that began later may still run in a request. */
const LEFT_AFTER_MS = 10 * 60_000;

const open = preparedSql<OpenErasure>(
  `select seq, email, issuer_id as issuerId, erased_by as erasedBy, reason, started_at as startedAt from open_erasures
   where started_at <= ? and seq > ? order by seq limit 100`,
);

/** Finishes erasures that a kill or an error interrupted. @param until when they began at the latest, in ms UTC */
export const finishErasures = (until: number) =>
  forEachRowOfPages<OpenErasure>(
    'erasures',
    (last) => open().all(until, last?.seq ?? 0),
    ({ seq }) => String(seq),
    async (erasure) => {
      await carryOutErasure({ kind: 'system' }, erasure);
    },
  );

/** Finishes erasures in the background, at the start those of earlier processes. Returns a function that stops it. */
export function startFinishingErasures() {
  let isStart = true;
  return startPeriodic('erasures', async () => {
    await finishErasures(isStart ? now() : now() - LEFT_AFTER_MS);
    isStart = false;
    return EVERY_MS;
  });
}
