import { eq } from 'drizzle-orm';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, type ActorUser, requireMember } from './actor.server.ts';

/**
 * The account that acts, as it may be shown to itself.
 * @returns createdAt in ms UTC
 * @throws AppError unauthenticated
 */
export function me(actor: Actor): ActorUser & { createdAt: number } {
  requireMember(actor);
  const row = db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, actor.user.id)).get();
  if (!row) throw notFound();
  return { ...actor.user, createdAt: row.createdAt };
}
