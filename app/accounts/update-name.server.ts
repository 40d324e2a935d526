import { eq } from 'drizzle-orm';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { type Actor, requireBrowser } from './actor.server.ts';
import { nameSchema } from './settings.schema.ts';

/**
 * Changes the actor's name. Certificates that were issued keep the one they were issued with.
 * @param input {name}
 * @throws AppError unauthenticated; forbidden for an API token; invalid
 */
export function updateName(actor: Actor, input: unknown): { message: string } {
  requireBrowser(actor);
  const { name } = parseInput(nameSchema, input);
  db.update(users).set({ name }).where(eq(users.id, actor.user.id)).run();
  return { message: 'Your name was changed.' };
}
