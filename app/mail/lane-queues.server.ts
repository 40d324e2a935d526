import { now } from '#app/shared/clock.server.ts';
import { prepared, sqlite } from '#db/client.ts';
import { LANE } from './compose.ts';

export type LaneName = keyof typeof LANE;

export const laneNames = Object.keys(LANE) as LaneName[];
const firstDue = prepared(() =>
  sqlite().prepare('select min(next_attempt_at) from outbox where lane = ? and next_attempt_at <= ?').pluck(),
);

/** Since when the oldest due message of a lane has been waiting, in ms UTC, or null. */
export const oldestDue = (lane: LaneName): number | null =>
  firstDue().get(LANE[lane], now()) as number | null;
