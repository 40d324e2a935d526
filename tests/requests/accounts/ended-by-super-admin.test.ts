import { expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import {
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const LIMITS = { name: 'Campus', scopes: ['certificates:read'] };

it('a super admin ends the sessions and tokens of one account, which can log in again', async () => {
  const [office, issuer, other] = [await makeSuperAdmin(), await makeIssuer(), await makeVerifier()];
  const made = await fetchApi('tokens', { token: issuer.token, json: LIMITS });
  const { secret } = ((await made.json()) as { token: { secret: string } }).token;
  const list = await (await fetchPage(`/admin/update?q=${issuer.username}`, office)).text();
  const path = `/superadmin/accounts/${issuer.id}/sessions?q=${issuer.username}`;
  expect(list).toContain(path);
  expect(await (await fetchPage('/superadmin/accounts', office)).text()).toContain(
    `/superadmin/accounts/${other.id}/sessions`,
  );
  expect(await (await fetchPage(path, office)).text()).toContain('Every session and API token ends');
  const done = await fetchPage(path, { cookie: office.cookie, form: {} });
  expect([done.status, done.headers.get('location')]).toEqual([302, `/admin/update?q=${issuer.username}`]);
  for (const token of [issuer.token, secret])
    expect((await fetchApi('certificates/my-issued', { token })).status).toBe(401);
  expect((await fetchPage('/settings', issuer)).status).toBe(302);
  for (const { token } of [office, other]) expect((await fetchApi('users/me', { token })).status).toBe(200);
  expect(
    sqlite()
      .prepare(
        "select actor_id, organisation_id, object_id, after from audit_rows where act = 'session.ended'",
      )
      .all(),
  ).toEqual([
    {
      actor_id: office.id,
      organisation_id: issuer.id,
      object_id: issuer.id,
      after: expect.stringMatching(/^\{"count":\d+\}$/),
    },
  ]);
  const login = { username: issuer.username, password: PASSWORD };
  expect((await fetchApi('admin/login', { json: login })).status).toBe(200);
});

it('needs a super admin whose proof is recent, and spares its own account', async () => {
  const forward = stopClock();
  const [office, person] = [await makeSuperAdmin(), await makeVerifier()];
  const end = (id: string, json: object = {}, { token } = office) =>
    fetchApi(`accounts/${id}/sessions`, { token, json, method: 'DELETE' });
  expect((await end(person.id, {}, await makeIssuer())).status).toBe(403);
  expect((await end('none')).status).toBe(404);
  expect((await end(office.id)).status).toBe(409);
  forward(10 * 60_000);
  const asked = await end(person.id);
  expect([asked.status, (await asked.json()).code]).toEqual([403, 'password_required']);
  const onPage = await fetchPage(`/superadmin/accounts/${person.id}/sessions`, {
    cookie: office.cookie,
    form: {},
  });
  expect(onPage.headers.get('location')).toMatch(/^\/settings\/proof\?redirectTo=/);
  expect((await fetchApi('users/me', { token: person.token })).status).toBe(200);
  expect((await end(person.id, { password: SUPER_ADMIN_PASSWORDS[0] })).status).toBe(200);
  expect((await fetchApi('users/me', { token: person.token })).status).toBe(401);
});
