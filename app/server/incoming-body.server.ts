import { IncomingMessage } from 'node:http';
import { createByteBlock } from '#app/shared/byte-block.server.ts';
import type { ReadBody } from './read-body.server.ts';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A body may have this many chunks; more only if they have `SMALLEST_CHUNK` bytes on the average. */
const SMALL_CHUNKS = 200;
const SMALLEST_CHUNK = 32;
/** More than is read at once. Chunk extensions beyond that may be as long as the body. */
const MAX_OVERHEAD_BYTES = 128 * 1_024;

/**
 * Closes a connection whose body comes in tiny chunks or with long chunk extensions. A chunk of one byte takes 3 us and some hundred
 * bytes of memory, so that a few megabytes of them would hold the event loop for seconds, and take a gigabyte where the body waits to
 * be read. Node allows 16 KB of extensions for each chunk, which no body limit counts.
 */
export function limitChunks(req: IncomingMessage) {
  const { socket } = req;
  const before = socket.bytesRead;
  let chunks = 0;
  let bytes = 0;
  // Once the response is sent, Node would have the rest of the body parsed and not pushed.
  Object.assign(req, { _dump: () => req.removeAllListeners('data').resume() });
  // Node's parser pushes each chunk.
  req.push = (chunk: Buffer | null) => {
    chunks += 1;
    bytes += chunk?.byteLength ?? 0;
    const tiny = chunks > SMALL_CHUNKS && bytes < chunks * SMALLEST_CHUNK;
    if (tiny || socket.bytesRead - before > 2 * bytes + MAX_OVERHEAD_BYTES) socket.destroy();
    return !socket.destroyed && IncomingMessage.prototype.push.call(req, chunk);
  };
}

/**
 * The body of an upload, chunk by chunk. Each chunk is freed when the next one is read: left to the garbage collector, 500 MB
 * of chunks trigger full collections over and over.
 */
export async function* uploadBody(req: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>) {
    yield chunk;
    // A smaller view shares its memory with other chunks.
    if (chunk.byteLength === chunk.buffer.byteLength) {
      chunk.buffer.transfer(0);
    }
  }
}

/** Reads a body into memory. Bytes after `limit` or an abort are dropped. */
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
      req.on('data', (chunk: Buffer) => {
        if (dropping || block.append(chunk)) return;
        dropping = true;
        resolve(null);
      });
      req.once('end', () => resolve(block.take()));
      req.once('error', reject);
      req.once('close', () => {
        if (!req.complete) reject(new Error('The client went away.'));
      });
    });
