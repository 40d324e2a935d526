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

/** An address whose tasks took longer than this within a window is a heavy one. */
const HEAVY_MS = 100;
const WINDOW_MS = 10_000;

/** The time that the tasks of addresses took within the present window. */
function createUsage() {
  const used = new Map<string, number>();
  let endsAt = 0;
  return {
    isHeavy: (address: string) => (used.get(address) ?? 0) > HEAVY_MS,
    add(address: string, ms: number) {
      if (performance.now() > endsAt) {
        used.clear();
        endsAt = performance.now() + WINDOW_MS;
      }
      used.set(address, (used.get(address) ?? 0) + ms);
    },
  };
}

type Tasks = Set<() => void>;

/** The waiting tasks by address. Heavy addresses wait for the others, so that a newcomer does not wait for each of a flood. */
function createWaitingTasks() {
  /** The next address is first. */
  const light = new Map<string, Tasks>();
  const heavy = new Map<string, Tasks>();
  const usage = createUsage();

  const tasksOf = (address: string) => light.get(address) ?? heavy.get(address);

  function remove(address: string) {
    light.delete(address);
    heavy.delete(address);
  }

  /** Makes an address the last one. */
  function append(address: string, tasks: Tasks) {
    remove(address);
    (usage.isHeavy(address) ? heavy : light).set(address, tasks);
  }

  return {
    isEmpty: () => light.size + heavy.size === 0,
    add(address: string, task: () => void) {
      const tasks = tasksOf(address);
      if (tasks) tasks.add(task);
      else append(address, new Set([task]));
    },
    remove(address: string, task: () => void) {
      const tasks = tasksOf(address);
      if (tasks?.delete(task) && tasks.size === 0) remove(address);
    },
    /** Takes a task of the address whose turn it is. */
    take(): { address: string; task: () => void } | undefined {
      for (const [address, tasks] of light.size > 0 ? light : heavy) {
        for (const task of tasks) {
          tasks.delete(task);
          if (tasks.size > 0) append(address, tasks);
          else remove(address);
          return { address, task };
        }
      }
      return undefined;
    },
    /** Notes how long a task took. */
    noteTime(address: string, ms: number) {
      usage.add(address, ms);
      const tasks = light.get(address);
      if (tasks && usage.isHeavy(address)) append(address, tasks);
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
  const waiting = createWaitingTasks();

  let scheduled = false;
  let seenArrivals = 0;
  let putOff = 0;
  const sizes = createTurnSizes(mostPerTurn, longMs);

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
   * other tasks wait for the next one. One more callback notes the time of the last task.
   */
  function schedule() {
    if (scheduled || waiting.isEmpty()) return;
    scheduled = true;
    let at = 0;
    let most = 0;
    let endAt = 0;
    let running: { address: string; startedAt: number } | undefined;
    const runNext = () => {
      const now = performance.now();
      if (running) waiting.noteTime(running.address, now - running.startedAt);
      running = undefined;
      if (at === 0) {
        most = begin();
        endAt = now + longMs;
      }
      const next = at < most && now <= endAt ? waiting.take() : undefined;
      if (next) {
        running = { address: next.address, startedAt: now };
        next.task();
      }
      at += 1;
      if (at <= mostPerTurn) return;
      scheduled = false;
      schedule();
      if (!scheduled) sizes.pause();
    };
    for (let callback = 0; callback <= mostPerTurn; callback += 1) setImmediate(runNext);
  }

  return {
    /** Adds a task and returns a function that removes it. */
    add(address: string, task: () => void): () => void {
      waiting.add(address, task);
      schedule();
      return () => waiting.remove(address, task);
    },
  };
}
