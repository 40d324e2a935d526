import { freeBytes } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';

/** An error is returned, not thrown: errors lose their class on the way to another thread. */
export type Returned<Result> = { result: Result } | { error: Pick<AppError, 'code' | 'message' | 'fields'> };

/** The function of the thread of `createListPool` (list-pool.server.ts). */
export const listReader = <Task extends { bytes: Uint8Array }, Result>(
  read: (task: Task) => Promise<Result>,
) =>
  inReadersLanguage(async (task: Task): Promise<Returned<Result>> => {
    try {
      return { result: await read(task) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, fields } = error;
      return { error: { code, message, fields } };
    } finally {
      // A copy of this thread.
      freeBytes(task.bytes);
    }
  });
