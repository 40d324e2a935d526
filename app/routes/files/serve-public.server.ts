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
