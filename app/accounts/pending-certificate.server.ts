import { eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Actor, type Member, requireMember } from './actor.server.ts';

/** Stores the certificate of the last look-up in the session, so that the payment page works without JavaScript. */
export function setPendingUniqueId(actor: Member, uniqueId: string) {
  db.update(sessions).set({ pendingUniqueId: uniqueId }).where(eq(sessions.id, actor.sessionId)).run();
}

/** The certificate of this session's last look-up (stored form of its ID), or null. */
export function pendingUniqueId(actor: Actor): string | null {
  requireMember(actor);
  const row = db
    .select({ pending: sessions.pendingUniqueId })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
    .get();
  return row?.pending ?? null;
}
