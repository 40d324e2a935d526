import { foldName } from '#app/shared/lists/columns.ts';
import NAMES from './column-names.json' with { type: 'json' };

// The names that other programs and people give the columns of a list, in the languages of the site.
const { firstName, lastName, leftOut, ...FIELDS } = NAMES;

const folded = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldName));

export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELDS).flatMap(([column, names]) => names.map((name) => [foldName(name), column] as const)),
);
/** Columns of the results that a batch exports, which are read again once they are corrected. */
export const IGNORED = folded(leftOut);
export const JOINED_NAME = {
  column: 'studentName',
  first: folded(firstName),
  last: folded(lastName),
} as const;
