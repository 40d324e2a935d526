import { eq, sql } from 'drizzle-orm';
import { notFound } from '#app/shared/errors.server.ts';
import { db, prepared } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, type ActorUser, requireMember } from './actor.server.ts';

const createdAtOf = prepared(() =>
  db()
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * The actor's own account.
 * @returns createdAt in ms UTC
 * @throws AppError unauthenticated
 */
export function me(actor: Actor): ActorUser & { createdAt: number } {
  requireMember(actor);
  const row = createdAtOf().get({ id: actor.user.id });
  if (!row) throw notFound();
  return { ...actor.user, createdAt: row.createdAt };
}
