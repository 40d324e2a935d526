import { IncomingMessage } from 'node:http';
import { createByteBlock } from '#app/shared/byte-block.server.ts';
import type { ReadBody } from './read-body.server.ts';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** How many chunks a body may have. More are allowed if they average `SMALLEST_CHUNK` bytes. */
const SMALL_CHUNKS = 200;
const SMALLEST_CHUNK = 32;
/** More than Node reads at once. Without this limit, chunk extensions could be as long as the body. */
const MAX_OVERHEAD_BYTES = 128 * 1_024;

/**
 * Closes a connection whose body comes in tiny chunks or with long chunk extensions. A chunk of one byte takes 3 µs and a few
 * hundred bytes of memory. A few megabytes of them would block the event loop for seconds, and take a gigabyte while the body
 * waits to be read. Node allows 16 KB of extensions for each chunk, which body limits do not count.
 */
export function limitChunks(req: IncomingMessage) {
  const { socket } = req;
  const before = socket.bytesRead;
  let chunks = 0;
  let bytes = 0;
  // Once the response is sent, Node would have the rest of the body parsed without pushing it.
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
 * The body of an upload, chunk by chunk. Each chunk is freed when the next one is read. Left to the garbage collector, the
 * chunks of 500 MB cause one full collection after another.
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
      req.on('data', (chunk: Buffer) => {
        if (dropping || block.append(chunk)) return;
        dropping = true;
        resolve(null);
      });
      req.once('end', () => resolve(block.take()));
      req.once('error', reject);
      req.once('close', () => {
        if (!req.complete) reject(new Error('The client disconnected.'));
      });
    });
