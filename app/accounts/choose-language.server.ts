import { eq } from 'drizzle-orm';
import { transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import type { Actor } from './actor.server.ts';

/**
 * Keeps the language in which an account reads pages and mails. A visitor has none.
 * @param language one of the site
 */
export function chooseLanguage(actor: Actor, language: string) {
  if (actor.kind !== 'user') return;
  const { id } = actor.user;
  transaction((tx) => tx.update(users).set({ language }).where(eq(users.id, id)).run());
}
