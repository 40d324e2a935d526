import { eq } from 'drizzle-orm';
import { recordAct } from '#app/audit/record-act.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import { type Actor, requireMember } from './actor.server.ts';
import { endSessionRows } from './end-session-rows.server.ts';
import { recordSecurityEvent } from './security-events.server.ts';

/**
 * Ends the actor's session or token.
 * @throws AppError unauthenticated; Error of a full disk when the end could not be stored, although it has taken effect
 */
export function logout(actor: Actor) {
  requireMember(actor);
  recordSecurityEvent('logout', { userId: actor.user.id, address: actor.address });
  endSessionRows(eq(sessions.id, actor.sessionId), (tx) => recordAct(tx, actor, 'logout'));
}
