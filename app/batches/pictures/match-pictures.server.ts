import { letOthersRun } from '#app/shared/background-work.server.ts';
import { comparable, namesOfFile } from './zip-name.ts';

/** The values of a row that names of pictures are compared with. */
export type MatchedRow = {
  studentEmail: string;
  studentName: string;
  /** Further values that tell rows apart, such as a licence number. */
  others: readonly string[];
};

/** Few, because a name of marks alone takes half a millisecond to normalise. */
const PATHS_AT_ONCE = 50;

/** The file of a row, several that fit it, or none. */
export type Match = { path: string } | { between: [string, string] } | null;

const addTo = <Value>(map: Map<string, Set<Value>>, key: string, value: Value) => {
  const values = map.get(key) ?? new Set();
  map.set(key, values.add(value));
};

/**
 * Finds files of a ZIP by names.
 * @returns functions that look for the file with a name, and for that of a row
 */
export async function pictureFinder(paths: readonly string[], rows: readonly MatchedRow[]) {
  const files = new Map<string, Set<string>>();
  for (const [index, path] of paths.entries()) {
    for (const name of namesOfFile(path)) addTo(files, name, path);
    if (index % PATHS_AT_ONCE === PATHS_AT_ONCE - 1) await letOthersRun();
  }
  // Of a name that several students have, nobody knows whose picture it is.
  const students = new Map<string, Set<string>>();
  for (const { studentEmail, studentName, others } of rows)
    for (const name of [studentName, ...others]) addTo(students, comparable(name), studentEmail);

  function byName(name: string): Match {
    const found = [...(files.get(name) ?? [])];
    const [first, second] = found;
    if (first === undefined) return null;
    return second === undefined ? { path: first } : { between: [first, second] };
  }

  return {
    /** The file that a cell of the list names, with or without folder and extension. */
    named: (cell: string): Match =>
      namesOfFile(cell)
        .map(byName)
        .find((match) => match !== null) ?? null,
    /** The file that is named after the row's address, student or another value that no other student has. */
    of({ studentEmail, studentName, others }: MatchedRow): Match {
      const own = [studentName, ...others].map(comparable).filter((name) => students.get(name)?.size === 1);
      return [comparable(studentEmail), ...own].map(byName).find((match) => match !== null) ?? null;
    },
  };
}
