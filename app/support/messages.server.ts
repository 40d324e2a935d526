import { and, desc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { limit, limitMailbox } from '#app/accounts/rate-limits.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { messageReceivedMail } from '#app/mail/site-mails.server.ts';
import { daysAgo, now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { email as address, line, multiline, sentence } from '#app/shared/fields.ts';
import { newId } from '#app/shared/ids.server.ts';
import { contains, page, seqBefore } from '#app/shared/list-queries.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { db, deleteSome, preparedValue, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { supportMessages } from '#db/schema/operations.ts';
import { t } from '#messages';

export const messageSchema = z.object({
  name: line(() => t('messageForm.fullName')),
  email: address(),
  subject: sentence(() => t('common.subject')),
  message: multiline(() => t('messageForm.message')),
});

export const listMessagesSchema = listQuerySchema.extend({
  show: z
    .enum(['open', 'handled', 'all'], { error: () => t('support.showMustBeOpenHandledOrAll') })
    .default('open'),
});

export const markMessageSchema = z.object({
  messageId: z.string().max(64),
  mark: z.enum(['handled', 'open'], { error: () => t('support.theMarkIsNotValid') }),
});

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

const MOST_COUNTED = 1_000;
const countOpen = preparedValue<number>(
  `select count(*) from (select 1 from support_messages where handled_at is null limit ${MOST_COUNTED})`,
);

/** How many messages are not handled yet. @throws AppError forbidden unless the actor is a super admin */
export function countOpenMessages(actor: Actor): number {
  requireSuperAdmin(actor);
  return countOpen().get() ?? 0;
}

const PAGE = 50;
const { seq, id, topic, name, email, subject, body, createdAt, handledAt } = supportMessages;
const handler = alias(users, 'handler');

const SHOWN = {
  open: isNull(handledAt),
  handled: isNotNull(handledAt),
  all: undefined,
};

/**
 * Messages with who handled each and when, in ms UTC; newest first, 50 a page.
 * @param input {q?: part of a name, address, subject or text, show?: 'open' | 'handled' | 'all', cursor?}
 * @throws AppError forbidden unless the actor is a super admin; invalid
 */
export function listMessages(actor: Actor, input: z.output<typeof listMessagesSchema>) {
  requireSuperAdmin(actor);
  const { cursor, q, show } = input;
  const matches = [name, email, subject, body].map((column) => contains(column, q));
  const { rows, nextCursor } = page(
    db()
      .select({
        ...{ seq, id, topic, name, email, subject, body, createdAt, handledAt },
        handledBy: handler.name,
      })
      .from(supportMessages)
      .leftJoin(handler, eq(handler.id, supportMessages.handledBy))
      .where(and(lt(seq, seqBefore(cursor)), SHOWN[show], q.trim() ? or(...matches) : undefined))
      .orderBy(desc(seq))
      .limit(PAGE + 1)
      .all(),
    PAGE,
  );
  return {
    messages: rows.map(({ seq: _, handledAt: at, handledBy: by, ...row }) => ({
      ...row,
      handled: at === null ? null : { by, at },
    })),
    nextCursor,
  };
}

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

/** Deletes messages that were handled long ago. Open ones have no such time and stay. */
export const sweepMessages = (limit: number) =>
  deleteSome(
    supportMessages,
    lt(supportMessages.handledAt, daysAgo(env().RETENTION_SUPPORT_MESSAGE_DAYS)),
    limit,
  );
