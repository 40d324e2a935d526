import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { resetLimits } from '#app/accounts/rate-limits.server.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { ask, callerOf, enterInputWorld, pathOf } from '#tests/support/call-with-input.ts';
import { certificateInput, makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi, fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { leaveWorld } from './access-world.ts';

beforeEach(resetLimits);

const JSON_TYPE = 'application/json; charset=utf-8';
const concrete = (path: string, value = 'nothing') => path.slice(1).replace(/\{\w+\}/g, value);
const jsonCalls = describedCalls.filter(
  ({ operation }) => operation.requestBody?.content['application/json'],
);

/** Looks up a certificate with a raw body. A body that the server accepts gets 404. */
async function lookUp(body: BodyInit, headers: Record<string, string> = {}) {
  const { token } = await makeVerifier();
  const type = { 'content-type': 'application/json' };
  const response = await fetchApi('cert/verify', {
    method: 'POST',
    token,
    body,
    headers: { ...type, ...headers },
  });
  return { status: response.status, body: await response.json() };
}

describe('methods and paths', () => {
  it.each(['nothing', 'users', 'users/login/more', '../v2/users/me', 'users/me.json', '%F0%9F%98%80'])(
    '%s gets a 404 in JSON',
    async (path) => {
      const response = await fetchApi(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, JSON_TYPE]);
      expect(await response.json()).toEqual({
        success: false,
        code: expect.any(String),
        message: 'Not found.',
      });
    },
  );

  it.each([...new Set(describedCalls.map(({ path }) => path))])(
    '%s responds to other methods with 405 and Allow',
    async (path) => {
      const taken = describedCalls.filter((call) => call.path === path).map(({ method }) => method);
      const allowed = taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !taken.includes(method));
      for (const method of others) {
        const response = await fetchApi(concrete(path), { method });
        expect([method, response.status, response.headers.get('allow')]).toEqual([
          method,
          405,
          [...allowed, 'OPTIONS'].join(', '),
        ]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(await response.json()).toMatchObject({
          success: false,
          code: expect.any(String),
          message: 'Method not allowed.',
        });
      }
    },
  );

  it.each(describedCalls.filter(({ method }) => method === 'GET'))(
    'HEAD $path responds like GET without a body',
    async ({ path }) => {
      const [head, get] = [
        await fetchApi(concrete(path), { method: 'HEAD' }),
        await fetchApi(concrete(path)),
      ];
      expect(head.status).toBe(get.status);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(await head.text()).toBe('');
    },
  );
});

