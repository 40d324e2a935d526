import { inProblem, rowProblem } from '#app/batches/row-problems.server.ts';
import { pictureProblem } from '#app/certificates/field-pictures.server.ts';
import { controlOf, type FieldValues, type OwnField, PICTURE_HASH } from '#app/certificates/own-fields.ts';
import { letOthersRun } from '#app/shared/background-work.server.ts';
import type { FieldErrors } from '#app/shared/errors.server.ts';
import { comparable, namesOfFile } from './picture-zip.server.ts';

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
    /**
     * The file that is named after the row's address, student or another value that no other student has.
     * @param ending follows it in the name
     */
    of({ studentEmail, studentName, others }: MatchedRow, ending = ''): Match {
      const own = [studentName, ...others].map(comparable).filter((name) => students.get(name)?.size === 1);
      const names = [comparable(studentEmail), ...own];
      return names.map((name) => byName(name + comparable(ending))).find((match) => match !== null) ?? null;
    },
  };
}

/** What of a row decides about its pictures. They are set. */
export type PictureRow = {
  studentEmail: string;
  studentName: string;
  /** Of a picture the name of its file, or its hash once it is stored. */
  fields: FieldValues | null;
  errors: FieldErrors | null;
};

const ROWS_AT_ONCE = 500;
/** Most files without a row whose names are kept. */
const MOST_NAMED = 100;

export const isPicture = ({ kind }: Pick<OwnField, 'kind'>) => kind === 'picture';

const matchable = (
  { studentEmail, studentName, fields }: PictureRow,
  own: readonly OwnField[],
): MatchedRow => ({
  studentEmail,
  studentName,
  others: own.flatMap(({ key, kind, isSearched }) => {
    const value = fields?.[key];
    return isSearched && kind === 'text' && value !== undefined ? [String(value)] : [];
  }),
});

/** The values of a row with a picture, or without one. */
export function withPicture(fields: FieldValues | null, key: string, value: string | undefined) {
  const { [key]: _before, ...others } = fields ?? {};
  const values = value === undefined ? others : { ...others, [key]: value };
  return Object.keys(values).length === 0 ? null : values;
}

/** The errors of a row with that of a control, or without one. */
export function withError(errors: FieldErrors | null, control: string, problem: string | undefined) {
  const { [control]: _before, ...others } = errors ?? {};
  const all = problem === undefined ? others : { ...others, [control]: [problem] };
  return Object.keys(all).length === 0 ? null : all;
}

type Entered = Pick<PictureRow, 'fields' | 'errors'>;

/** The values of a row apart from pictures, which are no part of the form of its line. */
export const withoutPictures = (fields: FieldValues | null, own: readonly OwnField[]) =>
  own.filter(isPicture).reduce((values, { key }) => withPicture(values, key, undefined), fields);

/** Values and errors of a row that was entered again, with the pictures that it has stored. */
export const withPicturesOf = (stored: Entered, entered: Entered, own: readonly OwnField[]): Entered =>
  own.filter(isPicture).reduce(
    ({ fields, errors }, { key }) => ({
      fields: withPicture(fields, key, stored.fields?.[key]?.toString()),
      errors: withError(errors, controlOf(key), stored.errors?.[controlOf(key)]?.[0]),
    }),
    entered,
  );

/** The problem of a row's picture, or undefined. */
function problemOf(match: Match, cell: string, isRequired: boolean): string | undefined {
  if (match && 'path' in match) return rowProblem('picture-waits', inProblem(match.path));
  if (match) return rowProblem('picture-twice', ...match.between.map(inProblem));
  if (cell !== '' && !PICTURE_HASH.test(cell)) return rowProblem('picture-not-found', inProblem(cell));
  return isRequired || cell !== '' ? rowProblem('picture-missing') : undefined;
}

/** How many pictures of a ZIP rows wait for, and the files in it that fit no row. */
export type Given = { total: number; unmatched: string[]; unmatchedCount: number };
export const NOTHING_GIVEN: Given = { total: 0, unmatched: [], unmatchedCount: 0 };

/**
 * Sets for each row the pictures of a ZIP that it waits for, or its problems with them. A stored picture stays unless the ZIP has
 * another one for the row.
 * @param own the issuer's fields
 * @param paths the files of the ZIP; null without one
 */
export async function givePictures(
  issuerId: string,
  rows: readonly PictureRow[],
  own: readonly OwnField[],
  paths: readonly string[] | null,
): Promise<Given> {
  const pictures = own.filter(isPicture);
  const used = new Set<string>();
  let total = 0;
  if (pictures.length === 0) return NOTHING_GIVEN;
  const finder = await pictureFinder(
    paths ?? [],
    rows.map((row) => matchable(row, own)),
  );
  const ofStudent = (row: MatchedRow, key: string, isFirst: boolean) =>
    finder.of(row, `-${key}`) ?? (isFirst ? finder.of(row) : null);
  for (const [index, row] of rows.entries()) {
    for (const [place, { key, isRequired }] of pictures.entries()) {
      const value = String(row.fields?.[key] ?? '').trim();
      const isStored =
        PICTURE_HASH.test(value.toLowerCase()) && pictureProblem(issuerId, value.toLowerCase()) === null;
      const named = isStored || value === '' ? null : finder.named(value);
      const isUnnamed = isStored || value === '';
      // Without a key, a file that is named after the student is for the first of several pictures.
      const match = named ?? (isUnnamed ? ofStudent(matchable(row, own), key, place === 0) : null);
      if (match && 'path' in match) {
        used.add(match.path);
        total += 1;
      } else if (match) for (const path of match.between) used.add(path);
      const problem = isStored && match === null ? undefined : problemOf(match, value, isRequired);
      row.errors = withError(row.errors, controlOf(key), problem);
      row.fields = withPicture(row.fields, key, isStored ? value.toLowerCase() : value || undefined);
    }
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await letOthersRun();
  }
  const unmatched = (paths ?? []).filter((path) => !used.has(path));
  return { total, unmatched: unmatched.slice(0, MOST_NAMED), unmatchedCount: unmatched.length };
}
