import { and, desc, eq } from 'drizzle-orm';
import { MOST_CHOICES } from '#app/shared/filter-choices.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, requireSuperAdmin } from './actor.server.ts';

export type IssuerName = { name: string; username: string };

/** Issuers for a list's filter, sorted by name. Where there are too many to choose from, only the newest. */
export function listIssuerNames(actor: Actor): IssuerName[] {
  requireSuperAdmin(actor);
  return db()
    .select({ name: users.name, username: users.username })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(desc(users.seq))
    .limit(MOST_CHOICES)
    .all()
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** The ID of the issuer with this username, or undefined. */
export const issuerIdOf = (username: string): string | undefined =>
  db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), eq(users.role, 'admin')))
    .get()?.id;
