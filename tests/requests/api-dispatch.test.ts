import { describe, expect, it } from 'vitest';
import { makeVerifier } from '#tests/support/factories.ts';
import { API_PATHS, fetchApi } from '#tests/support/handler.ts';

/** The parts of a response that must not depend on how the call was dispatched. */
async function responseTo(path: string, method: string, token: string) {
  const answer = await fetchApi(path, { method, token });
  const headers = Object.fromEntries(
    ['content-type', 'cache-control', 'allow', 'location', 'www-authenticate'].map((name) => [
      name,
      answer.headers.get(name),
    ]),
  );
  return { status: answer.status, headers, body: await answer.text() };
}

describe('API calls that bypass the router', () => {
  it.each(API_PATHS)('%s gets the same response as through the router', async (pattern) => {
    const path = pattern.replace(/:(\w+)/g, 'a-$1');
    for (const method of ['GET', 'PATCH']) {
      const { token } = await makeVerifier();
      const routed = await responseTo(`${path}/`, method, token);
      expect(await responseTo(path, method, token)).toEqual(routed);
    }
  });

  it.each(['/api/v1/users/login/', '/api/v1/USERS/login', '/api/v1/users/l%6Fgin'])(
    'leave %s to the router',
    async (path) => {
      expect((await fetchApi(path)).status).toBe(405);
    },
  );

  it.each(['/api/v1', '/api/v1/', '/api/v1/certificates//revocation', '/api/v1/a/b/c'])(
    'do not include %s',
    async (path) => {
      expect((await fetchApi(path)).status).toBe(404);
    },
  );

  it('decode a parameter once', async () => {
    const once = await fetchApi('/api/v1/users/verify/a%2541', { method: 'GET' });
    expect(await once.json()).toMatchObject({ message: 'Verification failed' });
  });
});
