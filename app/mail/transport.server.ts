import { createTransport, type Transporter } from 'nodemailer';
import { env } from '#app/env.server.ts';
import { log } from '#app/shared/log.server.ts';
import type { outbox } from '#db/schema/mail.ts';

/** No delivery takes longer, however slowly the server answers. */
const DELIVERY_TIMEOUT_MS = 60_000;

/**
 * Connections to the server of SMTP_URL. Parameters of the URL, such as `?socketTimeout=5000`, take precedence over the
 * time-outs here.
 */
export function createMailTransport(url: string): Transporter {
  // All of these belong into the first argument: nodemailer reads the second one as defaults of messages.
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: env.MAIL_CONNECTIONS,
    connectionTimeout: 15_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(env.dkim && { dkim: env.dkim }),
  });
  // An 'error' event without a listener would end the process.
  transport.on('error', (error) => log.warn({ err: error }, 'mail connection failed'));
  return transport;
}

/** A display name and an address, from 'Name <address>'. Objects, so that nodemailer does not parse a string. */
function mailFrom() {
  const match = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(env.MAIL_FROM);
  return match
    ? { name: match[1] ?? '', address: match[2] ?? '' }
    : { name: 'Certrace', address: env.MAIL_FROM.trim() };
}

/** Sends one message. Rejects when the server did not accept it, or when it took too long. */
export async function sendMail(transport: Transporter, row: typeof outbox.$inferSelect) {
  await transport.sendMail({
    // The same at every attempt, so that a mail sent twice after a crash is recognised as one.
    messageId: `<${row.id}@${new URL(env.APP_URL).hostname}>`,
    from: mailFrom(),
    to: { name: row.toName, address: row.toAddress },
    ...(row.replyTo ? { replyTo: { name: '', address: row.replyTo } } : {}),
    subject: row.subject,
    text: row.text,
    html: row.html,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
}
