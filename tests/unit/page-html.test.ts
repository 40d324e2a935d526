import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { pageResponse, withLoaderData } from '#app/server/pages/page-response.server.ts';

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

it.each([
  ['Latin-1', '<p>Sørensen</p>'],
  ['other scripts', '<p>中文 العربية 🎓</p>'],
  ['half a surrogate pair', '<p>\ud83c 中文</p>'],
  ['more than a megabyte of UTF-16', `<p>${'学'.repeat(600_000)}</p>`],
])('sends a page in UTF-8: %s', async (_, page) => {
  const response = pageResponse(page, 200, new Headers());
  const bytes = Buffer.from(page);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
});
