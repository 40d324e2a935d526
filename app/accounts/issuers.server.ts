import { desc, eq } from 'drizzle-orm';
import { compareTexts } from '#app/messages/format-numbers.ts';
import { MOST_CHOICES } from '#app/shared/filter-choices.ts';
import { db, preparedValue } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { organisations } from '#db/schema/organisations.ts';
import { type Actor, requireSuperAdmin } from './actor.server.ts';
import { statusOfOrganisation } from './sessions.server.ts';

/** Finds an issuer by its id for background work. Returns null when the issuer may not issue now. */
export function findIssuer(id: string): { id: string; name: string; username: string } | null {
  const row = db()
    .select({ id: organisations.id, name: organisations.name, username: organisations.username })
    .from(organisations)
    .where(eq(organisations.id, id))
    .get();
  return row && statusOfOrganisation(id) === 'active' ? row : null;
}

const waiting = preparedValue<1>(
  `select 1 from memberships m join users owner on owner.id = m.user_id
   where m.role = 'owner' and owner.email_verified_at is not null
     and not exists (select 1 from issuer_decisions where user_id = m.organisation_id) limit 1`,
);

/**
 * Whether an issuer whose owner has confirmed the address waits for approval.
 * @throws AppError unauthenticated; forbidden unless the actor is a super admin
 */
export function issuerWaits(actor: Actor): boolean {
  requireSuperAdmin(actor);
  return waiting().get() !== undefined;
}

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
