import { describe, expect, it } from 'vitest';
import { makeVerifier } from '#tests/support/factories.ts';
import { fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const cachingOf = async (path: string, options: Parameters<typeof fetchPage>[1] = {}) => {
  const answer = await fetchPage(path, options);
  await answer.text();
  return answer.headers.get('cache-control');
};

it('forbids caching of private pages, except of prefetched data for 5 seconds', async () => {
  const { cookie } = await makeVerifier();
  expect(await cachingOf('/verify', { cookie })).toBe('private, no-store');
  expect(await cachingOf('/verify.data', { cookie })).toBe('private, no-store');
  expect(await cachingOf('/settings', { cookie })).toBe('private, no-store');
  const ahead = { cookie, headers: { 'sec-purpose': 'prefetch' } };
  expect(await cachingOf('/verify.data', ahead)).toBe('private, max-age=5');
});

it('forbids caching of pages that are read with a token', async () => {
  const { token } = await makeVerifier();
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/settings', '/settings.data', '/verify', '/faq']) {
    expect(await cachingOf(path, { headers }), path).toBe('private, no-store');
  }
});

it('requires revalidation of public pages', async () => {
  expect(await cachingOf('/faq')).toBe('private, no-cache');
  expect(await cachingOf('/log')).toBe('no-cache');
  expect(await cachingOf('/nothing-here')).toBe('no-cache');
});

describe('a page that is rendered once for all visitors', () => {
  const ask = (headers: Record<string, string>, path = '/faq') => fetchPage(path, { headers });
  const etagOf = async (headers: Record<string, string>, path?: string) => {
    const answer = await ask(headers, path);
    await answer.text();
    return answer.headers.get('etag') ?? '';
  };

  it('has an ETag that differs by page, language and theme', async () => {
    const german = { 'accept-language': 'de' };
    const etags = await Promise.all([
      etagOf({}),
      etagOf(german),
      etagOf({ cookie: 'theme=dark' }),
      etagOf({}, '/terms'),
    ]);
    expect(new Set(etags).size).toBe(4);
    expect(await etagOf(german)).toBe(etags[1]);
    expect(etags[1]).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it('is not sent again, and leaves the copy its nonce and its policy', async () => {
    const german = { 'accept-language': 'de', 'accept-encoding': 'br' };
    const etag = await etagOf(german);
    const answer = await ask({ ...german, 'if-none-match': `"other", ${etag}` });
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    for (const name of ['Accept-Language', 'Cookie', 'Accept-Encoding'])
      expect(answer.headers.get('vary')).toContain(name);
    for (const name of ['content-security-policy', 'content-length', 'set-cookie'])
      expect(answer.headers.has(name), name).toBe(false);
    const other = await ask({ 'accept-language': 'fr', 'if-none-match': etag });
    expect(other.status).toBe(200);
    await other.text();
  });

  it('is sent anew under another policy', async () => {
    const etag = await etagOf({});
    testEnvironment({
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    const answer = await fetchPage('/faq', { headers: { 'if-none-match': etag } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain('https://checkout.stripe.com');
    await answer.text();
  });

  it('has no ETag for an account, or with a toast', async () => {
    const { cookie } = await makeVerifier();
    const flash = Buffer.from(JSON.stringify({ kind: 'success', message: 'Hello' })).toString('base64url');
    expect(await etagOf({ cookie })).toBe('');
    expect(await etagOf({ cookie: `certrace_flash=${flash}` })).toBe('');
  });
});

it.each([
  '/verify/some-token',
  '/verify/some-token.data',
  '/VERIFY/some-token/',
  '/%76erify/some-token',
  '/verify/some-token?redirectTo=%2Fverify',
  '/reset-password/some-token',
  '/reset-password/some-token.data',
  '/auth/callback?token=some-token',
  '/api/v1/users/verify/some-token',
])('stores and tells others neither %s nor its token', async (path) => {
  const answer = await fetchRaw(path);
  await answer.text();
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('cache-control')).toMatch(/\bno-store$/);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
});

it('sends the address of pages without a token to this site only', async () => {
  for (const path of ['/', '/verify', '/verify/payment', '/verify/payment.data', '/forgot-password']) {
    const answer = await fetchRaw(path);
    await answer.text();
    expect(answer.headers.get('referrer-policy'), path).toBe('same-origin');
  }
});
