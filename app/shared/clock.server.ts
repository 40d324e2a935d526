let read = () => Date.now();

/** Milliseconds since the epoch, UTC. Every rule that depends on time uses this, so that tests can set it. */
export const now = () => read();

/** Replaces the clock in tests; without an argument restores the real one. */
export function setClock(next: () => number = () => Date.now()) {
  read = next;
}
