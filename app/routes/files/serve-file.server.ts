import { extendedValue, type MediaFile } from '#app/courses/media-file.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import type { ByteRange } from '#app/files/store/store.server.ts';
import { ifNoneMatch } from '#app/server/pages/page-response.server.ts';
import { notFound } from '#app/shared/errors.server.ts';

/** Whether a Range applies: without If-Range always, otherwise only for unchanged content (RFC 9110 section 13.1.5). */
const rangeCounts = (ifRange: string | null, etag: string, lastModified: string) =>
  ifRange === null || ifRange === etag || ifRange === lastModified;

type Serving = { cacheControl: string };

/** Responds with a stored file or a range of it. */
async function respond(request: Request, file: MediaFile, { cacheControl }: Serving): Promise<Response> {
  const lastModified = new Date(file.modifiedAt).toUTCString();
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl,
    'Content-Type': file.contentType,
    ETag: file.etag,
    'Last-Modified': lastModified,
    ...(file.disposition && { 'Content-Disposition': file.disposition }),
  });
  if (ifNoneMatch(request.headers.get('If-None-Match'), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const url =
    file.urlSeconds !== undefined && request.method === 'GET'
      ? await fileStore().url(file.name, file.contentType, file.urlSeconds)
      : null;
  if (url !== null) {
    return new Response(null, {
      status: 302,
      headers: { Location: url, 'Cache-Control': 'private, no-store' },
    });
  }
  const size = await fileStore().size(file.name);
  if (size === null) throw notFound();
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
  const stream = await fileStore().stream(file.name, { start, end });
  return new Response(stream, { status: range ? 206 : 200, headers });
}

/** Serves the file that `find` returns. Expected errors become plain text. */
export async function serveFile(
  request: Request,
  find: () => MediaFile,
  serving: Serving,
): Promise<Response> {
  return await respond(request, find(), serving);
}

/** A drawn file of one account. It is only read if the browser does not have it. */
type PrivateDocument = {
  read: () => Promise<Uint8Array>;
  etag: string;
  name: string;
  contentType: string;
};

/** A Content-Disposition (RFC 6266). Programs that do not know `filename*` get an underscore for each character beyond ASCII. */
function inlineAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '');
  return `inline; filename="${plain}"${plain === name ? '' : `; filename*=${extendedValue(name)}`}`;
}

/** Serves a drawn file. Browsers must revalidate it, because access can be revoked and sessions end. */
export async function serveDocument(
  request: Request,
  { read, etag, name, contentType }: PrivateDocument,
): Promise<Response> {
  const headers = {
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': inlineAs(name),
    'Content-Type': contentType,
    ETag: etag,
  };
  if (ifNoneMatch(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const bytes = await read();
  const body = request.method === 'HEAD' ? null : Buffer.from(bytes);
  return new Response(body, { headers: { ...headers, 'Content-Length': String(bytes.byteLength) } });
}

/**
 * Parses a Range header (RFC 9110 section 14.2) for a file of `size` bytes. Returns the first and last byte, or 'unsatisfiable'
 * if the range starts beyond the end, or null to send the whole file (no range, another unit, several ranges, malformed).
 */
export function parseByteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    if (Number(last) === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Serves a public, signed document to pages of any site. */
export function serveText(
  request: Request,
  bytes: Uint8Array,
  contentType: string,
  cacheControl: string,
): Response {
  const body = request.method === 'HEAD' ? null : Buffer.from(bytes);
  return new Response(body, {
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': cacheControl,
      'Content-Length': String(bytes.byteLength),
      'Content-Type': contentType,
    },
  });
}
