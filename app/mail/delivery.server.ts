import { asc, sql } from 'drizzle-orm';
import type { Transporter } from 'nodemailer';
import { env } from '#app/config/env.server.ts';
import { every } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, prepared } from '#db/client.ts';
import { isSpaceLow } from '#db/reserve.ts';
import { outbox } from '#db/schema/mail.ts';
import { spans } from '#db/spans.ts';
import { DeliveryResults, isConnectionRefused } from './delivery-results.server.ts';
import { createConnectionLimit, createPace, openLanes } from './lanes.server.ts';
import { onMail } from './outbox.server.ts';
import { askForSmtpUtf8, createMailTransport, sendMail } from './transport.server.ts';

const POLL_EVERY_MS = 5_000;
const ASK_EVERY_MS = 3_600_000;
const ASK_AGAIN_MS = 60_000;

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
class Delivery {
  readonly #transport: Transporter;
  readonly #results = new DeliveryResults();
  readonly #pace = createPace(env().MAIL_PER_SECOND);
  readonly #connections = createConnectionLimit(env().MAIL_CONNECTIONS);
  readonly #underWay = new Map<Row, Promise<void>>();
  /**
   * Recipients with a delivery in progress, or with a result that is not written yet. The outbox still lists their messages as
   * due.
   */
  readonly #busy = new Set<string>();
  #stopped = false;
  #scheduled = false;
  #paced: NodeJS.Timeout | undefined;

  constructor(transport: Transporter) {
    this.#transport = transport;
  }

  #nextMessage(): Row | undefined {
    const sending = Array.from(this.#underWay.keys(), ({ lane }) => lane);
    const lanes = openLanes(sending, this.#connections.now(performance.now()));
    const recipients = JSON.stringify([...this.#busy]);
    for (const lane of lanes) {
      const row = nextDue().get({ lane, now: now(), busy: recipients });
      if (row) return row;
    }
    return undefined;
  }

  /** Leaves a message in the outbox unchanged when the server accepts no further connection. */
  #leave(row: Row, error: unknown): boolean {
    if (!isConnectionRefused(error) || !this.#connections.lower(this.#underWay.size - 1, performance.now()))
      return false;
    this.#busy.delete(row.toAddress);
    log.warn(
      { connections: this.#connections.now(performance.now()) },
      'the mail server accepts fewer connections',
    );
    return true;
  }

  #start(row: Row) {
    this.#busy.add(row.toAddress);
    this.#pace.count(performance.now());
    const sending = spans
      .tracePromise(() => sendMail(this.#transport, row), {
        name: 'mail delivery',
        kind: 'client',
        attributes: { 'certrace.lane': row.lane, 'certrace.attempt': row.attempts + 1 },
      })
      .then(
        () => this.#results.addDelivered(row),
        (error: unknown) => {
          if (!this.#leave(row, error)) this.#results.addFailed(row, error);
        },
      )
      .finally(() => {
        this.#underWay.delete(row);
        this.schedule();
      });
    this.#underWay.set(row, sending);
  }

  /** @returns whether the results are written. Until they are, nothing is sent. */
  #writeResults(): boolean {
    const done = this.#results.write();
    for (const address of done ?? []) this.#busy.delete(address);
    return done !== null;
  }

  /** Writes results, then sends as many messages as connections and rate allow. */
  #run() {
    this.#scheduled = false;
    try {
      // The next result might find no space either, so start no new delivery.
      if (!this.#writeResults() || isSpaceLow()) return;
      while (!this.#stopped) {
        const wait = this.#pace.wait(performance.now());
        if (wait > 0) {
          clearTimeout(this.#paced);
          this.#paced = setTimeout(() => this.schedule(), wait);
          return;
        }
        const row = this.#nextMessage();
        if (!row) return;
        this.#start(row);
      }
    } catch (error) {
      log.error({ err: error }, 'mail delivery failed');
    }
  }

  schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#run());
  }

  /** Delivers all due messages. Resolves when nothing is in progress. */
  async deliverDue() {
    for (;;) {
      this.#run();
      if (this.#underWay.size === 0) return;
      await Promise.all(this.#underWay.values());
    }
  }

  /** Stops sending. Resolves when the deliveries in progress have ended and their results are written. */
  async stop() {
    this.#stopped = true;
    clearTimeout(this.#paced);
    await Promise.all(this.#underWay.values());
    this.#writeResults();
  }
}

export const createDelivery = (transport: Transporter) => new Delivery(transport);

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
  onMail(() => delivery.schedule());
  const stopPolling = every(POLL_EVERY_MS, () => delivery.schedule())('mail delivery');
  return async () => {
    onMail(undefined);
    await stopPolling();
    await delivery.stop();
    transport.close();
  };
}

let smtpUtf8 = false;

/** Whether the mail server delivered to local parts in UTF-8 when it was asked last. */
export const offersSmtpUtf8 = () => smtpUtf8;

/** Asks the mail server at the start and each hour what it delivers to, in every process. */
export const startAskingMailServer = every(
  ASK_EVERY_MS,
  async () => {
    const { SMTP_URL } = env();
    if (SMTP_URL) smtpUtf8 = await askForSmtpUtf8(SMTP_URL);
  },
  { afterFailureMs: ASK_AGAIN_MS },
);
