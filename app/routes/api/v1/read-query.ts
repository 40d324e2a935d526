import type { z } from 'zod';
import { invalid } from '#app/shared/errors.server.ts';
import { t } from '#messages';

export type Query = Record<string, string>;

/** The most unknown parameters that an error names, and the length up to which it repeats their names. */
const MOST_NAMED = 10;
const MAX_SHOWN = 60;

/** A call that ignored a misspelt filter would return everything. */
function requireKnown(query: Query, schema: z.ZodObject) {
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const errors = unknown.slice(0, MOST_NAMED).map((name): [string, string[]] => {
    const shown = name.slice(0, MAX_SHOWN);
    return [shown, [t('api.noSuchParameter', { name: shown, known: known.join(', ') })]];
  });
  throw invalid(errors[0]?.[1][0] ?? '', Object.fromEntries(errors));
}

/**
 * Reads the query of a URL. Of repeated parameters, the first value counts.
 * @param schema the parameters of the call; without it all are accepted
 * @throws AppError invalid, naming the parameters that the call does not have
 */
export function readQuery(url: string, schema?: z.ZodObject): Query {
  if (!url.includes('?')) return {};
  const query = Object.fromEntries([...new URL(url).searchParams].reverse());
  if (schema) requireKnown(query, schema);
  return query;
}
