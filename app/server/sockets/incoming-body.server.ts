import { IncomingMessage } from 'node:http';
import type { ReadBody } from '#app/server/edge/read-body.server.ts';
import { createByteBlock } from '#app/shared/byte-block.server.ts';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const BLOCK_BYTES = 64 * 1_024;
/** Chunks from this size are passed on as they are. */
const LARGE_CHUNK = 16 * 1_024;

/**
 * Collects small chunks into blocks, so that what a reader does for a body depends on its length and not on its chunks.
 * @param push passes on a block, and returns whether the stream wants more, as `Readable.push` does
 */
function inBlocks(push: (block: Buffer | null) => boolean) {
  let block: Buffer | null = null;
  let filled = 0;
  function start(chunk: Buffer) {
    block = chunk;
    filled = chunk.byteLength;
  }
  function flush(): boolean {
    const full = block?.subarray(0, filled);
    block = null;
    filled = 0;
    return full ? push(full) : true;
  }
  return (chunk: Buffer | null): boolean => {
    if (chunk === null || chunk.byteLength >= LARGE_CHUNK) {
      flush();
      return push(chunk);
    }
    if (!block) {
      // Most bodies have one chunk, which needs no copy.
      start(chunk);
      return true;
    }
    if (block.byteLength < BLOCK_BYTES) {
      const first = block;
      block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      first.copy(block);
    }
    const copied = chunk.copy(block, filled);
    filled += copied;
    if (filled < BLOCK_BYTES) return true;
    const more = flush();
    if (copied < chunk.byteLength) start(chunk.subarray(copied));
    return more;
  };
}

/** Chunks that a body may have, however small they are. */
const SMALL_CHUNKS = 200;
/** Average size of chunks beyond these. */
const SMALLEST_CHUNK = 32;
/** Enough for large CSV files that are sent line by line. */
const MANY_CHUNKS = 100_000;
/** Average size of chunks beyond these. Less than the 4 KB that HTTP clients write at once, because Node splits some of them. */
const SMALLEST_OF_MANY = 3_072;
/** More than Node reads at once. Without this limit, chunk extensions could be as long as the body. */
const MAX_OVERHEAD_BYTES = 128 * 1_024;

/** The fewest bytes that a body of so many chunks has. Without chunked transfer coding, network packets are the chunks. */
function fewestBytes(chunks: number, isChunked: boolean): number {
  if (chunks <= SMALL_CHUNKS) return 0;
  if (!isChunked) return chunks * SMALLEST_CHUNK;
  return (
    Math.min(chunks, MANY_CHUNKS) * SMALLEST_CHUNK + Math.max(0, chunks - MANY_CHUNKS) * SMALLEST_OF_MANY
  );
}

/**
 * Closes a connection whose body comes in tiny chunks or with long chunk extensions. Parsing a chunk takes 0.7 µs, however small
 * it is. Readers get larger blocks. Node allows 16 KB of extensions for each chunk, which body limits do not count.
 */
export function limitChunks(req: IncomingMessage) {
  const { socket } = req;
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  const before = socket.bytesRead;
  const push = inBlocks((block) => IncomingMessage.prototype.push.call(req, block));
  let chunks = 0;
  let bytes = 0;
  // Once the response is sent, Node would have the rest of the body parsed without pushing it.
  Object.assign(req, { _dump: () => req.removeAllListeners('data').on('data', freeChunk).resume() });
  // Node's parser pushes each chunk.
  req.push = (chunk: Buffer | null) => {
    chunks += 1;
    bytes += chunk?.byteLength ?? 0;
    if (bytes < fewestBytes(chunks, isChunked) || socket.bytesRead - before > 2 * bytes + MAX_OVERHEAD_BYTES)
      socket.destroy();
    return !socket.destroyed && push(chunk);
  };
}

/** Frees a chunk at once. Left to the garbage collector, chunks of 500 MB cause one full collection after another. */
function freeChunk(chunk: Buffer<ArrayBuffer>) {
  // A smaller view shares its memory with other chunks.
  if (chunk.byteLength === chunk.buffer.byteLength) chunk.buffer.transfer(0);
}

/** The body of an upload, chunk by chunk. Each chunk is freed when the next one is read. */
export async function* uploadBody(req: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>) {
    yield chunk;
    freeChunk(chunk);
  }
}

/** Reads a body into memory. Drops bytes after `limit` or an abort. */
export const readIncoming =
  (req: IncomingMessage): ReadBody =>
  (limit, signal) =>
    new Promise((resolve, reject) => {
      const block = createByteBlock(limit);
      let dropping = false;
      signal.addEventListener('abort', () => {
        dropping = true;
        block.free();
        reject(signal.reason);
      });
      req.on('data', (chunk: Buffer<ArrayBuffer>) => {
        if (!dropping && !block.append(chunk)) {
          dropping = true;
          resolve(null);
        }
        freeChunk(chunk);
      });
      req.once('end', () => resolve(block.take()));
      req.once('error', reject);
      req.once('close', () => {
        if (!req.complete) reject(new Error('The client disconnected.'));
      });
    });
