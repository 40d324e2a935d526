import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { env } from '#app/config/env.server.ts';
import { inLanguage, parseLanguage } from '#app/messages/reader-language.server.ts';
import { createWakeUp } from '#app/processes/other-processes.server.ts';
import { daysAgo, now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { page, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { currentRequestId } from '#app/shared/log.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { db, deleteSome, preparedSql, preparedValue, type Transaction } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { type Mail, writeMail } from './compose.server.ts';

const ofAccount = preparedValue<string | null>(
  `select coalesce((select language from users where email = @address),
     (select language from users where id = (select user_id from account_addresses where address = @address)))`,
);

/** The choice of a certificate's issuer: the language of its design, or else the one in which its owner reads. */
const CHOICE = `case when certificates.design_version_id is null
    then coalesce(issuer.language, owner.language)
    else coalesce(json_extract(design_versions.design, '$.language'), 'en') end
  from certificates
  left join design_versions on design_versions.id = certificates.design_version_id
  left join users issuer on issuer.id = certificates.issuer_id
  left join memberships on memberships.organisation_id = certificates.issuer_id and memberships.role = 'owner'
  left join users owner on owner.id = memberships.user_id`;

// Each parameter is in a subquery. SQLite would plan the joins again for each value of a plain parameter, at
// ten times the cost.
const ofCertificate = preparedValue<string | null>(`select ${CHOICE} where certificates.seq = (select ?)`);
const ofNewest = preparedValue<string | null>(
  `select ${CHOICE} where certificates.student_email = (select ?) order by certificates.seq desc limit 1`,
);

/**
 * The language in which somebody reads a mail: that of the account with this address, or else the choice of the issuer of the
 * certificate, or else DEFAULT_LANGUAGE.
 * @param certificateSeq the certificate that the mail is about; without one, the newest one that was issued to the address
 * @param otherwise replaces DEFAULT_LANGUAGE
 */
function recipientLanguage(
  address: string,
  certificateSeq: number | null = null,
  otherwise: string = env().DEFAULT_LANGUAGE,
): string {
  const own = parseLanguage(ofAccount().get({ address }));
  if (own) return own;
  const chosen = certificateSeq === null ? ofNewest().get(address) : ofCertificate().get(certificateSeq);
  return parseLanguage(chosen) ?? otherwise;
}

const delivery = createWakeUp('mail');

/** Sets a callback for enqueued messages. It may run before the transaction commits. */
export const onMail = delivery.on;

/** Wakes the delivery, in whichever process it runs. */
export const wakeDelivery = delivery.wake;

const PURPOSE = 'mailed token';

const insertMessage = preparedSql(
  `insert into outbox (id, to_address, to_name, reply_to, unsubscribe, subject, text, html, sealed_token, lane, certificate_seq, issuer_id, design_version_id, request_id,
     created_at, next_attempt_at)
   values (@id, @toAddress, @toName, @replyTo, @unsubscribe, @subject, @text, @html, @sealedToken, @lane, @certificateSeq, @issuerId, @designVersionId, @requestId, @at, @at)`,
);

/** Where replies to mails about an issuer's certificates go. Of an issuer whom nobody has reviewed it is any stranger's mailbox. */
const replyAddress = preparedValue<string | null>(
  `select reply_to from reminder_settings where issuer_id = (select ?) and exists (
     select 1 from issuer_decisions where user_id = issuer_id and decided_by is not null
       and decision in ('approved', 'reinstated'))`,
);

/** The value of List-Unsubscribe (RFC 2369): the page, and for programs that send mails those who answer for the certificate. */
function unsubscribeHeader(page: string, mailbox: string | null): string {
  const mail = mailbox && `, <mailto:${encodeURIComponent(mailbox).replace('%40', '@')}?subject=unsubscribe>`;
  return `<${page}>${mail || ''}`;
}

/**
 * Writes a message in its recipient's language and adds it to the outbox, in the transaction of its cause, so that both are stored or
 * neither is.
 * @param certificate the certificate that the message is about, whose issuer sees the delivery state
 * @param otherwise the language for an address without an account and without certificates
 */
export function enqueueMail(
  _tx: Transaction,
  mail: Mail,
  certificate?: { seq: number; issuerId: string },
  otherwise?: string,
) {
  const language = recipientLanguage(mail.address, certificate?.seq ?? null, otherwise);
  const message = inLanguage(language, () => writeMail(mail));
  const { to, token, text, html, unsubscribe, designVersionId = null, ...content } = message;
  const { seq: certificateSeq = null, issuerId = null } = certificate ?? {};
  const replyTo = message.replyTo ?? (issuerId === null ? null : (replyAddress().get(issuerId) ?? null));
  const id = newId();
  const recipient = {
    toAddress: to.address,
    toName: to.name,
    replyTo,
    unsubscribe:
      unsubscribe === undefined
        ? null
        : unsubscribeHeader(
            token ? unsubscribe.replaceAll(token, id) : unsubscribe,
            certificate ? (replyTo ?? (env().SUPPORT_EMAIL || null)) : null,
          ),
  };
  const body = token
    ? {
        text: text.replaceAll(token, id),
        html: html.replaceAll(token, id),
        sealedToken: seal(PURPOSE, token),
      }
    : { text, html, sealedToken: null };
  const requestId = currentRequestId();
  insertMessage().run({
    id,
    ...recipient,
    ...content,
    ...body,
    certificateSeq,
    issuerId,
    designVersionId,
    requestId,
    at: now(),
  });
  wakeDelivery();
}

type Stored = Pick<typeof outbox.$inferSelect, 'id' | 'text' | 'html' | 'sealedToken'> & {
  unsubscribe?: string | null;
};

/** A stored message with the token in its link. Null if the token was encrypted with another SESSION_SECRET. */
export function openMessage<Row extends Stored>(row: Row): Row | null {
  if (row.sealedToken === null) return row;
  const token = open(PURPOSE, row.sealedToken);
  if (token === null) return null;
  const withToken = (text: string) => text.replaceAll(row.id, token);
  const unsubscribe = row.unsubscribe && withToken(row.unsubscribe);
  return { ...row, text: withToken(row.text), html: withToken(row.html), unsubscribe };
}

/**
 * Inserts and deletes a row. This takes as long as `enqueueMail`, so that response times do not reveal whether an account
 * exists.
 */
export function enqueueNothing(tx: Transaction) {
  const id = newId();
  tx.insert(outbox)
    .values({ id, toAddress: '', toName: '', subject: '', text: '', html: '', createdAt: now() })
    .run();
  tx.delete(outbox).where(eq(outbox.id, id)).run();
  wakeDelivery();
}

/** Deletes messages that were delivered or abandoned long ago. */
export const sweepOutbox = (limit: number) =>
  deleteSome(
    outbox,
    and(isNull(outbox.nextAttemptAt), lt(outbox.createdAt, daysAgo(env().RETENTION_MAIL_DAYS))),
    limit,
  );

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
