import { now } from '#app/shared/clock.server.ts';
import { preparedValue } from '#db/client.ts';
import { LANE, type Lane } from './compose.server.ts';

/**
 * The most messages of a lane and all later lanes that are sent in parallel. Each lane leaves some
 * connections to the lanes before it, so that these need not wait for a slow delivery.
 */
function laneLimit(lane: Lane, connections: number): number {
  const reserved = Math.max(1, Math.floor(connections / 5));
  return connections - lane * reserved;
}

/** The lanes from which one more message may be sent now, in order of priority. */
export function openLanes(underWay: Iterable<Lane>, connections: number): Lane[] {
  const lanes = [...underWay];
  const all = Object.values(LANE);
  const hasRoom = (lane: Lane) =>
    lanes.filter((other) => other >= lane).length < laneLimit(lane, connections);
  // A message counts towards the limits of its own lane and of every earlier one.
  const full = all.findIndex((lane) => !hasRoom(lane));
  return full === -1 ? all : all.slice(0, full);
}

/** Each lane needs a connection. */
const FEWEST_CONNECTIONS = 3;
const FEWER_FOR_MS = 10 * 60_000;

/** The number of connections that may be open. It is lower for a while after the server refused one. */
export function createConnectionLimit(most: number) {
  let fewer = most;
  let until = 0;
  const limit = (at: number) => (at < until ? fewer : most);
  return {
    now: limit,
    /**
     * Lowers the limit after the server refused a connection.
     * @param others number of other deliveries in progress
     * @returns false when a lower limit would not help
     */
    lower(others: number, at: number): boolean {
      const next = Math.max(FEWEST_CONNECTIONS, Math.min(limit(at) - 1, others));
      if (others === 0 || next >= limit(at)) return false;
      fewer = next;
      until = at + FEWER_FOR_MS;
      return true;
    },
  };
}

/** How far deliveries may run ahead of an even pace. */
const BURST_MS = 100;

/** Limits the number of messages per second, evenly spread. 0 means no limit. */
export function createPace(perSecond: number) {
  const interval = perSecond > 0 ? 1_000 / perSecond : 0;
  let next = 0;
  return {
    wait: (at: number) => (interval === 0 ? 0 : Math.max(0, Math.ceil(next - at))),
    count(at: number) {
      next = Math.max(next, at - BURST_MS) + interval;
    },
  };
}

export type LaneName = keyof typeof LANE;

export const laneNames = ['security', 'single', 'batch'] as const satisfies LaneName[];
const firstDue = preparedValue<number | null>(
  'select min(next_attempt_at) from outbox where lane = ? and next_attempt_at <= ?',
);

/** Since when the oldest due message of a lane has been waiting, in ms UTC, or null. */
export const oldestDue = (lane: LaneName): number | null => firstDue().get(LANE[lane], now()) ?? null;
