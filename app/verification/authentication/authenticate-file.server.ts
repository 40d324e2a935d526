import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { Report, Verdict } from '@certrace/verify';
import { type Actor, clientOf } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/config/env.server.ts';
import { knownSigningCertificates } from '#app/credentials/file-signer.server.ts';
import { knownIssuer } from '#app/credentials/known-issuer.server.ts';
import { sniffImage } from '#app/files/images/sniff-image.ts';
import { isHeic } from '#app/files/media/sniff.ts';
import { verifierKeys } from '#app/log/log.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { type Client, createFairQueue } from '#app/shared/fair-queue.server.ts';
import { createWorkerPool } from '#app/shared/worker-pool.server.ts';
import { t } from '#messages';
import { answerQuestion, lostTexts, type Question, recordAt } from './own-records.server.ts';
import type { AuthenticationTask } from './worker.server.ts';

const pool = createWorkerPool<AuthenticationTask, Report>({
  file: new URL('./worker.server.ts', import.meta.url),
  maxThreads: 2,
  maxQueue: 50,
  busyMessage: () => t('authenticateFile.theFileCouldNotBeChecked'),
  idleTimeout: 10_000,
  // Limits of the whole check. Its parts have limits of their own.
  timeoutMs: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 192 },
  // A file that crashed one thread would crash the next one too.
  retries: false,
});

type Checked = {
  report: Report;
  /** `seq` of the certificate, known once the signature and the issuer are verified. */
  certificateSeq: number | null;
};

/** Names the restore in the reason of a report on a file whose record was lost by it. */
function withLoss(report: Report): Report {
  const isLost = report.checks.some(({ passed, message }) => passed === null && message === lostTexts());
  return report.reason !== undefined && isLost
    ? { ...report, reason: joinSentences([report.reason, lostTexts()]) }
    : report;
}

async function checkInWorker(client: Client, file: Uint8Array): Promise<Checked> {
  const { port1, port2 } = new MessageChannel();
  let certificateSeq: number | null = null;
  let failure: unknown;
  port1.on('message', (question: Question) => {
    try {
      // Only asked for a credential that a known issuer signed.
      if (question.about === 'status') certificateSeq = recordAt(question.entry, question.id)?.seq ?? null;
      port1.postMessage(answerQuestion(question));
    } catch (error) {
      failure = error;
      port1.close();
    }
  });
  try {
    const task = {
      file,
      port: port2,
      logKeys: verifierKeys(),
      witnessKeys: env().witnesses.map(({ key }) => key),
      signingCertificates: knownSigningCertificates(),
      now: now(),
    };
    // A small file shares its buffer with other data, so it is copied.
    const isWhole = file.byteLength === file.buffer.byteLength;
    const transferList = isWhole ? [port2, file.buffer as ArrayBuffer] : [port2];
    const report = await pool.run(task, { client, transferList });
    return { report: withLoss(report), certificateSeq };
  } catch (error) {
    throw failure ?? error;
  } finally {
    port1.close();
  }
}

/** Over the limit, the checks of an address begin one after another, this far apart. */
const PAUSE_MS = 1_000;
/** So that none waits longer than 15 seconds. */
const MOST_WAITING = 15;

const inTurnOfAddress = createFairQueue({
  concurrent: Number.POSITIVE_INFINITY,
  concurrentPerAccount: 1,
  waiting: 1_000,
  waitingPerAccount: MOST_WAITING,
  message: () => t('authenticateFile.theFileCouldNotBeChecked'),
});

/**
 * Counts a check. Call it before reading the file, which may never end. Over the limit, a visitor waits for the turn of its address,
 * behind which may be a class, and an account is refused.
 * @throws AppError rate-limited
 */
export async function countFileCheck(actor: Actor): Promise<void> {
  try {
    await limit(actor, 'authentications');
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate-limited' && actor.kind === 'visitor'))
      throw error;
    await inTurnOfAddress(clientOf(actor), () => delay(PAUSE_MS)).catch(() => {
      throw error;
    });
  }
}

/**
 * Checks whether a file is a genuine certificate or receipt of this site. Runs in a worker thread, contacts no other host and
 * stores nothing. Call `countFileCheck` first.
 * @param file the bytes of a PDF, PNG or JSON, which are transferred to the thread
 * @throws AppError busy when too many files are waiting or the check took too long
 */
export const authenticateFile = async (by: Actor | Client, file: Uint8Array): Promise<Report> =>
  (await checkInWorker('kind' in by ? clientOf(by) : by, file)).report;

/** The result of a check for a page. */
export type PageReport = {
  report: Report;
  checkedAt: number;
  /** SHA-256 of the file in hex. */
  hash: string;
  /** Whether it is a picture that cannot be checked, such as a photograph or a screenshot. */
  isBarePicture: boolean;
  /** Whether a super admin has reviewed the issuer. Null unless this site knows and approved it. */
  isReviewed: boolean | null;
};

/** As `authenticateFile`, for a person: with what a print of the result needs. */
export async function reportOnFile(actor: Actor, file: Uint8Array<ArrayBuffer>): Promise<PageReport> {
  const isPicture = sniffImage(file) !== null || isHeic(file);
  // Outside the event loop, and before the bytes are transferred.
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', file)).toString('hex');
  const report = await authenticateFile(actor, file);
  const isKnown = report.issuer && report.checks.some(({ id, passed }) => id === 'issuer' && passed);
  return {
    report,
    checkedAt: now(),
    hash,
    isBarePicture: isPicture && report.verdict === 'unreadable',
    isReviewed: (isKnown && knownIssuer(report.issuer?.did ?? '')?.isReviewed) ?? null,
  };
}

/** Verdicts on files that were issued here and not altered. */
const ISSUED: readonly Verdict[] = ['genuine', 'revoked', 'not-yet-valid', 'expired'];

/**
 * `seq` of the certificate in an unaltered file. Null when this site did not issue it.
 * @throws AppError as `authenticateFile`
 */
export async function identifyFile(actor: Actor, file: Uint8Array): Promise<number | null> {
  const { report, certificateSeq } = await checkInWorker(clientOf(actor), file);
  return ISSUED.includes(report.verdict) ? certificateSeq : null;
}

/** Stops the worker threads after their current checks. */
export const closeAuthentication = () => pool.close();
