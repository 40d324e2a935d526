import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { PageBody } from '#app/server/page-body.server.ts';

/** The page as it comes out when it goes in in pieces of this many bytes. */
const through = (page: string, bytes: number) => {
  const whole = Buffer.from(page);
  const pieces = Array.from({ length: Math.ceil(whole.length / bytes) }, (_, index) =>
    whole.subarray(index * bytes, (index + 1) * bytes),
  );
  return text(Readable.from(pieces).pipe(new PageBody()));
};

const LINK = '<link rel="modulepreload" href="/a.js"/>';
const QUIET = '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>';
const REST = `<body>Nguyễn Thị Ánh Tuyết ${LINK}</body></html>`;

it.each([1, 2, 7, 64, 10_000])(
  'makes the preloads of the head quiet, in pieces of %i bytes',
  async (bytes) => {
    const page = await through(`<html><head><title>فاطمة</title>${LINK}${LINK}</head>${REST}`, bytes);
    expect(page).toBe(`<html><head><title>فاطمة</title>${QUIET}${QUIET}</head>${REST}`);
  },
);

it('passes on what has no head', async () => {
  expect(await through('nothing but text', 3)).toBe('nothing but text');
  expect(await through('', 3)).toBe('');
});

it('sends what is ready in one piece, but no half of a head', async () => {
  const body = new PageBody();
  const pieces: string[] = [];
  body.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  for (const piece of ['<html>', '<head>']) body.write(piece);
  body.flush();
  for (const piece of ['</head>', '<body>', 'first']) body.write(piece);
  body.flush();
  for (const piece of ['second', '</body>', '</html>']) body.write(piece);
  body.flush();
  body.end('the rest');
  await once(body, 'end');
  expect(pieces).toEqual(['<html><head></head><body>first', 'second</body></html>', 'the rest']);
});
