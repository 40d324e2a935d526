import type { S3 } from '@aws-sdk/client-s3';
import { type Environment, env } from '#app/config/env.server.ts';
import { log } from '#app/shared/log.server.ts';
import { type ByteRange, storageUnavailable } from './store.server.ts';

/** Tries of a request that fails quickly. One that times out is not sent again. */
const ATTEMPTS = 3;

/** Time limits of requests including their retries, as a multiple of S3_TIMEOUT_SECONDS. */
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
type S3Settings = NonNullable<Environment['s3']>;
type Patience = keyof typeof PATIENCE;

export const patienceMs = (patience: Patience) => PATIENCE[patience] * s3Settings().timeoutMs;

/** The bucket's settings. */
export function s3Settings(): S3Settings {
  const { s3 } = env();
  if (!s3) throw new Error('STORAGE is not s3');
  return s3;
}

/** Parameters that address a file. */
export const fileIn = (name: string) => ({ Bucket: s3Settings().bucket, Key: name });

/** Settings that the client would read from AWS_ variables and ~/.aws. */
const NOT_FROM_OUTSIDE = {
  authSchemePreference: ['sigv4'],
  defaultsMode: 'standard' as const,
  disableClockSkewCorrection: false,
  disableS3ExpressSessionAuth: true,
  sigv4aSigningRegionSet: [],
  useArnRegion: false,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: '',
};

type Clients = { server: S3; browsers: S3 | null };
const opened = new WeakMap<S3Settings, Promise<Clients>>();

/** Imports the client only with STORAGE=s3, because it takes a tenth of a second and 30 MB of memory. */
async function openClients(settings: S3Settings): Promise<Clients> {
  const { S3 } = await import('@aws-sdk/client-s3');
  const { region, accessKeyId, secretAccessKey, pathStyle, endpoint, publicEndpoint } = settings;
  // A paused video holds a connection, so their number has no limit here.
  const agent = { maxSockets: Number.POSITIVE_INFINITY };
  const open = (url: string) =>
    new S3({
      endpoint: url,
      region,
      forcePathStyle: pathStyle,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: ATTEMPTS,
      retryMode: 'standard',
      requestHandler: { httpAgent: agent, httpsAgent: agent },
      // Storage other than AWS may reject newer checksums, and may not reply to Expect.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      ...NOT_FROM_OUTSIDE,
    });
  return { server: open(endpoint), browsers: publicEndpoint === null ? null : open(publicEndpoint) };
}

function s3Clients(): Promise<Clients> {
  const settings = s3Settings();
  const clients = opened.get(settings) ?? openClients(settings);
  opened.set(settings, clients);
  return clients;
}

type S3Problem = Partial<Error> & { $metadata?: { httpStatusCode?: number } };
const statusOf = (error: unknown) => (error as S3Problem).$metadata?.httpStatusCode;

/** Handles the error that a file does not exist, as null. */
export function orMissing(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}

/** Logs why a request failed and returns the error for the caller. */
export function unavailable(name: string, error: unknown) {
  const { name: code, message } = error as S3Problem;
  const status = statusOf(error);
  // What the storage itself sends is limited to its code, because it may repeat keys and signatures.
  log.error({ name, status, code, ...(status === undefined && { message }) }, 'S3 request failed');
  return storageUnavailable();
}

type Request<Result> = (s3: S3, options: { abortSignal: AbortSignal }) => Promise<Result>;

async function send<Result>(name: string, abortSignal: AbortSignal, request: Request<Result>) {
  const { server } = await s3Clients();
  try {
    return await request(server, { abortSignal });
  } catch (error) {
    throw unavailable(name, abortSignal.aborted ? abortSignal.reason : error);
  }
}

/**
 * Sends a request to the bucket, with a time limit that includes reading the response in `request`.
 * @param name the file's name, or '' for the bucket
 * @throws AppError busy when the storage cannot be reached, takes too long or rejects the request
 */
export function requestS3<Result>(
  { name, patience, signal }: { name: string; patience: Patience; signal?: AbortSignal },
  request: Request<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(patienceMs(patience));
  return send(name, signal ? AbortSignal.any([timeout, signal]) : timeout, request);
}

/**
 * Streams a range of a file while it is read, or returns null for a missing file. Ends the stream when the storage takes too
 * long to send more.
 * @throws AppError as `requestS3`, also for a storage or proxy that does not support Range
 */
export async function streamFromS3(
  name: string,
  { start, end }: ByteRange,
): Promise<ReadableStream<Uint8Array> | null> {
  const idleMs = patienceMs('read');
  const controller = new AbortController();
  const { signal } = controller;
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(() => controller.abort(new Error(`no data for ${idleMs} ms`)), idleMs);
    return work.finally(() => clearTimeout(timer));
  };
  const Range = `bytes=${start}-${end}`;
  const found = await watched(
    send(name, signal, (s3, options) => s3.getObject({ ...fileIn(name), Range }, options).catch(orMissing)),
  );
  if (!found?.Body) return null;
  if (found.ContentLength !== end - start + 1) {
    controller.abort();
    throw unavailable(name, new Error(`${found.ContentLength} bytes instead of ${Range}`));
  }
  const reader = found.Body.transformToWebStream().getReader();
  return new ReadableStream<Uint8Array>(
    {
      // Limits only waiting for the storage. A reader that pauses a video reads nothing.
      async pull(stream) {
        const { done, value } = await watched(reader.read()).catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error;
        });
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
  const { browsers } = await s3Clients();
  if (!browsers) return null;
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const command = new GetObjectCommand({ ...fileIn(name), ResponseContentType: contentType });
  return getSignedUrl(browsers, command, { expiresIn: seconds });
}
