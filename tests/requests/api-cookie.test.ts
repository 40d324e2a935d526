import { expect, it } from 'vitest';
import { makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

it.each(['/api/v1/users/me', '/API/v1/users/me', '/%61pi/v1/users/me', '/Api/V1/Users/Me'])(
  'ignores session cookies at %s',
  async (path) => {
    const { cookie } = await makeVerifier();
    expect((await fetchPage(path, { cookie })).status).toBe(401);
  },
);
