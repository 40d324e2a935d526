import { LANE, type Lane } from './compose.ts';

/**
 * How many messages of a lane and of all later ones may be under way at once. Each lane leaves some connections to the
 * lanes before it, so that these need not wait for a slow delivery to end.
 */
function laneLimit(lane: Lane, connections: number): number {
  const reserved = Math.max(1, Math.floor(connections / 5));
  return connections - lane * reserved;
}

/** The lanes in the order in which they are served, of which one more message may be sent now. */
export function openLanes(underWay: Iterable<Lane>, connections: number): Lane[] {
  const lanes = [...underWay];
  const all = Object.values(LANE);
  const hasRoom = (lane: Lane) =>
    lanes.filter((other) => other >= lane).length < laneLimit(lane, connections);
  // A message counts towards the limits of its own lane and of every earlier one.
  const full = all.findIndex((lane) => !hasRoom(lane));
  return full === -1 ? all : all.slice(0, full);
}

/** Each lane needs one. */
const FEWEST_CONNECTIONS = 3;
const FEWER_FOR_MS = 10 * 60_000;

/** How many connections may be open at once: fewer for a while after the server refused a further one. */
export function createConnectionLimit(most: number) {
  let fewer = most;
  let until = 0;
  const now = (at: number) => (at < until ? fewer : most);
  return {
    now,
    /**
     * Lowers the limit after the server refused a connection.
     * @param others deliveries that go on meanwhile
     * @returns false where fewer would not help
     */
    lower(others: number, at: number): boolean {
      const next = Math.max(FEWEST_CONNECTIONS, Math.min(now(at) - 1, others));
      if (others === 0 || next >= now(at)) return false;
      fewer = next;
      until = at + FEWER_FOR_MS;
      return true;
    },
  };
}

/** How far deliveries may run ahead of an even pace. */
const BURST_MS = 100;

/** Keeps to a number of messages per second, evenly spread; 0 means no limit. */
export function createPace(perSecond: number) {
  const interval = perSecond > 0 ? 1_000 / perSecond : 0;
  let next = 0;
  return {
    /** Milliseconds to wait before the next message may be sent. */
    wait: (at: number) => (interval === 0 ? 0 : Math.max(0, Math.ceil(next - at))),
    /** Counts a message that is sent now. */
    count(at: number) {
      next = Math.max(next, at - BURST_MS) + interval;
    },
  };
}
