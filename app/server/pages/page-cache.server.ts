import { createHash } from 'node:crypto';
import { type Environment, env } from '#app/config/env.server.ts';
import { readerLanguage } from '#app/messages/reader-language.server.ts';
import type { Middleware, RequestKind } from '#app/server/edge/edge.server.ts';
import { routeAt } from '#app/server/edge/route-needs.server.ts';
import { newNonce, pagePolicy } from '#app/server/edge/security-headers.server.ts';
import { actorContext, hasFlash, readCookie } from '#app/server/session/context.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { THEME_COOKIE, toTheme } from '#app/ui/preferences.ts';
import { ifNoneMatch, pageResponse } from './page-response.server.ts';
import type { createContext } from './wrapped-routes.server.ts';

/** A rendered page, split at its nonce. In bytes, so that responses need not encode it again. */
type CachedPage = { status: number; headers: Headers; pieces: Buffer[]; etag: string };

type Render = (request: Request, info: Parameters<typeof createContext>[1]) => Promise<Response>;

function cachedPath({ pathname, needs }: RequestKind, url: string): string | null {
  if (!needs.cached || (needs.cached === 'without query' && url.includes('?'))) return null;
  const path = routeAt(pathname)?.path ?? '';
  // Not the page's data, and not another spelling of the path.
  return pathname.toLowerCase().replace(/\/+$/, '') === path.replace(/\/$/, '') ? path : null;
}

/** Changes with the text of a page, and with the policy that a browser keeps with it. Weak, because each response has its nonce. */
function etagOf(pieces: string[]) {
  const hash = createHash('sha256')
    .update(JSON.stringify([pagePolicy(), pieces]))
    .digest('base64url');
  return `W/"${hash.slice(0, 22)}"`;
}

/**
 * Lets a browser show its copy again. The nonce of the copy fits the policy that the browser stored with it, so this response has
 * neither (RFC 9111 section 3.2).
 */
const notModified = (headers: Headers) => {
  headers.delete('Content-Length');
  headers.append('Vary', 'Accept-Encoding');
  return new Response(null, { status: 304, headers });
};

/** The pieces of a page with a nonce between them. */
function joined(pieces: Buffer[], nonce: string): Buffer<ArrayBuffer> {
  const between = Buffer.from(nonce);
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
}

async function renderPage(render: Render, path: string, theme: string): Promise<CachedPage> {
  const nonce = newNonce();
  // A new request, so that no data of the first visitor gets into the page.
  const headers = { cookie: `${THEME_COOKIE}=${theme}` };
  const page = await render(new Request(env().APP_URL + path, { headers }), {
    id: newId(),
    api: false,
    address: '',
    nonce,
  });
  const pieces = (await page.text()).split(nonce);
  const { status, headers: rendered } = page;
  return {
    status,
    headers: rendered,
    pieces: pieces.map((piece) => Buffer.from(piece)),
    etag: etagOf(pieces),
  };
}

/**
 * Renders each of these pages once per theme and language until the configuration changes. Replaces the nonce of the rendering with the
 * nonce of each response. It is random, so it does not occur elsewhere in the page.
 */
export function cachePages(render: Render): Middleware {
  let pages = new Map<string, Promise<CachedPage>>();
  let renderedFor: Environment | undefined;

  return async (c, next) => {
    const request = c.req.raw;
    const path = cachedPath(c.env.kind, request.url);
    const isVisitor = c.var.routerContext.get(actorContext).kind === 'visitor';
    if (path === null || hasFlash(request) || !isVisitor) return next();
    c.env.matched.route = path;
    if (renderedFor !== env()) {
      renderedFor = env();
      pages = new Map();
    }
    const theme = toTheme(readCookie(request, THEME_COOKIE));
    const key = `${path} ${theme} ${readerLanguage()}`;
    let page = pages.get(key);
    if (!page) {
      page = renderPage(render, path, theme);
      pages.set(key, page);
      page.then(
        ({ status }) => status !== 200 && pages.delete(key),
        () => pages.delete(key),
      );
    }
    const { status, pieces, etag, ...rendered } = await page;
    const headers = new Headers(rendered.headers);
    if (status === 200) {
      headers.set('ETag', etag);
      // Not in a cache that several readers share, or they would get the same nonce.
      headers.set('Cache-Control', 'private, no-cache');
      if (ifNoneMatch(request.headers.get('If-None-Match'), etag)) return notModified(headers);
    }
    return pageResponse(joined(pieces, c.var.secureHeadersNonce), status, headers);
  };
}
