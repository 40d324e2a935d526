import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const ENCODINGS = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};
const NONCE = /nonce="[\w+/=]+"/g;
const withoutNonce = (html: string) => html.replaceAll(NONCE, '');

async function ask(path: string, options: Parameters<typeof fetchPage>[1] = {}) {
  const answer = await fetchPage(path, options);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

it.each(['/', '/faq', '/nothing-here', '/settings'])(
  '%s is complete in every encoding, with its Content-Length',
  async (path) => {
    const { cookie } = await makeVerifier();
    const pages = new Set<string>();
    for (const [encoding, decode] of Object.entries(ENCODINGS)) {
      const headers = { 'accept-encoding': encoding };
      const { answer, bytes } = await ask(path, { headers, ...(path === '/settings' && { cookie }) });
      expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      const html = decode(bytes).toString();
      expect(html).toMatch(/^<!DOCTYPE html><html .*<\/html>$/s);
      pages.add(withoutNonce(html));
    }
    expect(pages.size).toBe(1);
  },
);

it('uses a new nonce for each response', async () => {
  const nonces = new Set<string>();
  for (let visit = 0; visit < 3; visit += 1) {
    const { answer, bytes } = await ask('/');
    const used = new Set(bytes.toString().match(NONCE));
    expect(used.size).toBe(1);
    const [nonce = ''] = used;
    expect(answer.headers.get('content-security-policy')).toContain(nonce.slice(7, -1));
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

it('never serves one visitor’s query, theme or name to another', async () => {
  const plain = withoutNonce((await ask('/register')).bytes.toString());
  const query = (await ask('/register?redirectTo=%2Fcourse%2F1')).bytes.toString();
  expect(query).toContain('redirectTo=%2Fcourse%2F1');
  const dark = (await ask('/register', { cookie: 'theme=dark' })).bytes.toString();
  expect(dark).toContain('data-theme="dark"');
  const { cookie, name } = await makeVerifier();
  expect((await ask('/support', { cookie })).bytes.toString()).toContain(name);
  expect((await ask('/support')).bytes.toString()).not.toContain(name);
  expect(withoutNonce((await ask('/register')).bytes.toString())).toBe(plain);
});
