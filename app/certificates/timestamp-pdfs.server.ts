import { confirmTimestamp, pdfSignatureValue, timestampPdf } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { credentialOf } from '#app/credentials/certificate-credential.server.ts';
import { signerOf } from '#app/credentials/file-signer.server.ts';
import { requestTimestamp } from '#app/credentials/request-timestamp.server.ts';
import { keepFile, keptFile } from '#app/drawing/file-cache.server.ts';
import { startPeriodic } from '#app/shared/background-work.server.ts';
import { log } from '#app/shared/log.server.ts';
import type { DueTimestamp } from './pdf-timestamps.server.ts';
import { forgetTimestamp, recordTimestamp, stampedName, takeDueTimestamps } from './pdf-timestamps.server.ts';

const POLL_MS = 1_000;
/** From the start of a try to the next one. */
const RETRY_MS = 30_000;
/** Limit of one try with all authorities. */
const TRY_MS = 20_000;
/** Parallel tries. Retries use half, so that new files need not wait for silent authorities. */
const MOST_TRIES = 8;
const MOST_RETRIES = MOST_TRIES / 2;

/**
 * Requests the timestamp of one PDF, and stores the file with it.
 * @throws Error of the storage or the database
 */
async function stamp({ file, certificateSeq }: DueTimestamp, stop: AbortSignal) {
  const pdf = await keptFile(file);
  if (pdf === 'unavailable') return;
  const signature = pdf === 'missing' ? null : pdfSignatureValue(pdf);
  const credential = credentialOf(certificateSeq);
  const signer = credential && signerOf(credential);
  if (pdf === 'missing' || !signature || !signer) {
    forgetTimestamp(file);
    return;
  }
  const token = await requestTimestamp(signature, AbortSignal.any([stop, AbortSignal.timeout(TRY_MS)]));
  if (!token || stop.aborted) return;
  await keepFile(stampedName(file), timestampPdf(pdf, confirmTimestamp(signature, token, signer.privateKey)));
  recordTimestamp(file);
}

/** Adds timestamps to drawn PDFs in the background, with TSA_URL. Returns a function that stops it. */
export function startTimestamping(): () => Promise<void> {
  if (env().timestampUrls.length === 0) return async () => {};
  const tries = { new: new Set<Promise<void>>(), tried: new Set<Promise<void>>() };
  const begin = (kind: 'new' | 'tried', due: DueTimestamp, stop: AbortSignal) => {
    const running = stamp(due, stop)
      .catch((error) => log.error({ err: error, file: due.file }, 'a PDF could not be timestamped'))
      .finally(() => tries[kind].delete(running));
    tries[kind].add(running);
  };
  const stopTaking = startPeriodic(
    'timestamps',
    (stop) => {
      const free = () => MOST_TRIES - tries.new.size - tries.tried.size;
      for (const due of takeDueTimestamps('new', free(), RETRY_MS)) begin('new', due, stop);
      const retries = Math.min(free(), MOST_RETRIES - tries.tried.size);
      for (const due of takeDueTimestamps('tried', retries, RETRY_MS)) begin('tried', due, stop);
      return POLL_MS;
    },
    POLL_MS,
  );
  return async () => {
    await stopTaking();
    await Promise.all([...tries.new, ...tries.tried]);
  };
}
