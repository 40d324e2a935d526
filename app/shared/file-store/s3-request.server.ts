import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Environment, env } from '#app/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { storageUnavailable } from './unavailable.server.ts';

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** How often a request is sent that fails at once. One that times out is not sent again. */
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 50;

/** Time limits of requests, as a multiple of S3_TIMEOUT_SECONDS. */
const PATIENCE = {
  /** For a small file, a size, or the first or next bytes of a large file. */
  read: 1,
  /** For listing or removing many files, or writing a small one. */
  work: 4,
  /** A part of a large file. */
  part: 12,
  /** For all parts together. By default less than the two minutes after which the server closes a silent connection. */
  file: 20,
};
export type Patience = keyof typeof PATIENCE;

export const patienceMs = (patience: Patience) => PATIENCE[patience] * s3().timeoutMs;

type S3Settings = NonNullable<Environment['s3']>;

type Sending = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The file's name, or '' for the bucket. */
  name: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  /** Aborts the request, even while its response is being read. */
  signal: AbortSignal;
};

/** Signing keys by day. */
const signingKeys = new Map<string, ArrayBuffer>();

/** The bucket's settings. */
export function s3(): S3Settings {
  if (!env.s3) throw new Error('STORAGE is not s3');
  return env.s3;
}

function urlOf(
  { origin, path }: S3Settings['server'],
  name: string,
  query: Record<string, string> = {},
): string {
  const url = new URL(origin);
  url.pathname = `${path}/${name.split('/').map(encodeURIComponent).join('/')}`;
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return url.href;
}

function signer(
  url: string,
  more: { method: string; headers?: Record<string, string>; signQuery?: boolean },
) {
  const { region, accessKeyId, secretAccessKey } = s3();
  return new AwsV4Signer({
    url,
    ...more,
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
    cache: signingKeys,
  });
}

/** Hashes in libuv's thread pool, because a part has megabytes. */
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

async function send({ method, name, query, headers = {}, body, signal }: Sending): Promise<Response> {
  const hash = body ? await sha256(body) : EMPTY_SHA256;
  const { url, headers: signed } = await signer(urlOf(s3().server, name, query), {
    method,
    headers: { ...headers, 'X-Amz-Content-Sha256': hash },
  }).sign();
  return fetch(url, { method, headers: signed, redirect: 'manual', signal, ...(body && { body }) });
}

/** Logs why a request failed and returns the error for the caller. */
function unavailable({ method, name }: Omit<Sending, 'signal'>, details: Record<string, unknown>): AppError {
  log.error({ method, name, ...details }, 'S3 request failed');
  return storageUnavailable();
}

/**
 * Sends a request to the bucket.
 * @returns the response, with status 404 only for GET and HEAD
 * @throws AppError busy when the storage cannot be reached, takes too long or rejects the request
 */
export async function requestS3(sending: Sending): Promise<Response> {
  const mayBeMissing = sending.method === 'GET' || sending.method === 'HEAD';
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === ATTEMPTS;
    try {
      const response = await send(sending);
      if (response.ok || (mayBeMissing && response.status === 404)) return response;
      const { status } = response;
      const code = /<Code>([^<]{1,100})<\/Code>/.exec(await response.text())?.[1];
      if (last || (status < 500 && status !== 429)) throw unavailable(sending, { status, code });
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (sending.signal.aborted) throw unavailable(sending, { err: sending.signal.reason });
      if (last) throw unavailable(sending, { err: (error as Error).cause ?? error });
    }
    await delay(FIRST_PAUSE_MS * 2 ** attempt);
  }
}

/**
 * Sends a request and reads the whole response.
 * @param patience time limit, including reading the response
 * @returns null for status 404
 * @throws AppError as `requestS3`
 */
export async function readFromS3(sending: Omit<Sending, 'signal'>, patience: Patience, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(patienceMs(patience));
  const request = { ...sending, signal: signal ? AbortSignal.any([timeout, signal]) : timeout };
  const response = await requestS3(request);
  try {
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.status === 404 ? null : { headers: response.headers, bytes };
  } catch (error) {
    throw unavailable(request, { err: error });
  }
}

/**
 * Streams a response while it is read. Ends it when the storage takes too long to send more.
 * @param bytes the expected length, because a storage or proxy may not support Range
 */
export async function streamFromS3(
  sending: Omit<Sending, 'signal'>,
  bytes: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const idleMs = patienceMs('read');
  const controller = new AbortController();
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(() => controller.abort(new Error(`no data for ${idleMs} ms`)), idleMs);
    return work.finally(() => clearTimeout(timer));
  };
  const response = await watched(requestS3({ ...sending, signal: controller.signal }));
  const reader = response.body?.getReader();
  if (response.status === 404 || !reader) {
    controller.abort();
    return null;
  }
  const length = response.headers.get('Content-Length');
  if (length !== String(bytes)) {
    controller.abort();
    throw unavailable(sending, { status: response.status, length, bytes });
  }
  return new ReadableStream<Uint8Array>(
    {
      // Limits only waiting for the storage. A reader that pauses a video reads nothing.
      async pull(stream) {
        const { done, value } = await watched(reader.read());
        if (done) stream.close();
        else stream.enqueue(value);
      },
      cancel: () => controller.abort(),
    },
    { highWaterMark: 0 },
  );
}

/** A presigned URL that opens a file for a limited time. Null if browsers cannot reach the bucket. */
export async function presignedUrl(
  name: string,
  contentType: string,
  seconds: number,
): Promise<string | null> {
  const { browsers } = s3();
  if (!browsers) return null;
  const query = { 'X-Amz-Expires': String(seconds), 'response-content-type': contentType };
  const { url } = await signer(urlOf(browsers, name, query), { method: 'GET', signQuery: true }).sign();
  return url.href;
}
