const END_OF_PAGE = '</body></html>';

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

/**
 * Adds the loaders' data to the end of a page, like React Router's own StreamTransfer.
 * @returns the parts of the page, because joining them would copy all of it
 */
export function withLoaderData(page: string, data: string, nonce: string): string[] {
  const controller = 'window.__reactRouterContext.streamController';
  const element = `<script nonce="${nonce}">${controller}.enqueue(${scriptString(data)});${controller}.close();</script>`;
  return page.endsWith(END_OF_PAGE)
    ? [page.slice(0, -END_OF_PAGE.length), element, END_OF_PAGE]
    : [page, element];
}
