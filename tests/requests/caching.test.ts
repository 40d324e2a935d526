import { expect, it } from 'vitest';
import { makeVerifier } from '#tests/support/factories.ts';
import { fetchPage, fetchRaw } from '#tests/support/handler.ts';

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
  expect(await cachingOf('/faq')).toBe('no-cache');
  expect(await cachingOf('/nothing-here')).toBe('no-cache');
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
