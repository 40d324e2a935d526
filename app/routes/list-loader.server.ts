import { z } from 'zod';
import { dateRangeSchema } from '#app/shared/list-query.ts';
import { onlyMeaning, twoMeanings } from '#app/shared/lists/written-dates.ts';
import { parseInput } from '#app/shared/parse.server.ts';

const MOST_SEARCHED = 200;

/**
 * The schema for a page whose URL people type and share: dates are read as people write them, and an invalid parameter counts as absent, unless
 * it is a date with two meanings.
 */
export const lenient = <Schema extends z.ZodObject>(schema: Schema) =>
  z.preprocess((input) => {
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(input as Record<string, string>)) {
      const text = name === 'q' ? value.slice(0, MOST_SEARCHED) : value.trim();
      if (text !== '') query[name] = (name in dateRangeSchema.shape && onlyMeaning(text)) || text;
    }
    for (const { path } of schema.safeParse(query).error?.issues ?? []) {
      const name = String(path[0]);
      if (!(name in dateRangeSchema.shape && twoMeanings(query[name] ?? ''))) delete query[name];
    }
    return query;
  }, schema);

/** @throws AppError invalid */
export const pageQuery = <Schema extends z.ZodType>(schema: Schema, search: URLSearchParams) =>
  parseInput(schema, Object.fromEntries(search));

const NO_FILTERS: readonly string[] = ['cursor', 'limit', 'sort', 'timeZone'];

/**
 * The loader's data of a list page (ui/list-page.tsx).
 * @param read returns the rows of a page, the cursor of the next one, and other data of the page
 * @throws AppError invalid
 */
export function listLoader<
  Query extends { cursor?: string | undefined; q?: string | undefined },
  Data extends { nextCursor: string | null },
>({ searchParams }: URL, schema: z.ZodType<Query>, read: (query: Query) => Data) {
  const query = pageQuery(schema, searchParams);
  const { q = '', cursor = null } = query;
  const filtered = Object.entries(query).some(
    ([name, value]) => !NO_FILTERS.includes(name) && String(value ?? '').trim() !== '',
  );
  return { q, filtered, cursor, ...read(query) };
}
