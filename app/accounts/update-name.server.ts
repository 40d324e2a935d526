import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { hashOfText, recordAct } from '#app/audit/record-act.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { t } from '#messages';
import type { Actor } from './actor.server.ts';
import { ownFoundation, requestName } from './organisations/request-name.server.ts';
import { requireLogin } from './require-login.server.ts';
import type { nameSchema } from './settings.schema.server.ts';

/**
 * Changes the actor's name. For the owner of the organisation that it registered, it requests the name for both (`requestName`).
 * Certificates keep the name under which they were issued.
 * @param input {name}
 * @throws AppError unauthenticated; forbidden for a named API token; invalid; rate-limited
 */
export async function updateName(
  actor: Actor,
  input: z.output<typeof nameSchema>,
): Promise<{ message: string }> {
  requireLogin(actor);
  const { name } = input;
  const { user } = actor;
  const own = ownFoundation(user.id);
  if (own) return requestName(actor, own, input);
  return transaction((tx) => {
    tx.update(users).set({ name }).where(eq(users.id, user.id)).run();
    const before = { name: hashOfText(tx, user.id, user.name) };
    recordAct(tx, actor, 'name.changed', { before, after: { name: hashOfText(tx, user.id, name) } });
    return storeAnswer(tx, { message: t('updateName.yourNameWasChanged') });
  });
}
