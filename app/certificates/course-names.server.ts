import { MOST_CHOICES } from '#app/shared/filter-choices.ts';
import { prepared, sqlite } from '#db/client.ts';

type Table = 'certificates' | 'verifications';
type Owner = 'issuer_id' | 'verifier_id';

/**
 * The names of the first 200 courses in a table, sorted. Each name is looked up in an index after the previous one, so the cost
 * does not grow with the rows of a course.
 * @param owner the column with the rows' owner; null for the courses of all owners
 */
export function courseNamesIn(table: Table, owner: Owner | null): (ownerId?: string) => string[] {
  const owned = owner === null ? '' : `${owner} = (select @ownerId) and`;
  const names = prepared(() =>
    sqlite()
      .prepare<unknown[], string>(
        `with recursive names (name) as (
           select min(course_name) from ${table} where ${owned} course_name > ''
           union all
           select (select min(course_name) from ${table} where ${owned} course_name > name)
           from names where name is not null
         )
         select name from names where name is not null limit ${MOST_CHOICES}`,
      )
      .pluck(),
  );
  return (ownerId) => names().all({ ownerId });
}
