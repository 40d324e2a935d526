import { getPriority, setPriority } from 'node:os';
import { inLanguage, messagesFolder, readMessagesFrom } from '#app/messages/reader-language.server.ts';
import type { ThreadTask } from './worker-pool.server.ts';

/* Apart from worker-pool.server.ts, so that a thread does not load what starts threads: that takes 0.1 s and 12 MB. */

/** The function of a worker thread, which runs each task of a pool in the language of its reader. */
export const inReadersLanguage =
  <Task, Result>(work: (task: Task) => Result) =>
  ({ task, language, messages }: ThreadTask<Task>): Result => {
    if (messages !== messagesFolder()) readMessagesFrom(messages);
    return inLanguage(language, () => work(task));
  };

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
