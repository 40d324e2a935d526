import { eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Actor, type Member, requireMember } from './actor.server.ts';

/** A look-up: the stored form of the certificate's ID, and the time in milliseconds UTC. */
export type LookUp = { uniqueId: string; at: number };

/** Stores a look-up in the session, so that the payment page works without JavaScript. */
export function setPendingLookUp(actor: Member, { uniqueId, at }: LookUp) {
  db()
    .update(sessions)
    .set({ pendingUniqueId: uniqueId, lookedUpAt: at })
    .where(eq(sessions.id, actor.sessionId))
    .run();
}

/** This session's last look-up, or null. */
export function pendingLookUp(actor: Actor): LookUp | null {
  requireMember(actor);
  const row = db()
    .select({ uniqueId: sessions.pendingUniqueId, at: sessions.lookedUpAt })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
    .get();
  return row?.uniqueId ? { uniqueId: row.uniqueId, at: row.at ?? 0 } : null;
}
