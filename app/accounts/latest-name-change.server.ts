import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { issuerNameChanges } from '#db/schema/accounts.ts';
import { type Actor, requireMember, requireOrganisation } from './actor.server.ts';
import { ownFoundation } from './organisations/request-name.server.ts';

/** A request for a new name. `at` is when it was requested or refused, in ms UTC. */
type NameChange = { name: string; refused: boolean; at: number };

function latestOf(organisationId: string): NameChange | null {
  const latest = db()
    .select()
    .from(issuerNameChanges)
    .where(eq(issuerNameChanges.userId, organisationId))
    .orderBy(desc(issuerNameChanges.seq))
    .limit(1)
    .get();
  if (!latest || latest.decision === 'approved' || latest.decision === 'withdrawn') return null;
  const refused = latest.decision === 'refused';
  return { name: latest.name, refused, at: latest.decidedAt ?? latest.requestedAt };
}

/**
 * The actor's latest request for a new name. Returns null when the name was approved or the request withdrawn.
 * @throws AppError unauthenticated
 */
export function latestNameChange(actor: Actor): NameChange | null {
  requireMember(actor);
  return ownFoundation(actor.user.id) ? latestOf(actor.user.id) : null;
}

/**
 * The latest request for a new name of the actor's organisation, like `latestNameChange`.
 * @throws AppError unauthenticated; forbidden unless the actor is the owner
 */
export function latestOrganisationName(actor: Actor): NameChange | null {
  requireOrganisation(actor, 'manage');
  return latestOf(actor.organisation.id);
}