describe('response headers', () => {
  it.each(['users/me', 'nothing', 'cert/verify', 'users/courses'])(
    'of %s allow no caching and no cross-origin use',
    async (path) => {
      const { token } = await makeVerifier();
      const response = await fetchApi(path, { token, headers: { origin: 'https://other.example' } });
      const headers = Object.fromEntries(response.headers);
      expect(headers).toMatchObject({
        'content-type': JSON_TYPE,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('the Authorization header', () => {
  const ask = async (authorization: string) => fetchRaw('/api/v1/users/me', { headers: { authorization } });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  '])('accepts the scheme %j', async (scheme) => {
    const { token } = await makeVerifier();
    expect((await ask(`${scheme} ${token}`)).status).toBe(200);
  });

  it('accepts no other value', async () => {
    const { token, cookie } = await makeVerifier();
    const refused = [
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer${token}`,
      `Bearer "${token}"`,
      `Bearer ${token} x`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}=`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer\t${token}`,
      `Bearer ${'x'.repeat(5_000)}`,
      'Bearer null',
      `Bearer ' or 1=1 --`,
    ];
    for (const header of refused) {
      const response = await ask(header);
      expect(response.status, header).toBe(401);
      expect(response.headers.get('www-authenticate'), header).toBe('Bearer');
    }
    expect((await fetchRaw('/api/v1/users/me', { headers: { cookie } })).status).toBe(401);
    const both = await fetchRaw('/api/v1/users/me', { headers: { cookie, authorization: 'Bearer nothing' } });
    expect(both.status).toBe(401);
  });
});

describe('the body', () => {
  const ACCEPTED = 404;

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('may have the content type %s', async (type) => {
    expect((await lookUp('{"uniqueId":"x"}', { 'content-type': type })).status).toBe(ACCEPTED);
  });

  it.each<Record<string, string>>([
    { 'content-type': 'text/plain' },
    { 'content-type': '' },
    { 'content-type': 'application/json-patch+json' },
    { 'content-type': 'application/jsonx' },
    { 'content-type': 'text/json' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
  ])('with %j is 415', async (headers) => {
    expect((await lookUp('{"uniqueId":"x"}', headers)).status).toBe(415);
  });

  it.each([
    ['nothing', ''],
    ['half an object', '{"uniqueId":"x"'],
    ['two objects', '{"uniqueId":"x"}{}'],
    ['a comma too many', '{"uniqueId":"x",}'],
    ['a comment', '{"uniqueId":"x"/* */}'],
    ['single quotes', "{'uniqueId':'x'}"],
    ['NaN', '{"uniqueId":NaN}'],
    ['a raw line break in a string', '{"uniqueId":"a\nb"}'],
    ['an array', '[{"uniqueId":"x"}]'],
    ['a string', '"uniqueId"'],
    ['null', 'null'],
    ['a number', '7'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', new Uint8Array(Buffer.from('{"uniqueId":"x"}', 'utf16le'))],
    ['deep objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['deep arrays', `{"uniqueId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('of %s is 400', async (_name, body) => {
    const answer = await lookUp(body);
    expect(answer).toEqual({
      status: 400,
      body: { success: false, code: expect.any(String), message: expect.any(String) },
    });
  });

  it.each([
    ['a duplicate name', '{"uniqueId":"x","uniqueId":"y"}'],
    ['a duplicate name, once escaped', '{"uniqueId":"x","\\u0075niqueId":"y"}'],
    ['another prototype', '{"__proto__":{"uniqueId":"x"}}'],
    ['an array for a string', '{"uniqueId":["x"]}'],
    ['an object for a string', '{"uniqueId":{"$ne":""}}'],
    ['a number for a string', '{"uniqueId":7}'],
    ['null for a string', '{"uniqueId":null}'],
    ['blanks for a string', '{"uniqueId":"  "}'],
  ])('with %s is 400 and names the field', async (_name, body) => {
    const answer = await lookUp(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ uniqueId: [expect.any(String)] });
    expect('uniqueId' in {}).toBe(false);
  });

  it('may have a byte order mark, the same name in different objects, and unknown fields', async () => {
    expect((await lookUp('\ufeff{"uniqueId":"x"}')).status).toBe(ACCEPTED);
    expect((await lookUp('{"uniqueId":"x","a":{"uniqueId":1},"b":[{"c":1},{"c":"\\"}{,"}]}')).status).toBe(
      ACCEPTED,
    );
    expect((await lookUp('{"uniqueId":"x","__proto__":{"a":1},"constructor":1}')).status).toBe(ACCEPTED);
  });

  it('of more than 1 MB is 413, whatever its Content-Length', async () => {
    const large = JSON.stringify({ uniqueId: 'x', padding: 'x'.repeat(1_048_576) });
    expect((await lookUp(large)).status).toBe(413);
    expect((await lookUp(large, { 'content-length': '10' })).status).toBe(413);
    expect((await lookUp('{"uniqueId":"x"}', { 'content-length': '1048577' })).status).toBe(413);
    const exact = `{"uniqueId":"x","p":"${'x'.repeat(1_048_576 - 24)}"}`;
    expect(exact.length).toBeLessThanOrEqual(1_048_576);
    expect((await lookUp(exact)).status).toBe(ACCEPTED);
  });

  const BAD_TEXTS: [name: string, value: unknown][] = [
    ['an array', ['text']],
    ['an object', { text: 'text' }],
    ['an object with its own toString', { toString: 'x', valueOf: 'x' }],
    ['a number', 7],
    ['a boolean', true],
    ['NUL', 'a\0b'],
    ['CR and LF', 'a\r\nBcc: x@y.example'],
    ['half a surrogate pair', 'a\ud800b'],
    ['a direction override', 'a\u202eb'],
    ['a zero-width space', 'a\u200bb'],
    ['too many characters', 'x'.repeat(50_000)],
    ['blanks', ' \t '],
  ];

  it.each(BAD_TEXTS)('with %s in a text field is 400 and names the field', async (_name, value) => {
    const { token } = await makeIssuer();
    for (const field of ['studentEmail', 'studentName', 'courseName', 'issueDate', 'expiryDate']) {
      if (field === 'expiryDate' && value === ' \t ') continue;
      const response = await fetchApi('certs/issue', { token, json: certificateInput({ [field]: value }) });
      expect([field, response.status]).toEqual([field, 400]);
      expect(Object.keys((await response.json()).errors)).toEqual([field]);
    }
    const person = {
      name: 'Mara',
      email: 'mara@osei.example',
      password: 'blue-heron-over-fen',
      role: 'individual',
    };
    for (const field of ['name', 'email', 'role']) {
      const response = await fetchApi('users/register', { json: { ...person, [field]: value } });
      expect([field, response.status]).toEqual([field, 400]);
      expect(Object.keys((await response.json()).errors)).toEqual([field]);
      resetLimits();
    }
  });
});

describe('an object in place of any field', () => {
  afterAll(leaveWorld);

  // Attempts of quizzes, which the world has not, are looked for first; tests/requests/courses/quizzes.test.ts sends them.
  const calls = jsonCalls.filter(({ path }) => !path.includes('{attemptId}'));

  it.each(calls)('is a 400 of $name, which names the field', async (call) => {
    testEnvironment({ RATE_LIMITS: 'off' });
    const world = await enterInputWorld();
    const { method, operation } = call;
    const { example: described } = operation.requestBody?.content['application/json'] ?? {};
    const example = { ...(described as Record<string, unknown>) };
    if ('uniqueId' in example) example.uniqueId = world.objects.uniqueId;
    const path = pathOf(call, world);
    const { token } = await callerOf(world, call, path, { method, json: {} });
    await enterInputWorld();
    const wrong: unknown[] = [];
    for (const field of Object.keys(example)) {
      const json = { ...example, [field]: { toString: 'x' } };
      const { status, errors } = await ask(path, { method, token, json });
      if (status !== 400 || !errors.some((named) => named.startsWith(field)))
        wrong.push([field, status, errors]);
    }
    expect(wrong).toEqual([]);
  });
});
