/** The files that are read as lists, for a form's field. */
export const LIST_FILES = '.csv,.tsv,.txt,.xlsx,.ods,text/csv';

/** More columns than a file has, because spreadsheets append empty ones. */
export const MAX_COLUMNS = 256;

/** Where the value of a column is: in one cell of a row, or in several that are joined by a space. */
export type Place = readonly number[];

/** The parts of a column whose value two columns may have together, such as a first and a last name, and both in one cell. */
export type JoinedColumn = {
  column: string;
  first: ReadonlySet<string>;
  last: ReadonlySet<string>;
  /** Names of further columns beside these two, such as a middle name and a second surname. */
  furtherFirst: ReadonlySet<string>;
  furtherLast: ReadonlySet<string>;
  /** Names of a column with 'Last, First' in each cell. */
  lastFirst: ReadonlySet<string>;
};

/** The parts of the joined column, which a column of a file may have. Several columns may be the first, or the second, of them. */
export const PARTS = ['firstName', 'lastName', 'lastFirst'] as const;
/** Whether several columns may be this one. */
export const mayRepeat = (target: string) => target === PARTS[0] || target === PARTS[1];
/** Columns of which a value is joined. */
export const MOST_JOINED = 4;
/** The column is left out. */
export const LEFT_OUT = '';

/** The columns of a kind of list, and how their names may be written. */
export type ListColumns = {
  columns: readonly string[];
  required: readonly string[];
  /** The names that our own files give columns, folded by `foldName`, and LEFT_OUT for those that say nothing. */
  labels?: () => ReadonlyMap<string, string>;
  /** Other names of columns, folded. With them, rows above the header are skipped. */
  synonyms?: ReadonlyMap<string, string>;
  joined?: JoinedColumn;
  /** The column whose cells are email addresses. */
  addresses?: string;
  /** The file's columns by ours. All others are left out. */
  matched?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * The line of the header, and the reader's choice for each of its columns: one of ours, one of PARTS, or LEFT_OUT. Rows without a value
   * of their own have that of `fixed`.
   */
  chosen?:
    | { line: number; targets: readonly string[]; fixed?: Readonly<Record<string, string>> | undefined }
    | undefined;
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
  /** The joined column has 'Last, First' in each cell. */
  lastFirst: boolean;
  /** What each column is, as in `chosen`. An unknown one is left out. */
  targets: string[];
  /** How many of its cells name one of our columns. */
  known: number;
  /** Whether each of its cells has a name that our own files have. */
  isOurs: boolean;
  unknown: string[];
  twice: string | undefined;
  missing: string[];
  /** The joined column has parts in more than MOST_JOINED columns. */
  joinsTooMany: boolean;
};

/** Finds the columns as a program has matched them by name. */
function matchedHeader(names: string[], { matched = {}, required }: ListColumns): Header {
  const places = new Map<string, Place>();
  const missing: string[] = [];
  let twice: string | undefined;
  for (const [column, wanted] of Object.entries(matched)) {
    const found = [wanted].flat().map((name) => names.indexOf(foldName(name)));
    twice ??= [wanted].flat().find((name, at) => names.lastIndexOf(foldName(name)) !== found[at]);
    if (found.includes(-1)) missing.push([wanted].flat().join(' + '));
    else places.set(column, found);
  }
  missing.push(...required.filter((column) => !(column in matched)));
  const known = places.size;
  return {
    places,
    lastFirst: false,
    targets: [],
    known,
    isOurs: false,
    unknown: [],
    twice,
    missing,
    joinsTooMany: false,
  };
}

/** The places of columns by what each column of the file is. */
function placesOf(targets: readonly string[], { joined, required, chosen }: ListColumns) {
  const places = new Map<string, Place>();
  let twice: string | undefined;
  targets.forEach((target, at) => {
    if (target === LEFT_OUT) return;
    const before = places.get(target);
    if (before && !mayRepeat(target)) twice ??= target;
    places.set(target, before && mayRepeat(target) ? [...before, at] : [at]);
  });
  const [first, last, lastFirst] = PARTS.map((part) => places.get(part));
  for (const part of PARTS) places.delete(part);
  const joinedPlace = lastFirst ?? (first || last ? [...(first ?? []), ...(last ?? [])] : undefined);
  if (joined && joinedPlace) {
    if (places.has(joined.column) || (lastFirst && (first ?? last))) twice ??= joined.column;
    else places.set(joined.column, joinedPlace);
  }
  const missing = required.filter((column) => !places.has(column) && !chosen?.fixed?.[column]?.trim());
  const joinsTooMany = (joinedPlace?.length ?? 0) > MOST_JOINED;
  return { places, twice, missing, lastFirst: lastFirst !== undefined, joinsTooMany };
}

