import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

const MINIMUM_BYTES = 1024;
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|javascript|xml)\b|image\/svg)/i;

export type Encoding = 'br' | 'gzip';

/** The encodings a client takes, best first; an encoding with q=0 is one it refuses. */
export function acceptedEncodings(header: string | null): Encoding[] {
  const offered = new Map(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const quality = parameters.find((parameter) => parameter.startsWith('q='));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))];
      }),
  );
  return (['br', 'gzip'] as const).filter((name) => (offered.get(name) ?? offered.get('*') ?? 0) > 0);
}

/** Quick settings: default brotli halves the pages a second, for a few per cent of size. */
const compressor = (encoding: Encoding): Transform =>
  encoding === 'br'
    ? createBrotliCompress({
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_LGWIN]: 18,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
        flush: constants.BROTLI_OPERATION_FLUSH,
      })
    : createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });

/** Reads until there is enough to be worth compressing, or all of it. */
async function readStart(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < MINIMUM_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { chunks, bytes, done: true };
    chunks.push(value);
    bytes += value.byteLength;
  }
  return { chunks, bytes, done: false };
}

/**
 * Compresses an answer of text when the client takes it and it is large enough to gain; media, ranges, event
 * streams and what is marked `no-transform` pass as they are.
 */
export async function compress(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { headers, status, statusText } = response;
  const textual = TEXT.test(headers.get('Content-Type') ?? '');
  const plain = !headers.has('Content-Encoding') && !headers.has('Content-Range');
  if (!response.body || !textual || !plain || headers.get('Cache-Control')?.includes('no-transform')) {
    return response;
  }
  if (!headers.get('Vary')?.includes('Accept-Encoding')) headers.append('Vary', 'Accept-Encoding');
  const [encoding] = acceptedEncodings(acceptEncoding);
  if (!encoding) return response;
  const reader = response.body.getReader();
  const start = await readStart(reader);
  if (start.done && start.bytes < MINIMUM_BYTES) {
    headers.set('Content-Length', String(start.bytes));
    return new Response(Buffer.concat(start.chunks), { status, statusText, headers });
  }
  async function* content() {
    try {
      yield* start.chunks;
      while (!start.done) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  const etag = headers.get('ETag');
  if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`);
  const source = Readable.from(content(), { objectMode: false });
  const compressed = compressor(encoding);
  source.on('error', (error) => compressed.destroy(error));
  compressed.on('close', () => source.destroy());
  const body = Readable.toWeb(source.pipe(compressed)) as ReadableStream<Uint8Array>;
  return new Response(body, { status, statusText, headers });
}
