import { env } from '#app/config/env.server.ts';

/** The Link header of a list with the address of its next page (RFC 8288), or no header on the last page. */
export function nextLink(request: Request, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {};
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('cursor', nextCursor);
  return { Link: `<${env().APP_URL}${pathname}?${searchParams}>; rel="next"` };
}
