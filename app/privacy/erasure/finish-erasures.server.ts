import { now } from '#app/shared/clock.server.ts';
import { forEachRowInTurn } from '#app/shared/each-row.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { preparedSql } from '#db/client.ts';
import { carryOutErasure, type OpenErasure } from './erase-holder.server.ts';

const EVERY_MS = 60_000;
/** An erasure that began later may still run in a request. */
const LEFT_AFTER_MS = 10 * 60_000;

const PAGE = 100;

const open = preparedSql<OpenErasure>(
  `select seq, email, issuer_id as issuerId, erased_by as erasedBy, reason, started_at as startedAt from open_erasures
   where started_at <= ? and seq > ? order by seq limit ${PAGE}`,
);

/**
 * Finishes erasures that a kill or an error interrupted. However many fail, they hold up no others.
 * @param until when they began at the latest, in ms UTC
 */
export async function finishErasures(until: number) {
  for (let [after, isWhole] = [0, true]; isWhole; ) {
    const rows = open().all(until, after);
    await forEachRowInTurn(
      'erasures',
      rows,
      ({ seq }) => String(seq),
      async (erasure) => {
        await carryOutErasure({ kind: 'system' }, erasure);
      },
    );
    isWhole = rows.length === PAGE;
    after = rows.at(-1)?.seq ?? after;
  }
}

/** Finishes erasures in the background, at the start those of earlier processes. Returns a function that stops it. */
export function startFinishingErasures() {
  let isStart = true;
  return startPeriodic('erasures', async () => {
    await finishErasures(isStart ? now() : now() - LEFT_AFTER_MS);
    isStart = false;
    return EVERY_MS;
  });
}
