import { transaction } from '#db/client.ts';
import { isDiskFull } from './errors.server.ts';
import { log } from './log.server.ts';
import { letOthersRun } from './work-in-steps.server.ts';

/** How often a row may fail before it is skipped, so that a passing problem loses none. */
const TRIES = 3;

function reportSkipped(task: string, id: string | number, error: unknown) {
  log.error({ err: error, task, row: id, alert: true }, 'a row failed and was skipped');
}

/**
 * Makes a loop over rows of many accounts, for a task that does each row once, in one transaction with others. A row that fails
 * ends the loop with its error, so that the task tries it again. After the third time it is logged and skipped, leaving nothing behind,
 * so that it does not hold up the others. A full disk skips nothing.
 */
export function createPatientLoop(task: string) {
  const failures = new Map<string | number, number>();
  /**
   * @param idOf the row's name in the log: an ID, without personal data
   * @param onSkipped called for a row that is skipped
   */
  return function forEachRow<Row>(
    rows: Iterable<Row>,
    idOf: (row: Row) => string | number,
    work: (row: Row) => void,
    onSkipped?: (row: Row) => void,
  ) {
    for (const row of rows) {
      const id = idOf(row);
      try {
        // Only a row that failed before may be skipped, so only it needs a savepoint, with which SQLite copies every page that changes.
        if (failures.has(id)) transaction(() => work(row));
        else work(row);
        failures.delete(id);
      } catch (error) {
        const times = (failures.get(id) ?? 0) + 1;
        failures.set(id, times);
        if (times < TRIES || isDiskFull(error)) throw error;
        reportSkipped(task, id, error);
        onSkipped?.(row);
      }
    }
  };
}

/**
 * Processes rows one after the other, and yields to the event loop between them. A row that fails is logged and skipped, so that it does
 * not delay the rows of other accounts. The next run of the task tries it again.
 * @param idOf the row's name in the log: an ID, without personal data
 */
export async function forEachRowInTurn<Row>(
  task: string,
  rows: Iterable<Row>,
  idOf: (row: Row) => string | number,
  work: (row: Row) => Promise<void>,
) {
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      reportSkipped(task, idOf(row), error);
    }
    await letOthersRun();
  }
}

/**
 * As `forEachRowInTurn`, for rows that are read a page at a time. Rows that stay, because they wait or fail, do not hold up later pages.
 * @param readAfter returns the page after a row, or the first page; an empty one ends the loop
 */
export async function forEachRowOfPages<Row>(
  task: string,
  readAfter: (last: Row | undefined) => Row[],
  idOf: (row: Row) => string | number,
  work: (row: Row) => Promise<void>,
) {
  for (let rows = readAfter(undefined); rows.length > 0; rows = readAfter(rows.at(-1)))
    await forEachRowInTurn(task, rows, idOf, work);
}
