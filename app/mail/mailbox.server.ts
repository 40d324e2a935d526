import { desc, eq } from 'drizzle-orm';
import { env } from '#app/env.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';

/** Whether the mailbox page shows mail: outside production, if no mail is delivered. */
export const hasMailbox = () => !env.production && !env.SMTP_URL;

/** The mailbox shows everybody's mail, so it must not exist where real mail is sent. */
function requireMailbox() {
  if (env.production) throw notFound();
}

/**
 * The newest messages of the outbox.
 * @throws AppError not-found in production
 */
export function recentMail() {
  requireMailbox();
  return db
    .select({
      id: outbox.id,
      toName: outbox.toName,
      toAddress: outbox.toAddress,
      subject: outbox.subject,
      createdAt: outbox.createdAt,
      deliveredAt: outbox.deliveredAt,
    })
    .from(outbox)
    .orderBy(desc(outbox.seq))
    .limit(100)
    .all();
}

/**
 * One message of the outbox. Its text is empty after delivery.
 * @throws AppError not-found, always in production
 */
export function mailById(id: string) {
  requireMailbox();
  const mail = db
    .select({
      id: outbox.id,
      toName: outbox.toName,
      toAddress: outbox.toAddress,
      subject: outbox.subject,
      text: outbox.text,
      createdAt: outbox.createdAt,
    })
    .from(outbox)
    .where(eq(outbox.id, id))
    .get();
  if (!mail) throw notFound();
  return mail;
}
