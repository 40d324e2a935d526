import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { supportMessages } from '#db/schema/support.ts';
import { t } from '#messages';
import type { markMessageSchema } from './support.schema.ts';

/**
 * Marks a message as handled by the actor, or as open again.
 * @param input {messageId, mark: 'handled' | 'open'}
 * @throws AppError forbidden unless the actor is a super admin; not-found
 */
export function markMessage(actor: Actor, input: z.output<typeof markMessageSchema>): { message: string } {
  requireSuperAdmin(actor);
  const { messageId, mark } = input;
  const handled = mark === 'handled';
  transaction((tx) => {
    const { changes } = tx
      .update(supportMessages)
      .set(handled ? { handledBy: actor.user.id, handledAt: now() } : { handledBy: null, handledAt: null })
      .where(eq(supportMessages.id, messageId))
      .run();
    if (changes === 0) throw notFound();
    recordAct(tx, actor, 'support.marked', { object: ['support message', messageId], after: { mark } });
  });
  return {
    message: handled ? t('markMessage.theMessageWasMarkedAsHandled') : t('markMessage.theMessageIsOpenAgain'),
  };
}
