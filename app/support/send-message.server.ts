import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { limit, limitMailbox } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/config/env.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { messageReceivedMail } from '#app/mail/site-mails.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { transaction } from '#db/client.ts';
import { supportMessages } from '#db/schema/support.ts';
import { t } from '#messages';
import type { messageSchema } from './support.schema.ts';

export const messageSent = () => t('sendMessage.yourMessageWasSent');

/**
 * Stores a message and mails it to SUPPORT_EMAIL if that is set.
 * @param topic the page it was written on
 * @param input {name, email, subject, message}
 * @throws AppError invalid; rate-limited
 */
export async function sendMessage(
  actor: Actor,
  topic: 'contact' | 'support',
  input: z.output<typeof messageSchema>,
): Promise<{ message: string }> {
  const { name, email, subject, message: body } = input;
  if (actor.kind === 'visitor') await limitMailbox(email, 'messages');
  await limit(actor, 'messages');
  transaction((tx) => {
    tx.insert(supportMessages)
      .values({
        id: newId(),
        topic,
        name,
        email,
        subject,
        body,
        userId: actor.kind === 'user' || actor.kind === 'apiToken' ? actor.user.id : null,
        createdAt: now(),
      })
      .run();
    const { SUPPORT_EMAIL: supportAddress } = env();
    if (supportAddress) {
      enqueueMail(tx, messageReceivedMail({ supportAddress, topic, name, email, subject, body }));
    }
  });
  return { message: messageSent() };
}
