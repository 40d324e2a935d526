import { eq } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { essentialTransaction } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { recordAttempt } from './delivery-health.server.ts';

const MINUTE_MS = 60_000;
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
