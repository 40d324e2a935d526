import { eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Actor, requireMember } from './actor.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

/** Ends the session or token that the actor came with. */
export function logout(actor: Actor) {
  requireMember(actor);
  recordSecurityEvent('logout', { userId: actor.user.id, address: actor.address });
  db.delete(sessions).where(eq(sessions.id, actor.sessionId)).run();
}
