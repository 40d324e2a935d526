import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { csvLine } from '#app/shared/csv.ts';

type Page<Item> = { items: Item[]; nextCursor: string | null };

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

async function* csvOf<Item>(
  header: readonly string[],
  first: Page<Item>,
  next: (cursor: string) => Page<Item>,
  cells: (item: Item) => (string | null)[],
) {
  yield BYTE_ORDER_MARK + csvLine(header);
  for (let page = first; ; page = next(page.nextCursor)) {
    yield page.items.map((item) => csvLine(cells(item))).join('');
    if (page.nextCursor === null) return;
    // A long list is read a page at a time, with other requests in between.
    await breathe();
  }
}

/**
 * Streams a whole list as CSV, page by page.
 * @param list returns the page at a cursor; the first page is read before the response starts, so that it may throw
 */
export function csvResponse<Item>(
  name: string,
  header: readonly string[],
  list: (cursor: string | undefined) => Page<Item>,
  cells: (item: Item) => (string | null)[],
): Response {
  const lines = csvOf(header, list(undefined), list, cells);
  const body = Readable.toWeb(Readable.from(lines, { objectMode: false }));
  return new Response(body as unknown as BodyInit, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}
