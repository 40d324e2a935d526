import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { fetchApi } from '#tests/support/handler.ts';
import { API_PATHS, routeTable } from '#tests/support/site-routes.ts';

const { entry } = await import(
  /* @vite-ignore */ new URL('../../build/server/index.js', import.meta.url).pathname
);
const callAt = entry.module.callAt as (path: string) => { params: Record<string, string> } | undefined;

describe('a call of the API, found without the router', () => {
  it.each(API_PATHS)('%s is the one that the router finds', (pattern) => {
    const path = pattern.replace(/:(\w+)/g, 'a-$1');
    const match = matchRoutes(routeTable, path)?.at(-1);
    expect(match?.route.handle).toMatchObject({ pattern });
    expect(callAt(path)?.params).toEqual(match?.params);
  });

  it.each(['/api/v1/users/login/', '/api/v1/USERS/login', '/api/v1/users/l%6Fgin'])(
    '%s is left to the router, and answered all the same',
    async (path) => {
      expect(callAt(path)).toBeUndefined();
      expect((await fetchApi(path)).status).toBe(405);
    },
  );

  it('is none where nothing is called so', () => {
    for (const path of ['/api/v1', '/api/v1/', '/api/v1/certificates//revocation', '/api/v1/a/b/c', '/']) {
      expect(callAt(path)).toBeUndefined();
    }
  });
});
