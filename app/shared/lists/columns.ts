/** Where the value of a column is: in one cell of a row, or in several that are joined by a space. */
export type Place = readonly number[];

/** The columns of a kind of list, and how their names may be written. */
export type ListColumns = {
  columns: readonly string[];
  required: readonly string[];
  /** Other names of columns, folded by `foldName`. With them, rows above the header are skipped. */
  synonyms?: ReadonlyMap<string, string>;
  /** A column whose value two columns may have together, such as a first and a last name. */
  joined?: { column: string; first: ReadonlySet<string>; last: ReadonlySet<string> };
  /** Columns that are left out. */
  ignored?: ReadonlySet<string>;
  /** The file's columns by ours. All others are left out. */
  matched?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Whether unknown columns are left out. */
  leavesOut?: boolean | undefined;
};

/** More than the name of a column has. Normalisation takes quadratic time for long runs of marks. */
const MOST_CHARACTERS = 1_000;

/** A column's name without case, accents, spaces and punctuation. A longer text is no name, and stays as it is. */
export const foldName = (name: string) =>
  name.length > MOST_CHARACTERS
    ? name
    : name
        .normalize('NFKD')
        .replace(/[\p{M}\p{P}\p{S}\p{Z}\p{C}]/gu, '')
        .toLowerCase();

export type Header = {
  places: Map<string, Place>;
  /** How many of its cells name a column, which may be unknown. A title has one cell. */
  known: number;
  unknown: string[];
  twice: string | undefined;
  missing: string[];
};

/** Finds the columns as a reader has matched them. */
function matchedHeader(names: string[], { matched = {}, required }: ListColumns): Header {
  const places = new Map<string, Place>();
  const missing: string[] = [];
  for (const [column, wanted] of Object.entries(matched)) {
    const found = [wanted].flat().map((name) => names.indexOf(foldName(name)));
    if (found.includes(-1)) missing.push([wanted].flat().join(' + '));
    else places.set(column, found);
  }
  const lacking = required.filter((column) => !(column in matched));
  return { places, known: places.size, unknown: [], twice: undefined, missing: [...missing, ...lacking] };
}

/** Finds the columns in a row of their names. */
export function headerOf(record: readonly string[], list: ListColumns): Header {
  const names = record.map(foldName);
  if (list.matched) return matchedHeader(names, list);
  const { columns, required, synonyms, joined, ignored, leavesOut } = list;
  const own = new Map(columns.map((column) => [foldName(column), column]));
  const places = new Map<string, Place>();
  const unknown: string[] = [];
  let twice: string | undefined;
  let [known, first, last] = [0, -1, -1];
  names.forEach((name, at) => {
    const column = own.get(name) ?? synonyms?.get(name);
    const [isFirst, isLast] = [joined?.first.has(name), joined?.last.has(name)];
    if (isFirst) first = at;
    else if (isLast) last = at;
    if (column) {
      const before = places.get(column)?.[0];
      // Our own name of a column replaces another one before it.
      const isOwn = own.has(name);
      if (before !== undefined && (!isOwn || own.has(names[before] ?? ''))) twice ??= column;
      if (before === undefined || isOwn) places.set(column, [at]);
    } else if (name === '' || ignored?.has(name) || isFirst || isLast) return;
    else unknown.push(record[at] ?? '');
    known += 1;
  });
  const whole = joined && places.get(joined.column);
  if (joined && first >= 0 && last >= 0 && (!whole || whole[0] === last))
    places.set(joined.column, [first, last]);
  const missing = required.filter((column) => !places.has(column));
  return { places, known, unknown: leavesOut ? [] : unknown, twice, missing };
}
