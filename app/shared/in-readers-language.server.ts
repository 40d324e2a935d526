import { messagesFolder, readMessagesFrom } from '#app/messages/catalogs.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import type { ThreadTask } from './worker-pool.server.ts';

/** The function of a worker thread, which runs each task of a pool in the language of its reader. */
export const inReadersLanguage =
  <Task, Result>(work: (task: Task) => Result) =>
  ({ task, language, messages }: ThreadTask<Task>): Result => {
    if (messages !== messagesFolder()) readMessagesFrom(messages);
    return inLanguage(language, () => work(task));
  };
