const END_OF_HEAD = '</head>';
const END_OF_PAGE = '</body></html>';

/**
 * Lets the scripts that a page preloads wait for what paints it: React writes their links before the stylesheet's and the browser
 * fetches them as eagerly, while the pages need no script to be read.
 */
export function withQuietPreloads(page: string): string {
  const end = page.indexOf(END_OF_HEAD);
  if (end < 0) return page;
  const head = page
    .slice(0, end)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  return head + page.slice(end);
}

const ESCAPES: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};
/** Encodes a string as JavaScript that cannot close its script element. */
const scriptString = (text: string) =>
  JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');

/** A page with the loaders' data at its end, as React Router's own StreamTransfer hands them to the browser. */
export function withLoaderData(page: string, data: string, nonce: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  const script = `<script nonce="${nonce}">${controller}.enqueue(${scriptString(data)});${controller}.close();</script>`;
  return page.endsWith(END_OF_PAGE)
    ? page.slice(0, -END_OF_PAGE.length) + script + END_OF_PAGE
    : page + script;
}
