import { desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { openMessage } from './outbox.server.ts';

/** The mailbox shows everybody's mail, so it must not exist where real mail is sent. */
function requireMailbox() {
  if (env().production) throw notFound();
}

const PAGE = 50;
const { seq, id, toName, toAddress, subject, text, html, sealedToken, createdAt, deliveredAt } = outbox;

/** 'Name <address>', or '<address>' for a message without a name. */
const recipient = ({ toName, toAddress }: { toName: string; toAddress: string }) =>
  [toName, `<${toAddress}>`].filter(Boolean).join(' ');

/**
 * The messages of the outbox, newest first, 50 a page.
 * @param input {cursor?}
 * @throws AppError not-found in production; invalid
 */
export function listMailbox(input: z.output<typeof listQuerySchema>) {
  requireMailbox();
  const { cursor } = input;
  const mails = db()
    .select({ seq, id, toName, toAddress, subject, createdAt, deliveredAt })
    .from(outbox)
    .where(lt(seq, seqBefore(cursor)))
    .orderBy(desc(seq))
    .limit(PAGE + 1)
    .all();
  return page(
    mails.map((mail) => ({ ...mail, to: recipient(mail) })),
    PAGE,
  );
}

/**
 * One message of the outbox. Its text is empty after delivery.
 * @throws AppError not-found, always in production
 */
export function mailById(mailId: string) {
  requireMailbox();
  const mail = db()
    .select({ id, toName, toAddress, subject, text, html, sealedToken, createdAt })
    .from(outbox)
    .where(eq(id, mailId))
    .get();
  const opened = mail && openMessage(mail);
  if (!opened) throw notFound();
  const { html: _, sealedToken: __, ...shown } = opened;
  return { ...shown, to: recipient(shown) };
}
