import { createTransport, type Transporter } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { env } from '#app/config/env.server.ts';
import { log } from '#app/shared/log.server.ts';
import type { outbox } from '#db/schema/mail.ts';
import { openMessage } from './outbox.server.ts';
import { withPictures } from './pictures.server.ts';

/** Limit for one delivery, however slowly the server responds. */
const DELIVERY_TIMEOUT_MS = 60_000;
/** A mail program shows its button to unsubscribe only if the signature covers both headers (RFC 8058 section 4). */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Connections to the server of SMTP_URL. Parameters of the URL, such as `?socketTimeout=5000`, take precedence over the
 * time-outs here.
 */
export function createMailTransport(url: string): Transporter {
  // All options belong in the first argument. nodemailer uses the second one as defaults of messages.
  const { MAIL_CONNECTIONS, dkim } = env();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
  });
  // An 'error' event without a listener would end the process.
  transport.on('error', (error) => log.warn({ err: error }, 'mail connection failed'));
  return transport;
}

/** Asks the server of SMTP_URL whether it delivers to local parts in UTF-8 (RFC 6531). Rejects when it does not answer. */
export const askForSmtpUtf8 = (url: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const connection = new SMTPConnection({ ...TIMEOUTS, ...parseConnectionUrl(url) });
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('The mail server closed the connection')));
    connection.connect(() => {
      // The answer to EHLO.
      resolve(/^\d{3}[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse)));
      connection.quit();
    });
  });

/** Parses 'Name <address>' into an object, because nodemailer would parse a string. */
function mailFrom() {
  const match = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(env().MAIL_FROM);
  return match
    ? { name: match[1] ?? '', address: match[2] ?? '' }
    : { name: 'Certrace', address: env().MAIL_FROM.trim() };
}

/**
 * Sends one message with its pictures. Rejects when its token cannot be decrypted, when it was deleted meanwhile, or when the server does
 * not accept it or takes too long.
 */
export async function sendMail(transport: Transporter, stored: typeof outbox.$inferSelect) {
  const row = openMessage(stored);
  if (!row)
    throw Object.assign(new Error('The link was encrypted with another secret.'), { code: 'ESECRET' });
  const { html, attachments } = await withPictures(row);
  await transport.sendMail({
    // The same at every attempt, so that mail programs recognise a message that was sent twice after a crash.
    messageId: `<${row.id}@${new URL(env().APP_URL).hostname}>`,
    from: mailFrom(),
    to: { name: row.toName, address: row.toAddress },
    // No absence note answers it (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Mail programs show a button that posts to the page (RFC 8058).
      ...(row.unsubscribe && {
        'List-Unsubscribe': { prepared: true, foldLines: true, value: row.unsubscribe },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(row.replyTo ? { replyTo: { name: '', address: row.replyTo } } : {}),
    subject: row.subject,
    text: row.text,
    html,
    attachments,
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
}
