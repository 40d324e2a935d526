import type { z } from 'zod';
import { fieldErrors, parseInput, safeParse } from '#app/shared/parse.server.ts';

const MOST_SEARCHED = 200;

/** Parses a page's query without its invalid parameters, because people type and share the URLs of lists. */
export function pageQuery<Schema extends z.ZodObject>(
  schema: Schema,
  search: URLSearchParams,
): z.output<Schema> {
  const query = Object.fromEntries(
    [...search]
      .map(([name, value]) => [name, name === 'q' ? value.slice(0, MOST_SEARCHED) : value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
  const { error } = safeParse(schema, query);
  for (const name of Object.keys(error ? fieldErrors(error) : {})) delete query[name];
  return parseInput(schema, query);
}

const PAGING: readonly string[] = ['cursor', 'limit'];

/**
 * The loader's data of a list page (ui/list-page.tsx).
 * @param read returns the rows of a page, the cursor of the next one, and whatever else the page shows
 */
export function listLoader<Schema extends z.ZodObject, Data extends { nextCursor: string | null }>(
  { searchParams }: URL,
  schema: Schema,
  read: (query: z.output<Schema>) => Data,
) {
  const query = pageQuery(schema, searchParams);
  const { q = '', cursor = null } = query as { q?: string; cursor?: string };
  const filtered = Object.keys(schema.shape).some(
    (name) => !PAGING.includes(name) && searchParams.get(name)?.trim() && Reflect.get(query, name),
  );
  return { ...read(query), q, filtered, cursor };
}
