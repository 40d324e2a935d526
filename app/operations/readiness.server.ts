import { sqlite } from '#db/client.ts';

/** Whether the database responds, for load balancers. */
export function databaseAnswers(): boolean {
  try {
    return sqlite().prepare('SELECT 1').pluck().get() === 1;
  } catch {
    return false;
  }
}
