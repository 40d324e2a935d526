const END_OF_HEAD = '</head>';
const END_OF_PAGE = '</body></html>';

/**
 * Lowers the priority of the page's scripts. React writes their preload links before the stylesheet and browsers fetch them as
 * eagerly, but pages can be read without scripts.
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
/** Encodes a string as a JavaScript literal that cannot close its script element. */
const scriptString = (text: string) =>
  JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');

/** Adds an element to the end of a page. */
export const atEndOfBody = (page: string, element: string) =>
  page.endsWith(END_OF_PAGE) ? page.slice(0, -END_OF_PAGE.length) + element + END_OF_PAGE : page + element;

/** Adds the loaders' data to the end of a page, like React Router's own StreamTransfer. */
export function withLoaderData(page: string, data: string, nonce: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  return atEndOfBody(
    page,
    `<script nonce="${nonce}">${controller}.enqueue(${scriptString(data)});${controller}.close();</script>`,
  );
}
