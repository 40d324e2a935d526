import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withLoaderData } from '#app/server/pages/page-response.server.ts';

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
