import { getPriority, setPriority } from 'node:os';

/** Added to the niceness of the threads that serve requests. The maximum is 19. */
const NICENESS = 10;
const LOWEST = 19;

/**
 * Lowers the priority of the calling worker thread, so that requests go first on few cores. Only on Linux, where each thread
 * has its own priority. Elsewhere it would affect the whole process.
 */
export function lowerPriority() {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, LOWEST));
}
