/** Serves a document that pages of any site may read: it proves itself, and reading it takes no login that they have. */
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
