/** Locks by name, given in the order in which they were asked for. */
export function createLocks() {
  /** Who waits for each lock that is held. */
  const queues = new Map<string, (() => void)[]>();

  function pass(name: string) {
    const next = queues.get(name)?.shift();
    if (next) next();
    else queues.delete(name);
  }

  return {
    /** Waits for a lock, and returns what releases it. */
    async acquire(name: string): Promise<() => void> {
      const queue = queues.get(name);
      if (queue) await new Promise<void>((resolve) => queue.push(resolve));
      else queues.set(name, []);
      let held = true;
      return () => {
        if (held) pass(name);
        held = false;
      };
    },
  };
}
