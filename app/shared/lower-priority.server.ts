import { getPriority, setPriority } from 'node:os';

/** How much lower than the threads that answer requests; the lowest priority is 19. */
const NICENESS = 10;
const LOWEST = 19;

/**
 * Lowers the priority of the calling worker thread, so that requests go first on few cores. On Linux each thread has its own
 * priority. Elsewhere this would lower that of the whole process, and does nothing.
 */
export function lowerPriority() {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, LOWEST));
}
