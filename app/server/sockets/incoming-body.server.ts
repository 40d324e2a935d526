import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadBody } from '#app/server/edge/read-body.server.ts';
import { createByteBlock, freeBytes } from '#app/shared/byte-block.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { t } from '#messages';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const BLOCK_BYTES = 64 * 1_024;
/** Chunks from this size are passed on as they are. */
const LARGE_CHUNK = 16 * 1_024;

/**
 * Collects small chunks into blocks, so that the work for a body depends on its length, not on the number of
 * chunks.
 * @param pass receives each block
 */
function inBlocks(pass: (block: Buffer<ArrayBuffer>) => void) {
  let block: Buffer<ArrayBuffer> | null = null;
  let filled = 0;
  function start(chunk: Buffer<ArrayBuffer>) {
    block = chunk;
    filled = chunk.byteLength;
  }
  function flush() {
    const full = block?.subarray(0, filled);
    block = null;
    filled = 0;
    if (full) pass(full);
  }
  function add(chunk: Buffer<ArrayBuffer>) {
    if (chunk.byteLength >= LARGE_CHUNK) {
      flush();
      pass(chunk);
      return;
    }
    if (!block) {
      // Most bodies have one chunk, which needs no copy.
      start(chunk);
      return;
    }
    if (block.byteLength < BLOCK_BYTES) {
      const first = block;
      block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      first.copy(block);
    }
    const copied = chunk.copy(block, filled);
    filled += copied;
    if (filled < BLOCK_BYTES) return;
    flush();
    if (copied < chunk.byteLength) start(chunk.subarray(copied));
  }
  return { add, flush };
}

/** Minimum speed of a body. Without it, a client that hardly sends could hold its slots and memory for hours. */
const SLOWEST_BYTES_PER_MS = 4;

/**
 * Measures how far a body falls behind the minimum speed while the server waits for it.
 * @param lagMs how far it may fall behind
 * @param late is called when it is further behind
 */
function createPace(lagMs: number, late: () => void) {
  let allowedMs = lagMs;
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  function spend() {
    const present = performance.now();
    if (since !== undefined) allowedMs -= present - since;
    since = present;
  }
  function stopWaiting() {
    clearTimeout(timer);
    if (since !== undefined) spend();
    since = undefined;
  }
  function startWaiting() {
    spend();
    timer = setTimeout(() => {
      spend();
      if (allowedMs <= 0) late();
      else startWaiting();
    }, allowedMs);
  }
  return {
    startWaiting,
    stopWaiting,
    arrive(bytes: number) {
      if (since !== undefined) spend();
      allowedMs = Math.min(lagMs, allowedMs + bytes / SLOWEST_BYTES_PER_MS);
    },
  };
}

const tooSlow = () => new AppError('timeout', t('httpError.theRequestTookTooLongToArrive'));

/** The blocks of a body that have arrived and are not read yet. */
type Arrived = {
  next(): Promise<Buffer<ArrayBuffer> | null>;
  /** All of a body that has arrived in one block, which most are; otherwise null. */
  whole(): Buffer<ArrayBuffer> | null;
  stop(): void;
};

const arriving = new WeakMap<IncomingMessage, Arrived>();

/**
 * Frees the rest of a body whose response is sent, one block per turn of the event loop. Otherwise a turn would read up to 2 MB of
 * each connection.
 */
function dropRest(req: IncomingMessage) {
  let dropped = 0;
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.byteLength;
    freeBytes(chunk);
    if (dropped < BLOCK_BYTES) return;
    dropped = 0;
    req.pause();
    setImmediate(() => req.resume());
  });
  req.resume();
}

/**
 * Receives the first block of a body, and the next one when that is read. Until a body is read, Node would keep each chunk as an
 * object of 300 bytes, however small it is. After the response, the rest is dropped, and must arrive within `lagMs`.
 * @param lagMs how far the body may fall behind the minimum speed
 */
export function receiveBody(req: IncomingMessage, res: ServerResponse, lagMs: number) {
  const full: Buffer<ArrayBuffer>[] = [];
  let changed: PromiseWithResolvers<void> | undefined;
  const blocks = inBlocks((block) => {
    full.push(block);
    req.pause();
    changed?.resolve();
  });
  const pace = createPace(lagMs, () => changed?.reject(tooSlow()));
  const onData = (chunk: Buffer<ArrayBuffer>) => {
    pace.arrive(chunk.byteLength);
    blocks.add(chunk);
  };
  const onEnd = () => {
    blocks.flush();
    changed?.resolve();
  };
  req.on('data', onData).once('end', onEnd).once('error', onEnd).once('close', onEnd);
  function stop() {
    pace.stopWaiting();
    for (const block of full.splice(0)) freeBytes(block);
    req.off('data', onData);
  }
  arriving.set(req, {
    async next() {
      for (;;) {
        const block = full.shift();
        if (block) return block;
        if (req.readableEnded) return null;
        if (req.destroyed) throw new Error('The client disconnected.');
        changed = Promise.withResolvers();
        req.resume();
        pace.startWaiting();
        await changed.promise.finally(pace.stopWaiting);
      }
    },
    whole: () => (req.readableEnded && full.length === 1 ? (full[0] ?? null) : null),
    stop,
  });
  // A later scavenge of V8 would keep the request, which its value in the map refers to.
  res.once('close', () => arriving.delete(req));
  res.once('finish', () => {
    stop();
    if (req.readableEnded) return;
    dropRest(req);
    if (req.complete) return;
    const late = setTimeout(() => req.destroy(), lagMs);
    const arrived = () => clearTimeout(late);
    req.once('end', arrived).once('close', arrived);
  });
}

/**
 * Reads a body that is being received, in blocks. A block is freed when the next one is read.
 * @throws AppError timeout when the body arrives too slowly; Error when the client disconnects
 */
export async function* readBlocks(req: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  const body = arriving.get(req);
  if (!body) return;
  try {
    for (let block = await body.next(); block; block = await body.next()) {
      yield block;
      freeBytes(block);
    }
  } finally {
    body.stop();
  }
}

/** The request with the body that is being received. It is read when the stream is. */
export function withBody({ url, method, headers, signal }: Request, req: IncomingMessage): Request {
  const blocks = readBlocks(req);
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await blocks.next();
      if (done) controller.close();
      // A copy, because the block is freed when the stream asks for the next one.
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await blocks.return();
    },
  };
  const body = new ReadableStream(source, { highWaterMark: 0 });
  const init = { method, headers, signal, body, duplex: 'half' };
  return new Request(url, init);
}

/** Reads a body into memory. Stops reading after `limit` bytes or an abort. */
export const readIncoming =
  (req: IncomingMessage): ReadBody =>
  async (limit, signal) => {
    const arrived = arriving.get(req);
    const whole = arrived?.whole();
    if (whole && whole.byteLength < LARGE_CHUNK) {
      const bytes = whole.byteLength > limit ? null : new Uint8Array(whole);
      arrived?.stop();
      return bytes;
    }
    const block = createByteBlock(limit, Number(req.headers['content-length'] ?? 0));
    const aborted = Promise.withResolvers<never>();
    aborted.promise.catch(() => undefined);
    signal.addEventListener('abort', () => {
      block.free();
      aborted.reject(signal.reason);
    });
    const blocks = readBlocks(req);
    for (;;) {
      const { done, value } = await Promise.race([blocks.next(), aborted.promise]);
      signal.throwIfAborted();
      if (done) return block.take();
      if (block.append(value)) continue;
      await blocks.return();
      return null;
    }
  };
