import { env } from '#app/config/env.server.ts';
import { preparedSql, preparedValue } from '#db/client.ts';
import { t } from '#messages';

/** The stored name of a deleted account. */
export const DELETED_NAME = '';

/** An account's name as its readers see it. That of a deleted account is in the reader's language. */
export const shownName = (name: string): string =>
  name === DELETED_NAME ? t('deleteAccount.deletedAccount') : name;

/** A name with what distinguishes it from others that look the same: 'Aurora Institute (aurora.institute, certs.example.org)'. */
export const uniqueName = ({ name, username }: { name: string; username: string }): string =>
  `${name} (${username}, ${env().appHost})`;

const members = preparedValue<number>('select count(*) from memberships where organisation_id = ?');
const names = preparedSql<{ id: string; name: string }>(
  'select id, name from users where id in (select value from json_each(?))',
);

/** Returns the name of a member. The ID null means the account that registered the organisation. */
export type NameOfMember = (userId: string | null) => string | null;

/**
 * The names of members who did things for an organisation. All are null while one person has done everything and nobody else could have.
 * @param ids of the accounts, with repetitions
 */
export function namesOfMembers(organisationId: string, ids: readonly (string | null)[]): NameOfMember {
  const known = new Set(ids.map((id) => id ?? organisationId));
  const hasOthers = [...known].some((id) => id !== organisationId);
  if (known.size === 0 || (!hasOthers && (members().get(organisationId) ?? 0) < 2)) return () => null;
  const found = names().all(JSON.stringify([...known]));
  const byId = new Map(found.map(({ id, name }) => [id, shownName(name)]));
  return (userId) => byId.get(userId ?? organisationId) ?? null;
}

/** The pairs that have a name. */
export const namedOnly = (
  pairs: readonly (readonly [string, string | null])[],
): ReadonlyMap<string, string> =>
  new Map(pairs.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
