import { expect, it } from 'vitest';
import { readCookie } from '#app/server/session/context.server.ts';

const read = (cookie: string) =>
  readCookie(new Request('http://localhost', { headers: { cookie } }), 'theme');

it.each([
  ['', null],
  ['theme=dark', 'dark'],
  ['a=b; theme=light; c=d', 'light'],
  ['a=b;theme=light ;c=d', 'light'],
  ['theme=light; theme=dark', 'light'],
  ['mytheme=dark', null],
  ['theme', null],
  ['theme=', ''],
  ['theme=Europe%2FBerlin', 'Europe/Berlin'],
  ['theme=%', '%'],
  ['__proto__=x', null],
  [`${'a=b; '.repeat(2_000)}theme=dark`, null],
])('reads the cookie of %j', (header, value) => {
  expect(read(header)).toBe(value);
});
