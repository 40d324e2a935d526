import { describe, expect, it } from 'vitest';
import { makeIssuer } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { limitHere } from '#tests/support/processor-time.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const KB = 1024;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PUBLIC_FORMS = ['/', '/register', '/forgot-password', '/contact', '/support'];
const PUBLIC_CALLS = ['users/login', 'users/register', 'users/forgot-password', 'admin/login'];

/** A JSON object with the given number of names. */
const wide = (names: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, n) => [`n${n}`, n])));

describe('without a session', () => {
  it.each(PUBLIC_CALLS)('%s accepts at most 64 KB and 200 fields', async (call) => {
    testEnvironment({ RATE_LIMITS: 'off' });
    const post = async (body: string) =>
      fetchApi(call, { body, headers: { 'content-type': 'application/json' } });
    const large = await post(JSON.stringify({ email: 'x'.repeat(64 * KB) }));
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual({
      success: false,
      code: expect.any(String),
      message: 'The body must have at most 64 KB.',
    });
    const many = await post(wide(201));
    expect(many.status).toBe(400);
    expect(await many.json()).toMatchObject({ message: 'The body must have at most 200 fields.' });
    const names = await post(wide(200));
    expect(await names.json()).toMatchObject({ errors: expect.any(Object) });
    const inText = await post(JSON.stringify({ email: ':,"\\'.repeat(500) }));
    expect(await inText.json()).toMatchObject({ errors: expect.any(Object) });
  });

  it.each(PUBLIC_FORMS)('the form at %s accepts at most 64 KB and 200 fields', async (path) => {
    testEnvironment({ RATE_LIMITS: 'off' });
    const post = async (body: string, headers: Record<string, string> = FORM) => {
      const answer = await fetchPage(path, { method: 'POST', body, headers });
      await answer.text();
      return answer.status;
    };
    expect(await post(`email=${'x'.repeat(64 * KB)}`)).toBe(413);
    expect(await post('a=1&'.repeat(202))).toBe(400);
    const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
    expect(
      await post(`${part.repeat(202)}--x--\r\n`, { 'content-type': 'multipart/form-data; boundary=x' }),
    ).toBe(400);
  });
});

it('accepts 1 MB of JSON and 10,000 fields with a token', async () => {
  const { token } = await makeIssuer();
  const post = async (body: string) =>
    (await fetchApi('cert/verify', { token, body, headers: { 'content-type': 'application/json' } })).status;
  expect(await post(JSON.stringify({ uniqueId: 'x', rest: 'x'.repeat(900 * KB) }))).toBe(404);
  expect(await post(JSON.stringify({ uniqueId: 'x', rest: 'x'.repeat(1_024 * KB) }))).toBe(413);
  expect(await post(wide(10_001))).toBe(400);
});

it('repeats little of a name that is given twice', async () => {
  const { token } = await makeIssuer();
  const body = `{"${'n'.repeat(400_000)}":1,"${'n'.repeat(400_000)}":2}`;
  const answer = await fetchApi('certs/issue', {
    token,
    body,
    headers: { 'content-type': 'application/json' },
  });
  const text = await answer.text();
  expect([answer.status, text.length < 1_000, text.includes('is given twice.')]).toEqual([400, true, true]);
});

it.each([
  ['a form of separators', '/', FORM, 'a&'.repeat(128_000)],
  ['a form of separators within the limit', '/', FORM, 'a&'.repeat(32_000)],
  ['a form of escapes', '/', FORM, `a=${'%'.repeat(60_000)}`],
  ['JSON of 70,000 names', '/api/v1/users/login', { 'content-type': 'application/json' }, wide(70_000)],
  ['JSON of brackets', '/api/v1/users/login', { 'content-type': 'application/json' }, '['.repeat(65_000)],
  [
    'JSON of escapes',
    '/api/v1/users/login',
    { 'content-type': 'application/json' },
    `"${'\\"'.repeat(32_000)}`,
  ],
])('rejects %s in less than 100 ms of processor time', async (_name, path, headers, body) => {
  const taken: number[] = [];
  // The least of three: a collection of garbage may fall into one.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = process.cpuUsage();
    const refused = await fetchPage(path, { method: 'POST', body, headers });
    await refused.text();
    const { user, system } = process.cpuUsage(before);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    taken.push((user + system) / 1_000);
  }
  expect(Math.min(...taken)).toBeLessThan(limitHere(100));
});
