let read = () => Date.now();

/** Milliseconds since the epoch, UTC. Every rule that depends on time asks here, so that tests can move it. */
export const now = () => read();

/** Replaces the clock, for tests; without an argument the real one comes back. */
export function setClock(next: () => number = () => Date.now()) {
  read = next;
}
