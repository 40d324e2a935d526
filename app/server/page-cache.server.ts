import { type Environment, env } from '#app/env.server.ts';
import { parseTheme, THEME_COOKIE } from '../ui/theme.ts';

/** Pages that are the same for every visitor: they read nothing but the theme, and show no time, query or form value. */
const PATHS = new Set([
  '/api/docs',
  '/authentication',
  '/faq',
  '/mission',
  '/training',
  '/verification',
  '/vision',
]);

/** A rendered page, cut where its nonce stood. */
type CachedPage = { status: number; headers: Headers; pieces: string[] };

/** Renders a page for a visitor under a nonce. */
type Render = (request: Request, nonce: string) => Promise<Response>;

/** The path of a cached page, however it is spelt, or null. */
export function cachedPath(pathname: string): string | null {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return PATHS.has(path) ? path : null;
}

/**
 * Renders each of these pages once per theme, until the configuration changes. An answer gets its own nonce in place of the
 * one that the page was rendered with, which is random and so occurs nowhere else.
 */
export function createPageCache(render: Render, newNonce: () => string) {
  let pages = new Map<string, Promise<CachedPage>>();
  let renderedFor: Environment | undefined;

  async function renderPage(path: string, theme: string): Promise<CachedPage> {
    const nonce = newNonce();
    // A request of its own: nothing of the visitor who happens to come first gets into the page.
    const headers = { cookie: `${THEME_COOKIE}=${theme}` };
    const page = await render(new Request(env.APP_URL + path, { headers }), nonce);
    return { status: page.status, headers: page.headers, pieces: (await page.text()).split(nonce) };
  }

  return async (path: string, request: Request, nonce: string): Promise<Response> => {
    if (renderedFor !== env) {
      renderedFor = env;
      pages = new Map();
    }
    const theme = parseTheme(request.headers.get('cookie'));
    const key = `${path} ${theme}`;
    let page = pages.get(key);
    if (!page) {
      page = renderPage(path, theme);
      pages.set(key, page);
      page.then(
        ({ status }) => status !== 200 && pages.delete(key),
        () => pages.delete(key),
      );
    }
    const { status, headers, pieces } = await page;
    return new Response(pieces.join(nonce), { status, headers: new Headers(headers) });
  };
}
