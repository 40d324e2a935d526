import { asc, sql } from 'drizzle-orm';
import type { Transporter } from 'nodemailer';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { every } from '#app/shared/periodic.server.ts';
import { db, prepared } from '#db/client.ts';
import { isSpaceLow } from '#db/reserve.ts';
import { outbox } from '#db/schema/mail.ts';
import { spans } from '#db/spans.ts';
import { DeliveryResults, isConnectionRefused } from './delivery-results.server.ts';
import { createConnectionLimit, createPace, openLanes } from './lanes.server.ts';
import { onMail } from './outbox.server.ts';
import { createMailTransport, sendMail } from './transport.server.ts';

const POLL_EVERY_MS = 5_000;

type Row = typeof outbox.$inferSelect;

/** The message of a lane that has been due longest, among recipients without a delivery in progress. */
export const nextDue = prepared(() =>
  db()
    .select()
    .from(outbox)
    .where(
      sql`${outbox.lane} = ${sql.placeholder('lane')} and ${outbox.nextAttemptAt} <= ${sql.placeholder('now')}
        and ${outbox.toAddress} not in (select value from json_each(${sql.placeholder('busy')}))`,
    )
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(1)
    .prepare(),
);

/**
 * Delivers the outbox over several connections, earlier lanes first. Each recipient gets one message at a time, so that a slow
 * one takes only one connection and delays only its own messages.
 */
export function createDelivery(transport: Transporter) {
  const results = new DeliveryResults();
  const pace = createPace(env().MAIL_PER_SECOND);
  const connections = createConnectionLimit(env().MAIL_CONNECTIONS);
  const underWay = new Map<Row, Promise<void>>();
  /**
   * Recipients with a delivery in progress, or with a result that is not written yet. The outbox still lists their messages as
   * due.
   */
  const busy = new Set<string>();
  let stopped = false;
  let scheduled = false;
  let paced: NodeJS.Timeout | undefined;

  function nextMessage(): Row | undefined {
    const sending = Array.from(underWay.keys(), ({ lane }) => lane);
    const lanes = openLanes(sending, connections.now(performance.now()));
    const recipients = JSON.stringify([...busy]);
    for (const lane of lanes) {
      const row = nextDue().get({ lane, now: now(), busy: recipients });
      if (row) return row;
    }
    return undefined;
  }

  /** Leaves a message in the outbox unchanged when the server accepts no further connection. */
  function leave(row: Row, error: unknown): boolean {
    if (!isConnectionRefused(error) || !connections.lower(underWay.size - 1, performance.now())) return false;
    busy.delete(row.toAddress);
    log.warn(
      { connections: connections.now(performance.now()) },
      'the mail server accepts fewer connections',
    );
    return true;
  }

  function start(row: Row) {
    busy.add(row.toAddress);
    pace.count(performance.now());
    const sending = spans
      .tracePromise(() => sendMail(transport, row), {
        name: 'mail delivery',
        kind: 'client',
        attributes: { 'certrace.lane': row.lane, 'certrace.attempt': row.attempts + 1 },
      })
      .then(
        () => results.addDelivered(row),
        (error: unknown) => {
          if (!leave(row, error)) results.addFailed(row, error);
        },
      )
      .finally(() => {
        underWay.delete(row);
        schedule();
      });
    underWay.set(row, sending);
  }

  /** @returns whether the results are written. Until they are, nothing is sent. */
  function writeResults(): boolean {
    const done = results.write();
    for (const address of done ?? []) busy.delete(address);
    return done !== null;
  }

  /** Writes results, then sends as many messages as connections and rate allow. */
  function run() {
    scheduled = false;
    try {
      // The next result might find no space either, so start no new delivery.
      if (!writeResults() || isSpaceLow()) return;
      while (!stopped) {
        const wait = pace.wait(performance.now());
        if (wait > 0) {
          clearTimeout(paced);
          paced = setTimeout(schedule, wait);
          return;
        }
        const row = nextMessage();
        if (!row) return;
        start(row);
      }
    } catch (error) {
      log.error({ err: error }, 'mail delivery failed');
    }
  }

  function schedule() {
    if (scheduled) return;
    scheduled = true;
    setImmediate(run);
  }

  return {
    schedule,
    /** Delivers all due messages. Resolves when nothing is in progress. */
    async deliverDue() {
      for (;;) {
        run();
        if (underWay.size === 0) return;
        await Promise.all(underWay.values());
      }
    },
    /** Stops sending. Resolves when the deliveries in progress have ended and their results are written. */
    async stop() {
      stopped = true;
      clearTimeout(paced);
      await Promise.all(underWay.values());
      writeResults();
    },
  };
}

/**
 * Delivers the outbox in the background. Wakes after each commit that enqueues mail, and every few seconds for retries. Does
 * nothing without SMTP_URL.
 * @returns a function that stops it and waits for the deliveries in progress
 */
export function startDelivery(): () => Promise<void> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) return async () => {};
  const transport = createMailTransport(SMTP_URL);
  const delivery = createDelivery(transport);
  onMail(delivery.schedule);
  const stopPolling = every(POLL_EVERY_MS, delivery.schedule)('mail delivery');
  return async () => {
    onMail(undefined);
    await stopPolling();
    await delivery.stop();
    transport.close();
  };
}
