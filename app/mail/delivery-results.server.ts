import { eq } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { isoSeconds, now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { essentialTransaction, prepared } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { t } from '#messages';
import { type LaneName, laneNames, oldestDue } from './lanes.server.ts';

const MINUTE_MS = 60_000;
const UNREACHABLE_FOR_MS = 5 * MINUTE_MS;
const RECENT_MS = 15 * MINUTE_MS;
const MOST_RECENT = 1_000;
/** Fewer messages say little: a few misspelt addresses are no problem of the site. */
const FEWEST_MESSAGES = 10;
/** How long a due message may wait. MAIL_PER_SECOND may slow down batches. */
const LATE_AFTER_MS: Record<LaneName, number> = {
  security: 15 * MINUTE_MS,
  single: 15 * MINUTE_MS,
  batch: 240 * MINUTE_MS,
};

/** Outcome of an attempt: the mail server accepted the message, rejected it, or could not be reached. */
type Outcome = 'delivered' | 'refused' | 'unreachable';
type Attempt = { mail: number; outcome: Outcome; at: number };

type Health = {
  /** The newest attempts, oldest first. */
  recent: Attempt[];
  /** The first attempt since the mail server became unreachable. */
  unreachableSince: number | null;
  lastDelivery: number | null;
  lastReason: string;
};

const health = prepared(
  (): Health => ({ recent: [], unreachableSince: null, lastDelivery: null, lastReason: '' }),
);

/** @param mail the message's `seq`; @param reason why it failed */
export function recordAttempt(mail: number, outcome: Outcome, reason = '') {
  const state = health();
  const at = now();
  state.recent.push({ mail, outcome, at });
  if (state.recent.length > MOST_RECENT) state.recent.shift();
  if (outcome === 'delivered') state.lastDelivery = at;
  // Alerts store a problem in one line.
  else state.lastReason = reason.replace(/\s+/g, ' ');
  if (outcome !== 'unreachable') state.unreachableSince = null;
  else state.unreachableSince ??= at;
}

/** Whether this process has delivered a message at this time or later. */
export const deliveredSince = (time: number) => (health().lastDelivery ?? 0) >= time;

/** Problems of delivery, as alerts store them. A mail server's reason may contain the separator. */
export const mailProblems = createStoredTexts({
  'mail-unreachable': (since, ...reason) =>
    t('deliveryHealth.theMailServerHasTakenNo', { since, lastReason: reason.join('|') }),
  'mail-refused': (failed, count, ...reason) =>
    t('deliveryHealth.failedOfTheLastCountMessages', {
      failed: Number(failed),
      count: Number(count),
      lastReason: reason.join('|'),
    }),
  'mail-late': (lane, since) => t('deliveryHealth.aMessageOfTheLaneLane', { lane, since }),
});

function unreachable({ unreachableSince: since, lastReason }: Health): string | null {
  if (since === null || now() - since < UNREACHABLE_FOR_MS) return null;
  return mailProblems.store('mail-unreachable', isoSeconds(since), lastReason);
}

function refused({ recent, lastReason }: Health): string | null {
  const outcomes = new Map(
    recent.filter(({ at }) => at > now() - RECENT_MS).map(({ mail, outcome }) => [mail, outcome]),
  );
  const failed = [...outcomes.values()].filter((outcome) => outcome !== 'delivered').length;
  if (outcomes.size < FEWEST_MESSAGES || failed * 2 < outcomes.size) return null;
  return mailProblems.store('mail-refused', failed, outcomes.size, lastReason);
}

function late(): string | null {
  for (const lane of laneNames) {
    const since = oldestDue(lane);
    if (since !== null && now() - since > LATE_AFTER_MS[lane]) {
      return mailProblems.store('mail-late', lane, isoSeconds(since));
    }
  }
  return null;
}

/** The current problem with mail delivery, as alerts store it, or null. Also null without SMTP_URL, where no mail is delivered. */
export const mailProblem = (): string | null =>
  env().SMTP_URL === undefined ? null : (unreachable(health()) ?? refused(health()) ?? late());

/** Delays after each temporary failure. After the last one, delivery is abandoned. */
export const RETRY_AFTER_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

const attempts = counter({
  name: 'mail_attempts',
  help: 'Attempts to deliver a message since the start.',
  labels: ['result'],
});

const MAX_REASON_LENGTH = 300;

type Row = typeof outbox.$inferSelect;
type Result = Partial<Row>;

/** The body of a message that will not be sent again. It is blanked, because its links grant access. */
const BLANK = { text: '', html: '', sealedToken: null } satisfies Result;

/** The outbox columns of a delivered message. */
const delivered = (): Result => ({
  deliveredAt: now(),
  nextAttemptAt: null,
  ...BLANK,
  lastError: null,
});

const detailsOf = (
  error: unknown,
): { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown } =>
  typeof error === 'object' && error !== null ? error : {};

/** The server requires authentication (RFC 4954): SMTP_URL is wrong, not the message. */
const AUTHENTICATION_REQUIRED = 530;

/**
 * Whether the server's reply is about this message or its recipient. A refused connection, login or sender is a problem of the
 * server or the configuration.
 */
function isAboutMessage(error: unknown): error is { responseCode: number } {
  const { command, responseCode } = detailsOf(error);
  return (
    (command === 'RCPT TO' || command === 'DATA') &&
    typeof responseCode === 'number' &&
    responseCode !== AUTHENTICATION_REQUIRED
  );
}

/**
 * Whether the server closed the connection (RFC 5321, 3.8) before it read a message, usually because there are too many
 * connections.
 */
export const isConnectionRefused = (error: unknown) =>
  detailsOf(error).responseCode === 421 && !isAboutMessage(error);

/**
 * Whether the server rejected this message or its recipient permanently, with a 5yz reply (RFC 5321, 4.2.1). Other failures are
 * retried.
 */
const isPermanent = (error: unknown) => isAboutMessage(error) && error.responseCode >= 500;

function failed({ attempts }: Row, error: unknown): Result {
  const delay = isPermanent(error) ? undefined : RETRY_AFTER_MS[attempts];
  return {
    attempts: attempts + 1,
    lastError: reasonOf(error),
    ...(delay === undefined
      ? { nextAttemptAt: null, failedAt: now(), ...BLANK }
      : { nextAttemptAt: now() + delay }),
  };
}

function errorCode(error: unknown): string {
  const { code, responseCode } = detailsOf(error);
  return String(responseCode ?? code ?? 'unknown').slice(0, 100);
}

/** The mail server's reply on one line, or an error code without a reply. Never empty. */
function reasonOf(error: unknown): string {
  const { response } = detailsOf(error);
  const answer = typeof response === 'string' ? response.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  return answer.slice(0, MAX_REASON_LENGTH) || errorCode(error);
}

/** An attempt for the log, with the request that caused the message. */
const attemptAt = ({ id, lane, attempts, requestId }: Row) => ({
  ...(requestId !== null && { requestId }),
  mail: id,
  lane,
  attempt: attempts + 1,
});

/**
 * Delivery results that are not in the database yet. They are kept until they are written, so that a full disk does not cause a
 * message to be sent twice.
 */
export class DeliveryResults {
  readonly #unwritten = new Map<number, { address: string; result: Result }>();

  addDelivered(row: Row) {
    this.#unwritten.set(row.seq, { address: row.toAddress, result: delivered() });
    attempts.inc({ result: 'delivered' });
    recordAttempt(row.seq, 'delivered');
    log.info(attemptAt(row), 'mail delivered');
  }

  addFailed(row: Row, error: unknown) {
    const result = failed(row, error);
    const gaveUp = result.nextAttemptAt === null;
    this.#unwritten.set(row.seq, { address: row.toAddress, result });
    recordAttempt(row.seq, isAboutMessage(error) ? 'refused' : 'unreachable', reasonOf(error));
    attempts.inc({ result: gaveUp ? 'given-up' : 'retried' });
    log.warn({ ...attemptAt(row), code: errorCode(error), gaveUp }, 'mail not delivered');
  }

  /**
   * Writes all results in one commit. If that fails, writes each in its own, so that one that cannot be written does not hold up
   * the others.
   * @returns the addresses of the finished messages, or null when no result could be written
   */
  write(): string[] | null {
    const results = [...this.#unwritten];
    if (results.length === 0) return [];
    let written = this.#commit(results);
    if (!written) written = results.length > 1 ? results.flatMap((one) => this.#commit([one]) ?? []) : [];
    return written.length > 0 ? written : null;
  }

  /** @returns the addresses of the messages, or null when the results could not be written */
  #commit(results: [number, { address: string; result: Result }][]): string[] | null {
    try {
      essentialTransaction((tx) => {
        for (const [seq, { result }] of results)
          tx.update(outbox).set(result).where(eq(outbox.seq, seq)).run();
      });
    } catch (error) {
      log.error({ err: error, results: results.length }, 'delivery results not written');
      return null;
    }
    for (const [seq] of results) this.#unwritten.delete(seq);
    return results.map(([, { address }]) => address);
  }
}
