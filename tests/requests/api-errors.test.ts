import { describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { ERROR_CODES } from '#app/shared/error-codes.ts';
import { makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const PROBLEM = 'application/problem+json';
const asProblem = { accept: PROBLEM };

/** Errors of a call, of the router and of the edge, each with its code. */
const ERRORS: [name: string, status: number, code: string, ask: (accept: string) => Promise<Response>][] = [
  [
    'a call without a token',
    401,
    'unauthenticated',
    (accept) => fetchApi('users/me', { headers: { accept } }),
  ],
  [
    'a call for another role',
    403,
    'forbidden',
    async (accept) => {
      const { token } = await makeVerifier();
      return fetchApi('certificates/my-issued', { token, headers: { accept } });
    },
  ],
  [
    'a token without the scope',
    403,
    'scope_missing',
    async (accept) => {
      const { token } = await makeIssuer();
      const made = await fetchApi('tokens', { token, json: { name: 'Campus', scopes: ['payments:read'] } });
      const { secret } = (await made.json()).token;
      return fetchApi('certificates/my-issued', { token: secret, headers: { accept } });
    },
  ],
  [
    'a wrong field',
    400,
    'invalid',
    (accept) => fetchApi('users/register', { json: { name: 7 }, headers: { accept } }),
  ],
  ['an unknown path', 404, 'not_found', (accept) => fetchApi('nothing', { headers: { accept } })],
  [
    'another method',
    405,
    'method_not_allowed',
    (accept) => fetchApi('users/me', { method: 'PUT', headers: { accept } }),
  ],
  [
    'a body of another type',
    415,
    'unsupported_media',
    (accept) => fetchApi('users/login', { method: 'POST', body: 'a', headers: { accept } }),
  ],
  [
    'a body that is too large',
    413,
    'too_large',
    (accept) =>
      fetchApi('users/login', {
        method: 'POST',
        body: 'a',
        headers: { accept, 'content-length': '99999999' },
      }),
  ],
  [
    'a method that the server does not know',
    501,
    'not_implemented',
    (accept) => fetchApi('users/me', { method: 'PROPFIND', headers: { accept } }),
  ],
];

describe.each(ERRORS)('%s', (_name, status, code, ask) => {
  it(`is ${status} with the code ${code}`, async () => {
    const answer = await ask('application/json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toMatchObject({ success: false, message: expect.any(String), code });
  });

  it('is a problem for a client that asks for one', async () => {
    const [plain, problem] = [
      await (await ask('*/*')).json(),
      await ask(`${PROBLEM}, application/json;q=0.5`),
    ];
    expect([problem.status, problem.headers.get('content-type')]).toEqual([status, PROBLEM]);
    const { success: _, message, code: __, ...more } = plain;
    expect(await problem.json()).toEqual({
      type: `${env().APP_URL}/api/docs#error-${code}`,
      title: ERROR_CODES[code as keyof typeof ERROR_CODES],
      status,
      detail: message,
      code,
      ...more,
    });
  });
});

it('prefers plain JSON to a problem where the client does', async () => {
  const accept = `application/json, ${PROBLEM};q=0.5`;
  const answer = await fetchApi('users/me', { headers: { accept } });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const never = await fetchApi('users/me', { headers: { accept: `${PROBLEM};q=0` } });
  expect(never.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

it('keeps the headers of an error in a problem', async () => {
  testEnvironment({ REQUEST_LIMIT: '10' });
  let answer = new Response();
  for (let calls = 0; calls < 12; calls += 1) answer = await fetchApi('users/me', { headers: asProblem });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([429, PROBLEM]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ code: 'rate_limited' });
});

it('explains every code at the address that problems name', async () => {
  const html = await (await fetchPage('/api/docs')).text();
  for (const code of Object.keys(ERROR_CODES)) expect(html).toContain(` id="error-${code}"`);
});

it('does not blame another site for a call that a token may not make', async () => {
  const { token } = await makeIssuer();
  const made = await fetchApi('tokens', { token, json: { name: 'Reader', scopes: ['courses:read'] } });
  const { secret } = (await made.json()).token;
  const answer = await fetchApi('users/me.data', { token: secret });
  expect([answer.status, (await answer.json()).message]).toEqual([403, 'You are not allowed to do this.']);
});
