import { isApiPath } from './paths.server.ts';

export const TOO_LARGE = 'What you sent is larger than this address takes.';

const TEXTS: Record<number, [title: string, message: string]> = {
  400: ['Bad request', 'This request could not be understood.'],
  403: ['Forbidden', 'This request came from another site, so it was refused and nothing was changed.'],
  404: ['Not found', 'Not found.'],
  405: ['Method not allowed', 'This address does not take that kind of request.'],
  408: ['Request time-out', 'The request took too long to arrive.'],
  413: ['Too large', TOO_LARGE],
  414: ['Address too long', 'This address is too long.'],
  421: ['Misdirected request', 'This site is not served under that name.'],
  429: ['Too many requests', 'Too many requests. Please try again in a few seconds.'],
  431: ['Headers too large', 'The headers of this request are too large.'],
  500: ['Something went wrong', 'The server could not answer. Please try again in a moment.'],
  501: ['Not implemented', 'This server does not know that kind of request.'],
  507: ['No space left', 'The server has no space left. Please try again later.'],
  503: ['Unavailable', 'The server is busy or stopping. Please try again in a moment.'],
};

export type Refusal = {
  status: number;
  /** Path of the request: decides between JSON and a page. */
  pathname: string;
  /** Instead of the sentence that goes with the status. */
  message?: string | undefined;
  /** Stylesheets of the built site, so that the page looks like the rest. */
  stylesheets?: string[];
  headers?: Record<string, string>;
};

/** An answer the server's edge gives by itself: JSON under /api, a plain page elsewhere; never any internals. */
export function refuse({ status, pathname, message, stylesheets = [], headers = {} }: Refusal): Response {
  const text = message ?? TEXTS[status]?.[1] ?? 'This request was refused.';
  const common = { 'Cache-Control': 'no-store', ...headers };
  if (isApiPath(pathname)) {
    // Lesson calls name their error twice (CONTRACT section 3).
    const lesson = /\/(?:addLesson|lesson)\//.test(pathname) ? { error: text } : {};
    return new Response(JSON.stringify({ success: false, message: text, ...lesson }), {
      status,
      headers: { ...common, 'Content-Type': 'application/json; charset=utf-8' },
    });
  }
  const title = TEXTS[status]?.[0] ?? 'Refused';
  const links = stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const html = `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Certrace</title>${links}</head><body><main class="mx-auto max-w-xl p-8"><h1 class="text-2xl font-bold">${title}</h1><p class="my-4">${text}</p><p><a class="underline" href="/">Certrace</a></p></main></body></html>`;
  return new Response(html, {
    status,
    headers: { ...common, 'Content-Type': 'text/html; charset=utf-8' },
  });
}
