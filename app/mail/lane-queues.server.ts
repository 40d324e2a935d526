import { now } from '#app/shared/clock.server.ts';
import { preparedValue } from '#db/client.ts';
import { LANE } from './compose.server.ts';

export type LaneName = keyof typeof LANE;

export const laneNames = ['security', 'single', 'batch'] as const satisfies LaneName[];
const firstDue = preparedValue<number | null>(
  'select min(next_attempt_at) from outbox where lane = ? and next_attempt_at <= ?',
);

/** Since when the oldest due message of a lane has been waiting, in ms UTC, or null. */
export const oldestDue = (lane: LaneName): number | null => firstDue().get(LANE[lane], now()) ?? null;
