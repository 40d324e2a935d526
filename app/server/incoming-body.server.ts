import type { IncomingMessage } from 'node:http';
import type { ReadBody } from './read-body.server.ts';

/**
 * The body of an upload, chunk by chunk. The memory of a chunk is given back when the next one is asked for: left to the garbage
 * collector, 500 MB of them make it go through everything that the server holds, over and over.
 */
export async function* uploadBody(req: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer<ArrayBuffer>>) {
    yield chunk;
    // A chunk that is a part of something larger shares its memory with others.
    if (chunk.byteLength === chunk.buffer.byteLength) {
      chunk.buffer.transfer(0);
    }
  }
}

/** Reads a body into memory; what follows after `limit` bytes or an abort is dropped. */
export const readIncoming =
  (req: IncomingMessage): ReadBody =>
  (limit, signal) =>
    new Promise((resolve, reject) => {
      let chunks: Buffer[] = [];
      let bytes = 0;
      signal.addEventListener('abort', () => {
        chunks = [];
        reject(signal.reason);
      });
      req.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > limit) {
          chunks = [];
          resolve(null);
        } else if (!signal.aborted) chunks.push(chunk);
      });
      req.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      req.once('error', reject);
      req.once('close', () => {
        if (!req.complete) reject(new Error('The client went away.'));
      });
    });
