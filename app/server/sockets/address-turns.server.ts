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
 * @param longMs after a turn that took longer, turns have one task until they are short again
 */
function createTurnSizes(most: number, longMs: number) {
  let perTurn = most;
  return {
    perTurn: () => perTurn,
    endTurn(ms: number) {
      perTurn = ms > longMs ? 1 : Math.min(most, perTurn + 1);
    },
  };
}

/**
 * A queue in which addresses take turns, so that a flood delays only its own address. While connections arrive, tasks wait,
 * because libuv accepts only one connection in each turn of the event loop.
 * @param mostPerTurn tasks per turn of the event loop: few, so that sockets are read in between
 * @param longMs a turn that takes longer is followed by turns of one task each
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

  /** The tasks of a turn start together: that takes a quarter less time than one after the other. */
  function runSome() {
    const arriving = arrivals !== seenArrivals;
    seenArrivals = arrivals;
    putOff = arriving && putOff < PUT_OFF_TURNS ? putOff + 1 : 0;
    if (putOff > 0) {
      setImmediate(runSome);
      return;
    }
    const startedAt = performance.now();
    for (const task of Array.from({ length: sizes.perTurn() }, takeNext)) task?.();
    // This callback runs after the promises of the tasks, so it measures them too.
    setImmediate(() => {
      sizes.endTurn(performance.now() - startedAt);
      scheduled = waiting.size > 0;
      if (scheduled) runSome();
    });
  }

  function schedule() {
    if (scheduled || waiting.size === 0) return;
    scheduled = true;
    setImmediate(runSome);
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
