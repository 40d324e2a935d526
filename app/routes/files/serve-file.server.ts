import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { MediaFile } from '#app/courses/media-file.server.ts';
import { headersOf, statusOf } from '#app/server/failure.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { parseByteRange } from './byte-range.ts';

const CHUNK_BYTES = 262_144;

/** Whether an If-None-Match header names this content (RFC 9110 section 13.1.2). */
export const listsTag = (header: string | null, etag: string) =>
  (header ?? '').split(',').some((tag) => {
    const name = tag.trim().replace(/^W\//, '');
    return name === '*' || name === etag;
  });

/** Whether a Range counts: without If-Range always, else only for this very content (RFC 9110 section 13.1.5). */
const rangeCounts = (ifRange: string | null, etag: string, lastModified: string) =>
  ifRange === null || ifRange === etag || ifRange === lastModified;

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw notFound();
  return found.size;
}

/** Answers with a stored file or the range of it that was asked for. */
async function respond(request: Request, file: MediaFile, cacheControl: string): Promise<Response> {
  const size = await sizeOf(file.path);
  const lastModified = new Date(file.modifiedAt).toUTCString();
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl,
    'Content-Type': file.contentType,
    ETag: file.etag,
    'Last-Modified': lastModified,
  });
  if (listsTag(request.headers.get('If-None-Match'), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const asked =
    request.method === 'GET' && rangeCounts(request.headers.get('If-Range'), file.etag, lastModified);
  const range = asked ? parseByteRange(request.headers.get('Range'), size) : null;
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    headers.delete('Content-Type');
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers.set('Content-Length', String(end - start + 1));
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  if (request.method === 'HEAD') return new Response(null, { headers });
  // The descriptor is closed when the stream ends and when its reader goes away.
  const stream = Readable.toWeb(createReadStream(file.path, { start, end, highWaterMark: CHUNK_BYTES }));
  return new Response(stream as ReadableStream<Uint8Array>, { status: range ? 206 : 200, headers });
}

/** Serves the file that `find` gives, or answers with why not. */
export async function serveFile(
  request: Request,
  find: () => MediaFile,
  cacheControl: string,
): Promise<Response> {
  try {
    return await respond(request, find(), cacheControl);
  } catch (error) {
    return refusal(error);
  }
}

/** Why a file is not served, as plain text; an unexpected error goes on. */
export function refusal(error: unknown): Response {
  if (!(error instanceof AppError)) throw error;
  return new Response(`${error.message}\n`, {
    status: statusOf(error),
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headersOf(error),
    },
  });
}
