import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { issuerNameChanges } from '#db/schema/accounts.ts';
import { type Actor, requireMember } from './actor.server.ts';
import { ownFoundation } from './organisations/request-name.server.ts';

/**
 * The actor's latest request for a new name. Returns null when the name was approved or the request withdrawn.
 * @returns at: when it was requested or refused, in ms UTC
 * @throws AppError unauthenticated
 */
export function latestNameChange(actor: Actor) {
  requireMember(actor);
  if (!ownFoundation(actor.user.id)) return null;
  const latest = db()
    .select()
    .from(issuerNameChanges)
    .where(eq(issuerNameChanges.userId, actor.user.id))
    .orderBy(desc(issuerNameChanges.seq))
    .limit(1)
    .get();
  if (!latest || latest.decision === 'approved' || latest.decision === 'withdrawn') return null;
  const refused = latest.decision === 'refused';
  return { name: latest.name, refused, at: latest.decidedAt ?? latest.requestedAt };
}
