import { type Column, inArray } from 'drizzle-orm';
import { MOST_CHOICES } from '#app/shared/filter-choices.ts';
import { prepared, sqlite } from '#db/client.ts';
import { fold } from '#db/folding.ts';

type Table = 'certificates' | 'verifications';
type Owner = 'issuer_id' | 'verifier_id';

/** Names among which other spellings of one are looked for. They take 10 ms. */
const MOST_COMPARED = 2_000;

/** The same text for names that differ only in how they are written. */
const keyOf = (name: string) => fold(name, { ignoreCase: true });

/**
 * The names of courses in a table. Each is looked up in an index after the previous one, so the cost does not grow with the rows of a
 * course.
 * @param owner the column with the rows' owner; null for the courses of all owners
 */
export function courseNamesIn(table: Table, owner: Owner | null) {
  // Each (select …) hides its value from SQLite, which would plan the query again for each value, in three times as long.
  const owned = owner === null ? '' : `${owner} = (select @ownerId) and`;
  const statement = prepared(() =>
    sqlite()
      .prepare<unknown[], string>(
        `with recursive names (name) as (
           select min(course_name) from ${table} where ${owned} course_name > ''
           union all
           select (select min(course_name) from ${table} where ${owned} course_name > name)
           from names where name is not null
         )
         select name from names where name is not null limit (select @most)`,
      )
      .pluck(),
  );
  return {
    /** The first 200 names, sorted, and one spelling of each. */
    choices(ownerId?: string): string[] {
      const names = statement().all({ ownerId, most: MOST_CHOICES });
      const keys = names.map(keyOf);
      return names.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
    },
    /** All spellings of a name, also the one that is given. None for an empty name. */
    spellings(name: string, ownerId?: string): string[] {
      if (name === '') return [];
      const key = keyOf(name);
      const others = statement().all({ ownerId, most: MOST_COMPARED });
      return [name, ...others.filter((other) => other !== name && keyOf(other) === key)];
    },
  };
}

/** The rows of a table that have one of these course names, or all without a name. */
export const ofCourses = ({ courseName }: { courseName: Column }, names: string[]) =>
  names.length === 0 ? undefined : inArray(courseName, names);
