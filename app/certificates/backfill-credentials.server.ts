import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { recordAct, SHELL } from '#app/audit/record-act.server.ts';
import {
  credentialOf,
  logRevocation,
  releaseCredential,
  type SignedCredential,
  signCredential,
  storeCredential,
} from '#app/credentials/certificate-credential.server.ts';
import { AppError, isDiskFull } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { db, prepared, preparedValue, sqlite, type Transaction, transaction } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { certificateCredentials } from '#db/schema/credentials.ts';
import { formatUniqueId } from './unique-id.ts';

const BATCH = 64;

/**
 * How long a step of the search may take. Its number of certificates follows from that: pages that are not in memory take
 * thirty times as long to search as those that are.
 */
const STEP_MS = 1;
const [LEAST_SEQS, MOST_SEQS] = [200, 5_000];
const BETWEEN_STEPS_MS = 20;

const lacking = prepared(() =>
  sqlite()
    .prepare<unknown[], number>(
      `select count(*) from certificates c where seq > @after and seq <= @last
       and not exists (select 1 from certificate_credentials where certificate_seq = c.seq)`,
    )
    .pluck(),
);
const lastSeq = preparedValue<number>('select coalesce(max(seq), 0) from certificates');

/** Counts certificates without a credential, issued before credentials existed: all of them, or those in a range. */
export const certificatesWithoutCredential = (after = 0, last = lastSeq().get() ?? 0) =>
  lacking().get({ after, last }) ?? 0;

/**
 * Counts the certificates without a credential in the background and logs a warning if there are any. Counts in small steps, so
 * that requests don't wait. Returns a function that stops it.
 */
export function startLookingForCredentials() {
  const last = lastSeq().get() ?? 0;
  let [after, found, seqs] = [0, 0, LEAST_SEQS];
  return startPeriodic('missing credentials', () => {
    const started = performance.now();
    found += certificatesWithoutCredential(after, after + seqs);
    after += seqs;
    const perStep = Math.round((seqs * STEP_MS) / (performance.now() - started));
    seqs = Math.min(Math.max(perStep, LEAST_SEQS), MOST_SEQS);
    if (after < last) return BETWEEN_STEPS_MS;
    if (found > 0) {
      log.warn(
        { certificates: found },
        'certificates have no credential: run `npm run credentials:backfill`',
      );
    }
    return null;
  });
}

const batchAfter = (seq: number) =>
  db()
    .select({ certificate: certificates })
    .from(certificates)
    .leftJoin(certificateCredentials, eq(certificateCredentials.certificateSeq, certificates.seq))
    .where(and(gt(certificates.seq, seq), isNull(certificateCredentials.certificateSeq)))
    .orderBy(asc(certificates.seq))
    .limit(BATCH)
    .all();

const isRevoked = (tx: Transaction, seq: number) =>
  tx
    .select({ seq: certificateRevocations.certificateSeq })
    .from(certificateRevocations)
    .where(eq(certificateRevocations.certificateSeq, seq))
    .get() !== undefined;

type Ready = { certificate: typeof certificates.$inferSelect; credential: SignedCredential };

/**
 * Stores the credentials of a batch, and logs the revocation of certificates that are revoked already.
 * @returns how many were stored here; another process may have stored the others meanwhile
 */
const storeBatch = (ready: Ready[]): number =>
  transaction((tx) => {
    const lacking = ready.filter(({ certificate }) => credentialOf(certificate.seq) === undefined);
    for (const { certificate, credential } of lacking) {
      storeCredential(tx, certificate.seq, credential);
      if (isRevoked(tx, certificate.seq)) logRevocation(tx, certificate);
    }
    const after = { certificates: lacking.length };
    if (lacking.length > 0) recordAct(tx, SHELL, 'credentials.backfilled', { after });
    return lacking.length;
  });

/** As `storeBatch`. If it fails, each credential is stored alone, so that one that fails is left out, with a line in the log. */
function storeEach(ready: Ready[]): number {
  try {
    return storeBatch(ready);
  } catch (error) {
    if (error instanceof AppError || isDiskFull(error)) throw error;
    const [first, ...others] = ready;
    if (!first) throw error;
    if (others.length > 0) return ready.reduce((stored, one) => stored + storeEach([one]), 0);
    log.error({ err: error, certificate: first.certificate.id, alert: true }, 'credential not stored');
    return 0;
  }
}

/** Signs a certificate's credential. Null, with a line in the log, for one that fails, so that the others get theirs. */
async function sign(certificate: Ready['certificate']): Promise<Ready | null> {
  try {
    const content = { ...certificate, uniqueId: formatUniqueId(certificate.uniqueId) };
    return { certificate, credential: await signCredential(content) };
  } catch (error) {
    log.error({ err: error, certificate: certificate.id, alert: true }, 'credential not created');
    return null;
  }
}

/**
 * Creates missing credentials and log entries, each batch in a transaction. Can be interrupted and run again.
 * @param onProgress receives the number of certificates done so far
 */
export async function backfillCredentials(onProgress: (done: number) => void = () => {}): Promise<number> {
  let done = 0;
  let after = 0;
  for (let batch = batchAfter(after); batch.length > 0; batch = batchAfter(after)) {
    const ready = (await Promise.all(batch.map(({ certificate }) => sign(certificate)))).filter(
      (each) => each !== null,
    );
    done += storeEach(ready);
    for (const { credential } of ready) releaseCredential(credential);
    after = batch.at(-1)?.certificate.seq ?? after;
    onProgress(done);
  }
  return done;
}
