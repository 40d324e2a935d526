import { desc, eq } from 'drizzle-orm';
import { compareTexts } from '#app/messages/format-numbers.ts';
import { MOST_CHOICES } from '#app/shared/filter-choices.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { type Actor, requireSuperAdmin } from './actor.server.ts';

export type IssuerName = { name: string; username: string };

/** Issuers for a list's filter, sorted by name. Where there are too many to choose from, only the newest. */
export function listIssuerNames(actor: Actor): IssuerName[] {
  requireSuperAdmin(actor);
  return db()
    .select({ name: organisations.name, username: organisations.username })
    .from(organisations)
    .innerJoin(users, eq(users.id, organisations.id))
    .orderBy(desc(users.seq))
    .limit(MOST_CHOICES)
    .all()
    .sort((one, other) => compareTexts(one.name, other.name));
}

export const issuerIdOf = (username: string): string | undefined =>
  db().select({ id: organisations.id }).from(organisations).where(eq(organisations.username, username)).get()
    ?.id;
