import { transcode } from 'node:buffer';

const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();

/** Holds the UTF-16 of a page while it is encoded. Memory for each page would be garbage of twice the page's size. */
const room = Buffer.allocUnsafeSlow(1_048_576);

/**
 * The UTF-8 bytes of a page. `Buffer.from` measures a text before it encodes it, and takes twice as long for one with letters beyond
 * Latin-1: the names of languages make every page such a text.
 */
function utf8Of(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length * 2, 0);
  const utf16 = length > room.length ? Buffer.allocUnsafeSlow(length) : room.subarray(0, length);
  let at = 0;
  for (const part of parts) at += utf16.write(part, at, 'utf16le');
  try {
    return transcode(utf16, 'utf16le', 'utf8') as Buffer<ArrayBuffer>;
  } catch {
    // Half a surrogate pair, which becomes U+FFFD.
    return Buffer.from(parts.join(''));
  }
}

/** Responds with a complete page, which is its parts or its UTF-8. Its bytes can be read without a stream, which takes longer than compressing them. */
export function pageResponse(
  page: readonly string[] | Uint8Array<ArrayBuffer>,
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
