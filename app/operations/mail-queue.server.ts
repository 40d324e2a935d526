import { and, desc, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { pastedIds } from '#app/certificates/find-certificate.server.ts';
import { LANE } from '#app/mail/compose.server.ts';
import { laneNames, oldestDue } from '#app/mail/lanes.server.ts';
import { deliveryColumns, mailDelivery, mailStateOf } from '#app/mail/mail-state.server.ts';
import { wakeDelivery } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { email } from '#app/shared/fields.ts';
import { contains, filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import { db, isOneOf, preparedValue, seqsOf, transaction } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { outbox } from '#db/schema/mail.ts';
import { t } from '#messages';

/** The message to retry now, or all of them. */
export const retryMailSchema = z.object({
  mailId: z.union([z.literal('all'), z.string().max(64)], {
    error: () => t('mailQueue.chooseTheMessage'),
  }),
});

const PAGE = 50;
/** Counts stop here, so that the page takes the same time for any queue. */
export const MOST_COUNTED = 100_000;
/** Most messages per retry, which takes about 50 ms. Other requests wait that long. */
const MOST_RETRIED = 2_000;

const nameOf = (lane: number) => laneNames.find((name) => LANE[name] === lane) ?? 'single';

const counter = (comparison: '<=' | '>') =>
  preparedValue<number>(
    `select count(*) from (select 1 from outbox where lane = ? and next_attempt_at ${comparison} ? limit ${MOST_COUNTED})`,
  );
const [countDue, countLater] = [counter('<='), counter('>')];

/** For each lane the messages whose attempt is due, those that wait for a later one, and since when the oldest has been due (ms UTC). */
function laneQueues() {
  const at = now();
  return laneNames.map((lane) => ({
    lane,
    due: countDue().get(LANE[lane], at) ?? 0,
    later: countLater().get(LANE[lane], at) ?? 0,
    oldest: oldestDue(lane),
  }));
}

/** Messages among these that match a search by address, subject, certificate ID or the mail server's reply. */
function matching(seqs: number[], q: string): number[] {
  const columns = [outbox.toAddress, outbox.subject, outbox.lastError];
  const uniqueId = pastedIds(q)[0] ?? '';
  const isFound = or(...columns.map((column) => contains(column, q)), eq(certificates.uniqueId, uniqueId));
  return seqsOf(sql`select ${outbox.seq} as seq from ${outbox}
    left join ${certificates} on ${eq(certificates.seq, outbox.certificateSeq)}
    where ${and(isOneOf(outbox.seq, seqs), isFound)} order by ${desc(outbox.seq)}`);
}

const address = email();

/**
 * The queues of all lanes, and the messages whose latest attempt failed, newest first, 50 a page. A search for an address finds all
 * messages to it instead, also after delivery. Their texts are left out, because they may hold links that grant access.
 * @param input {cursor?, q?}
 * @throws AppError forbidden unless the actor is a super admin; invalid
 */
export function mailQueue(actor: Actor, input: z.output<typeof listQuerySchema>) {
  requireSuperAdmin(actor);
  const { cursor, q } = input;
  const words = q.trim();
  const recipient = address.safeParse(words).data ?? null;
  const which = recipient === null ? isNotNull(outbox.lastError) : eq(outbox.toAddress, recipient);
  const { seqs, nextCursor } = filteredPage({
    limit: PAGE,
    before: seqBefore(cursor),
    read: (before, count) =>
      seqsOf(sql`select ${outbox.seq} as seq from ${outbox}
        where ${and(which, lt(outbox.seq, before))}
        order by ${desc(outbox.seq)} limit ${count}`),
    filter: words === '' || recipient !== null ? undefined : (found) => matching(found, words),
  });
  const rows = db()
    .select({
      id: outbox.id,
      lane: outbox.lane,
      to: outbox.toAddress,
      subject: outbox.subject,
      ...deliveryColumns,
      uniqueId: certificates.uniqueId,
    })
    .from(outbox)
    .leftJoin(certificates, eq(certificates.seq, outbox.certificateSeq))
    .where(isOneOf(outbox.seq, seqs))
    .orderBy(desc(outbox.seq))
    .all();
  const troubled = rows.map((row) => {
    const { id, to, subject, attempts, uniqueId } = row;
    return { ...mailStateOf(row), lane: nameOf(row.lane), id, to, subject, attempts, uniqueId };
  });
  return { lanes: laneQueues(), troubled, nextCursor, recipient };
}

/**
 * Makes a waiting message due now, or up to MOST_RETRIED of all waiting messages.
 * @param input {mailId: an id, or 'all'}
 * @throws AppError forbidden unless the actor is a super admin; conflict when no such message is waiting, or without SMTP_URL
 */
export function retryMail(actor: Actor, input: z.output<typeof retryMailSchema>): { message: string } {
  requireSuperAdmin(actor);
  const { mailId } = input;
  if (mailDelivery() !== 'smtp') throw new AppError('conflict', t('mailQueue.smtpUrlIsNotSet'));
  const which =
    mailId === 'all'
      ? sql`${outbox.seq} in (select ${outbox.seq} from ${outbox}
          where ${outbox.lastError} is not null and ${outbox.nextAttemptAt} > ${now()} limit ${MOST_RETRIED})`
      : and(eq(outbox.id, mailId), gt(outbox.nextAttemptAt, now()));
  const changes = transaction((tx) => {
    const { changes: count } = tx.update(outbox).set({ nextAttemptAt: now() }).where(which).run();
    if (count === 0) throw new AppError('conflict', t('mailQueue.noSuchMessageIsWaiting'));
    recordAct(tx, actor, 'mail.retried', { object: ['list', 'mail'], after: { count } });
    return count;
  });
  wakeDelivery();
  return { message: t('mailQueue.messagesAreBeingSent', { count: changes }) };
}
