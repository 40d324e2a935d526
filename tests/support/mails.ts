import { asc, eq } from 'drizzle-orm';
import { openMessage } from '#app/mail/outbox.server.ts';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';

/** The messages in the outbox to an address, oldest first. */
export const mailsTo = (address: string) =>
  db()
    .select()
    .from(outbox)
    .where(eq(outbox.toAddress, address))
    .orderBy(asc(outbox.seq))
    .all()
    .map((row) => openMessage(row) ?? row);

/** The subjects of these messages. */
export const subjectsTo = (address: string) => mailsTo(address).map(({ subject }) => subject);
