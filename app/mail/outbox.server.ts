import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { createTransport, type Transporter } from 'nodemailer';
import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, prepared, type Transaction } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import type { Message } from './compose.ts';

const MINUTE_MS = 60_000;
/** How long after each failed attempt the next one comes; after the last the message is given up. */
export const RETRY_AFTER_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);
const POLL_EVERY_MS = 5_000;

const insertMessage = prepared(() =>
  db
    .insert(outbox)
    .values({
      id: sql.placeholder('id'),
      toAddress: sql.placeholder('toAddress'),
      toName: sql.placeholder('toName'),
      replyTo: sql.placeholder('replyTo'),
      subject: sql.placeholder('subject'),
      text: sql.placeholder('text'),
      html: sql.placeholder('html'),
      createdAt: sql.placeholder('createdAt'),
      nextAttemptAt: sql.placeholder('createdAt'),
    })
    .prepare(),
);

/** Puts a message into the outbox, in the transaction of its cause: both are kept or neither is. */
export function enqueueMail(_tx: Transaction, message: Message) {
  insertMessage().run({
    id: newId(),
    toAddress: message.to.address,
    toName: message.to.name,
    replyTo: message.replyTo ?? null,
    subject: message.subject,
    text: message.text,
    html: message.html,
    createdAt: now(),
  });
  // Delivery looks again once the transaction is through.
  wake?.();
}

/**
 * Writes and takes back a row: the work of a message, and a commit to the disk, where there is nobody to write to, so that the
 * time of an answer does not tell who has an account.
 */
export function enqueueNothing(tx: Transaction) {
  const id = newId();
  tx.insert(outbox)
    .values({ id, toAddress: '', toName: '', subject: '', text: '', html: '', createdAt: now() })
    .run();
  tx.delete(outbox).where(eq(outbox.id, id)).run();
  wake?.();
}

let wake: (() => void) | undefined;

/** A display name and an address, from 'Name <address>'. Objects, so that nodemailer parses no string of ours. */
function mailFrom() {
  const match = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(env.MAIL_FROM);
  return match
    ? { name: match[1] ?? '', address: match[2] ?? '' }
    : { name: 'Certrace', address: env.MAIL_FROM.trim() };
}

type Row = typeof outbox.$inferSelect;

async function deliver(transport: Transporter, row: Row) {
  try {
    await transport.sendMail({
      // The same at every attempt, so that a mail sent twice after a crash is recognised as one.
      messageId: `<${row.id}@${new URL(env.APP_URL).hostname}>`,
      from: mailFrom(),
      to: { name: row.toName, address: row.toAddress },
      ...(row.replyTo ? { replyTo: { name: '', address: row.replyTo } } : {}),
      subject: row.subject,
      text: row.text,
      html: row.html,
    });
    db.update(outbox)
      .set({ deliveredAt: now(), nextAttemptAt: null, text: '', html: '', lastError: null })
      .where(eq(outbox.seq, row.seq))
      .run();
    log.info({ mail: row.id, attempt: row.attempts + 1 }, 'mail delivered');
  } catch (error) {
    const delay = RETRY_AFTER_MS[row.attempts];
    const code =
      (error as { code?: string; responseCode?: number }).responseCode ?? (error as { code?: string }).code;
    db.update(outbox)
      .set({
        attempts: row.attempts + 1,
        nextAttemptAt: delay === undefined ? null : now() + delay,
        // A message that is given up keeps no link either.
        ...(delay === undefined ? { failedAt: now(), text: '', html: '' } : {}),
        lastError: String(code ?? 'unknown'),
      })
      .where(eq(outbox.seq, row.seq))
      .run();
    log.warn(
      { mail: row.id, attempt: row.attempts + 1, code, gaveUp: delay === undefined },
      'mail not delivered',
    );
  }
}

/** Delivers what is due, oldest first, and returns how many messages it tried. */
export async function deliverDueMail(transport: Transporter): Promise<number> {
  const due = db
    .select()
    .from(outbox)
    .where(and(isNotNull(outbox.nextAttemptAt), lte(outbox.nextAttemptAt, now())))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(20)
    .all();
  for (const row of due) await deliver(transport, row);
  return due.length;
}

/**
 * Delivers the outbox until it is stopped: at once after a commit that put something in, and every few seconds for what is
 * to be tried again. Without SMTP_URL it does nothing: messages stay for the mailbox page.
 * @returns stops it, once the message being sent is through
 */
export function startDelivery(): () => Promise<void> {
  if (!env.SMTP_URL) {
    if (env.production)
      log.warn('SMTP_URL is not set: no mail is delivered, and nobody can read the mailbox page');
    return async () => {};
  }
  const transport = createTransport(env.SMTP_URL, {
    pool: true,
    maxConnections: 2,
    connectionTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[1]);
  let stopped = false;
  let running: Promise<void> | undefined;
  let again = false;
  const run = () => {
    again = true;
    running ??= (async () => {
      while (again && !stopped) {
        again = false;
        try {
          while (!stopped && (await deliverDueMail(transport)) > 0);
        } catch (error) {
          log.error({ err: error }, 'mail delivery failed');
        }
      }
      running = undefined;
    })();
  };
  wake = () => setImmediate(run);
  const timer = setInterval(run, POLL_EVERY_MS);
  run();
  return async () => {
    stopped = true;
    wake = undefined;
    clearInterval(timer);
    await running;
    transport.close();
  };
}
