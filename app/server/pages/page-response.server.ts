const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();

/** Responds with a complete page. Its bytes can be read without a stream, which takes longer than compressing them. */
export function pageResponse(page: string, status: number, headers: Headers): Response {
  const bytes = Buffer.from(page);
  headers.set('Content-Length', String(bytes.byteLength));
  const response = new Response(bytes, { status, headers });
  bodies.set(response, bytes);
  return response;
}

/** The bytes of a response that `pageResponse` made. */
export const pageBytes = (response: Response) => bodies.get(response);
