import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';

/** The newest messages of the outbox, for the mailbox page that stands outside production. */
export const recentMail = () =>
  db
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

/** One message of the outbox, or null. */
export const mailById = (id: string) =>
  db
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
    .get() ?? null;
