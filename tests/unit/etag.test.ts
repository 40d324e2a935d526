import { expect, it } from 'vitest';
import { ifNoneMatch } from '#app/server/pages/page-response.server.ts';

it.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"x", W/"a" ,"y"', '"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
  [null, '"a"', false],
])('If-None-Match: %s against %s', (header, etag, matches) => {
  expect(ifNoneMatch(header, etag)).toBe(matches);
});
