import { readBounded } from '@certrace/verify';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import {
  encodeTimestampRequest,
  readTimestampResponse,
  TimestampError,
  timestampQuery,
} from './timestamp-token.server.ts';

/** Limit of one response, which is a token and some bytes. */
const MAX_ANSWER_BYTES = 16_384;
const TIMEOUT_MS = 8_000;

/** Authorities whose last response failed, so that each failure is logged once, and working ones are asked first. */
const failing = new Set<string>();

async function ask(url: string, content: Uint8Array, stop: AbortSignal): Promise<Uint8Array> {
  const query = timestampQuery(content);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: new Uint8Array(encodeTimestampRequest(query)),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new TimestampError(`is missing, because the response has the status ${response.status}`);
  }
  const bytes = await readBounded(response, MAX_ANSWER_BYTES);
  if (!bytes) throw new TimestampError('is too long');
  return readTimestampResponse(bytes, query, now());
}

function noteFailure(url: string, error: unknown) {
  if (failing.has(url)) return;
  failing.add(url);
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  // A path may contain a customer's key.
  log.warn({ reason, authority: new URL(url).host }, 'a timestamp authority failed; it is asked again');
}

function noteSuccess(url: string) {
  if (failing.delete(url)) log.info({ authority: new URL(url).host }, 'a timestamp authority responds again');
}

/**
 * Requests a timestamp of some bytes from the authorities in TSA_URL, one after the other, until one gives it.
 * @param stop aborts the request
 * @returns a token in DER (RFC 3161), or null when all of them failed
 */
export async function requestTimestamp(content: Uint8Array, stop: AbortSignal): Promise<Uint8Array | null> {
  const { timestampUrls: urls } = env();
  const working = urls.filter((url) => !failing.has(url));
  for (const url of [...working, ...urls.filter((each) => failing.has(each))]) {
    try {
      const token = await ask(url, content, stop);
      noteSuccess(url);
      return token;
    } catch (error) {
      if (stop.aborted) return null;
      noteFailure(url, error);
    }
  }
  return null;
}
