import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withLoaderData, withQuietPreloads } from '#app/server/pages/page-html.server.ts';

const LINK = '<link rel="modulepreload" href="/a.js"/>';
const QUIET = '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>';
const REST = `<body>Nguyễn Thị Ánh Tuyết ${LINK}</body></html>`;

it('gives the preloads in the head low priority', () => {
  const page = withQuietPreloads(`<html><head><title>فاطمة</title>${LINK}${LINK}</head>${REST}`);
  expect(page).toBe(`<html><head><title>فاطمة</title>${QUIET}${QUIET}</head>${REST}`);
});

it.each(['nothing but text', ''])('does not change %j, which has no head', (page) =>
  expect(withQuietPreloads(page)).toBe(page),
);

it.each([
  'plain',
  '</script><script>alert(1)</script>',
  '<!-- <script> -->',
  '"quotes", \\backslashes\\ and $&',
  '\u2028 and \u2029\n',
])('escapes %j so that the browser reads it unchanged', (data) => {
  const page = withLoaderData('<html><body>text</body></html>', data, 'abc');
  const [, code = '', rest] = /<script nonce="abc">(.*?)<\/script>(.*)$/s.exec(page) ?? [];
  expect(rest).toBe('</body></html>');
  const received: string[] = [];
  const streamController = {
    enqueue: (text: string) => received.push(text),
    close: () => received.push('end'),
  };
  runInNewContext(code, { window: { __reactRouterContext: { streamController } } });
  expect(received).toEqual([data, 'end']);
});
