/** Creates locks by name. Waiting callers get a lock in the order of their requests. */
export function createLocks() {
  /** Waiting callers by lock. A lock that is held has an entry. */
  const queues = new Map<string, (() => void)[]>();

  function pass(name: string) {
    const next = queues.get(name)?.shift();
    if (next) next();
    else queues.delete(name);
  }

  return {
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
