import { and, desc, inArray, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { SecondFactorState } from '#app/accounts/second-factor/must-set-up.server.ts';
import { secondFactorStates } from '#app/accounts/second-factor/must-set-up.server.ts';
import { contains, page, seqBefore } from '#app/shared/list-queries.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { db, preparedSql } from '#db/client.ts';
import { searchText } from '#db/folding.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, requireSuperAdmin } from './actor.server.ts';

const PAGE = 50;

/** An account that is neither an issuer nor a super admin; times in ms UTC. */
export type Account = {
  id: string;
  name: string;
  email: string;
  username: string;
  role: 'corporate' | 'individual';
  createdAt: number;
  secondFactor: SecondFactorState;
};

export const listAccountsSchema = listQuerySchema.pick({ cursor: true, q: true });

/**
 * The accounts of verifiers and learners, newest first, 50 a page.
 * @param input {q?: part of a name, address or username, cursor?}
 * @throws AppError forbidden unless the actor is a super admin; invalid
 */
export function listAccounts(
  actor: Actor,
  { cursor, q }: z.output<typeof listAccountsSchema>,
): { accounts: Account[]; nextCursor: string | null } {
  requireSuperAdmin(actor);
  const { seq, id, name, email, username, role, createdAt } = users;
  const searched = q.trim() ? or(...[name, email, username].map((column) => contains(column, q))) : undefined;
  const rows = db()
    .select({ seq, id, name, email, username, role, createdAt })
    .from(users)
    .where(and(lt(seq, seqBefore(cursor)), inArray(role, ['corporate', 'individual']), searched))
    .orderBy(desc(seq))
    .limit(PAGE + 1)
    .all();
  const { rows: shown, nextCursor } = page(rows, PAGE);
  const states = secondFactorStates(shown.map((row) => row.id));
  const accounts = shown.map(({ seq: _, ...row }) => ({
    ...row,
    role: row.role as Account['role'],
    email: row.email ?? '',
    secondFactor: states(row.id),
  }));
  return { accounts, nextCursor };
}

/** An issuer, or the account of a verifier or learner. */
export type Person = { name: string; username: string; kind: 'issuer' | 'account' };

const MOST_PEOPLE = 5;

/** Each part reads a few rows of an index. */
const startingWith = preparedSql<Person>(
  `select name, username, 'issuer' as kind from (
     select name, username from organisations where searched_name >= @name and searched_name < @name || char(0x10ffff) limit ${MOST_PEOPLE})
   union select name, username, 'issuer' from (
     select name, username from organisations where username >= @text and username < @text || char(0x10ffff) limit ${MOST_PEOPLE})
   union select name, username, 'account' from (
     select name, username from users where username >= @text and username < @text || char(0x10ffff)
       and role in ('corporate', 'individual') limit ${MOST_PEOPLE})
   union select name, username, 'account' from (
     select name, username from users where email >= @text and email < @text || char(0x10ffff)
       and role in ('corporate', 'individual') limit ${MOST_PEOPLE})
   limit ${MOST_PEOPLE}`,
);

/** Issuers whose name or username, and accounts whose username or address starts with a text. @throws AppError forbidden unless the actor is a super admin */
export function findPeople(actor: Actor, text: string): Person[] {
  requireSuperAdmin(actor);
  const name = searchText(text);
  return name === '' ? [] : startingWith().all({ name, text: text.trim().toLowerCase() });
}