const isAddress = (cell: string) =>
  cell.length <= MOST_CHARACTERS && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(cell.trim());

/** Whether a cell of a row is an email address. Such a row is no header. */
export const hasAddress = (record: readonly string[]) => record.some(isAddress);

/** 'Lovelace, Ada', but not 'Ada Lovelace, Ph.D.'. */
const LAST_FIRST = /^[^,]+,\s*(?!(?:Esq|Jr|Ph|Sr)\b)\p{Lu}[\p{Ll}\p{M}]/u;

/** Whether a name is written with the last name first. */
export const isLastFirst = (name: string) => LAST_FIRST.test(name.slice(0, MOST_CHARACTERS));

/**
 * Completes a guess of the columns by their cells. A column of email addresses becomes the address unless a header names one, and whole
 * names that are written as 'Last, First' become PARTS[2]. A reader confirms the guess.
 */
export function guessByCells(
  targets: readonly string[],
  records: readonly (readonly string[])[],
  { addresses, joined }: ListColumns,
): string[] {
  const most = (at: number, test: (cell: string) => boolean) => {
    const cells = records.map((record) => record[at] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length > 0 && 2 * cells.filter(test).length > cells.length;
  };
  const guessed = targets.map((target, at) =>
    joined && target === joined.column && most(at, isLastFirst) ? PARTS[2] : target,
  );
  if (!addresses || guessed.includes(addresses)) return guessed;
  const at = guessed.findIndex((target, index) => target === LEFT_OUT && most(index, isAddress));
  return guessed.map((target, index) => (index === at ? addresses : target));
}

/** Finds the columns in a row of their names. */
export function headerOf(record: readonly string[], list: ListColumns): Header {
  const names = record.map(foldName);
  const { columns, synonyms, joined } = list;
  if (list.chosen) {
    const targets = record.map((_, at) => list.chosen?.targets[at] ?? LEFT_OUT);
    return { ...placesOf(targets, list), targets, known: record.length, isOurs: false, unknown: [] };
  }
  if (list.matched) return matchedHeader(names, list);
  const own = new Map(columns.map((column) => [foldName(column), column]));
  const ours = new Set(names.flatMap((name) => own.get(name) ?? []));
  const labels = list.labels?.();
  const unknown: number[] = [];
  let isOurs = true;
  const targets = names.map((name, at) => {
    const label = name === LEFT_OUT ? LEFT_OUT : (own.get(name) ?? labels?.get(name));
    if (label === undefined) isOurs = false;
    const hasLastFirst = joined?.lastFirst.has(name) ?? false;
    const column = label ?? (hasLastFirst ? joined?.column : synonyms?.get(name));
    // Our own name of a column replaces another one beside it.
    if (column !== undefined && ours.has(column) && !own.has(name)) return LEFT_OUT;
    if (column !== undefined) return hasLastFirst ? PARTS[2] : column;
    if (!joined?.first.has(name) && !joined?.last.has(name)) unknown.push(at);
    return LEFT_OUT;
  });
  const [first, last] = [joined?.first, joined?.last].map((part) =>
    names.findIndex((name) => part?.has(name)),
  );
  const whole = targets.findIndex((target) => target === joined?.column || target === PARTS[2]);
  // 'Name' is the last name beside 'Vorname', 'Nombre' the first beside 'Apellidos', and otherwise they are the whole one.
  const isInParts = whole < 0 || whole === first || whole === last;
  if (first !== undefined && last !== undefined && first >= 0 && last >= 0 && isInParts) {
    targets[first] = PARTS[0];
    targets[last] = PARTS[1];
    names.forEach((name, at) => {
      if (joined?.furtherFirst.has(name)) targets[at] = PARTS[0];
      if (joined?.furtherLast.has(name)) targets[at] = PARTS[1];
    });
  }
  const known = targets.filter((target) => target !== LEFT_OUT).length;
  const found = placesOf(targets, list);
  return {
    ...found,
    targets,
    known,
    isOurs: isOurs && !found.twice && found.missing.length === 0,
    unknown: unknown.filter((at) => targets[at] === LEFT_OUT).map((at) => record[at] ?? ''),
  };
}
