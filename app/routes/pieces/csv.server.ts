import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { exportResponse } from '#app/routes/export-response.server.ts';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { csvLine } from '#app/shared/lists/csv-line.server.ts';

type Page<Item> = { items: Item[]; nextCursor: string | null };

/** Byte order mark, which makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Needs no limit of waiting tasks, because exports are limited. */
const oneAtATime = createFairQueue({ concurrent: 1, waiting: Number.POSITIVE_INFINITY, message: '' });

/** Reads one page per turn of the event loop, so that other requests run between pages. */
const withTurn = <Result>(client: Client, read: () => Result): Promise<Result> =>
  oneAtATime(client, () => nextTurn().then(read));

async function* csvOf<Item>(
  client: Client,
  header: readonly string[],
  first: Page<Item>,
  next: (cursor: string) => Page<Item>,
  cells: (item: Item) => (string | null)[],
) {
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(header));
  for (let page = first; ; ) {
    yield Buffer.from(page.items.map((item) => csvLine(cells(item))).join(''));
    const { nextCursor } = page;
    if (nextCursor === null) return;
    page = await withTurn(client, () => next(nextCursor));
  }
}

/**
 * Streams a whole list as CSV, page by page.
 * @param list returns the page at a cursor; the first page is read before the response starts, so that its errors can be
 *   reported
 * @throws AppError as `exportResponse`
 */
export function csvResponse<Item>(
  actor: Actor,
  name: string,
  header: readonly string[],
  list: (cursor: string | undefined) => Page<Item>,
  cells: (item: Item) => (string | null)[],
): Promise<Response> {
  const client = clientOf(actor);
  return exportResponse(actor, name, 'text/csv; charset=utf-8', async () =>
    csvOf(client, header, await withTurn(client, () => list(undefined)), list, cells),
  );
}
