import { transcode } from 'node:buffer';
import type { Middleware } from '#app/server/edge/edge.server.ts';
import { sessionToken } from '#app/server/session/context.server.ts';

/** Cancels the body of a response to HEAD, which Hono would not read. */
export const emptyHead: Middleware = async (c, next) => {
  await next();
  if (c.req.raw.method === 'HEAD') void c.res.body?.cancel().catch(() => undefined);
};

/**
 * Cache-Control of a page or its data. Pages of a logged-in account are not stored, so that going back after logout does not
 * show them, and neither are pages with a token in their address. A prefetched page is stored for a few seconds, or the click
 * could not use it.
 */
function cacheControl({ headers }: Request, isSecret: boolean, session: string | null): string {
  if (headers.has('authorization') || isSecret) return 'private, no-store';
  if (session === null) return 'no-cache';
  const prefetched = /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');
  return prefetched ? 'private, max-age=5' : 'private, no-store';
}

/** Sets Cache-Control unless the route has. */
export const pageCaching: Middleware = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) {
    headers.set(
      'Cache-Control',
      cacheControl(c.req.raw, c.env.kind.needs.tokenInUrl === true, sessionToken(c.req.raw)),
    );
  }
};

const END_OF_PAGE = '</body></html>';

const ESCAPES: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};
/** Encodes a string as a JavaScript literal that cannot close its script element. */
const scriptString = (text: string) =>
  JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');

/** Adds the loaders' data to the end of a page, like React Router's own StreamTransfer. */
export function withLoaderData(page: string, data: string, nonce: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  const element = `<script nonce="${nonce}">${controller}.enqueue(${scriptString(data)});${controller}.close();</script>`;
  return page.endsWith(END_OF_PAGE)
    ? `${page.slice(0, -END_OF_PAGE.length)}${element}${END_OF_PAGE}`
    : page + element;
}

const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();

/** Holds the UTF-16 of a page while it is encoded, so that it is not garbage of twice the page's size. */
const room = Buffer.allocUnsafeSlow(1_048_576);

/**
 * The UTF-8 of a page. `Buffer.from` measures a text before it encodes it, and takes twice as long for one with letters beyond
 * Latin-1: the names of languages make every page such a text. A list of 50 certificates would take 6 % more.
 */
function utf8Of(page: string): Uint8Array<ArrayBuffer> {
  if (page.length * 2 > room.length || !page.isWellFormed()) return Buffer.from(page);
  return transcode(room.subarray(0, room.write(page, 'utf16le')), 'utf16le', 'utf8') as Buffer<ArrayBuffer>;
}

/** Responds with a complete page. Its bytes can be read without a stream, which takes longer than compressing them. */
export function pageResponse(
  page: string | Uint8Array<ArrayBuffer>,
  status: number,
  headers: Headers,
): Response {
  const bytes = page instanceof Uint8Array ? page : utf8Of(page);
  headers.set('Content-Length', String(bytes.byteLength));
  const response = new Response(bytes, { status, headers });
  bodies.set(response, bytes);
  return response;
}

/** The bytes of a response that `pageResponse` made. */
export const pageBytes = (response: Response) => bodies.get(response);

/** Whether an If-None-Match header lists an ETag, compared weakly (RFC 9110 section 13.1.2). */
export function ifNoneMatch(header: string | null, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (header ?? '').split(',').some((tag) => opaque(tag) === '*' || opaque(tag) === opaque(etag));
}
