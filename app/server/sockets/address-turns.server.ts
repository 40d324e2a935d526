/** How many turns of the event loop tasks wait at most while connections arrive. An empty turn takes 0.1 ms. */
const PUT_OFF_TURNS = 200;

let arrivals = 0;

/** Notes that a connection was accepted. */
export function noteArrival() {
  arrivals += 1;
}

/**
 * How many tasks a turn of the event loop has.
 * @param most of a turn
 * @param longMs when a turn took longer, the next one has half as many
 */
function createTurnSizes(most: number, longMs: number) {
  let perTurn = most;
  /** When the last turn began, or null after a pause. */
  let lastTurnAt: number | null = null;
  return {
    /** Begins a turn. Returns the number of its tasks, by what the last turn took. */
    beginTurn(): number {
      const startedAt = performance.now();
      const wasLong = lastTurnAt !== null && startedAt - lastTurnAt > longMs;
      perTurn = wasLong ? Math.max(1, perTurn >> 1) : Math.min(most, perTurn + 1);
      lastTurnAt = startedAt;
      return perTurn;
    },
    pause() {
      lastTurnAt = null;
    },
  };
}

/**
 * A queue in which addresses take turns, so that a flood delays only its own address. While connections arrive, tasks wait,
 * because libuv accepts only one connection in each turn of the event loop.
 * @param mostPerTurn tasks per turn of the event loop: few, so that sockets are read in between
 * @param longMs after this time a turn starts no more tasks, and when it took longer, the next one has half as many
 */
export function createAddressTurns(mostPerTurn: number, longMs = Number.POSITIVE_INFINITY) {
  /** Waiting tasks by address. The next address is first. */
  const waiting = new Map<string, Set<() => void>>();

  let scheduled = false;
  let seenArrivals = 0;
  let putOff = 0;
  const sizes = createTurnSizes(mostPerTurn, longMs);

  function takeNext(): (() => void) | undefined {
    for (const [address, tasks] of waiting) {
      waiting.delete(address);
      for (const next of tasks) {
        tasks.delete(next);
        if (tasks.size > 0) waiting.set(address, tasks);
        return next;
      }
    }
    return undefined;
  }

  /** Begins a turn. Returns the number of its tasks, none while connections arrive. */
  function begin(): number {
    const arriving = arrivals !== seenArrivals;
    seenArrivals = arrivals;
    putOff = arriving && putOff < PUT_OFF_TURNS ? putOff + 1 : 0;
    const perTurn = sizes.beginTurn();
    return putOff > 0 ? 0 : perTurn;
  }

  /**
   * Each task has its own callback, so that its promises continue before the next task starts. A slow task then ends the turn, and the
   * other tasks wait for the next one.
   */
  function schedule() {
    if (scheduled || waiting.size === 0) return;
    scheduled = true;
    let left = mostPerTurn;
    let most = 0;
    let endAt = 0;
    const runNext = () => {
      if (left === mostPerTurn) {
        most = begin();
        endAt = performance.now() + longMs;
      }
      if (mostPerTurn - left < most && performance.now() <= endAt) takeNext()?.();
      left -= 1;
      if (left > 0) return;
      scheduled = false;
      schedule();
      if (!scheduled) sizes.pause();
    };
    for (let task = 0; task < mostPerTurn; task += 1) setImmediate(runNext);
  }

  return {
    /** Adds a task and returns a function that removes it. */
    add(address: string, task: () => void): () => void {
      const tasks = waiting.get(address) ?? new Set();
      tasks.add(task);
      waiting.set(address, tasks);
      schedule();
      return () => {
        tasks.delete(task);
        if (tasks.size === 0 && waiting.get(address) === tasks) waiting.delete(address);
      };
    },
  };
}
