import { expect, it, vi } from 'vitest';
import { log } from '#app/shared/log.server.ts';
import {
  mailedToken,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const NEW = 'a wholly new password';
const TYPED = 'not-the-right-one';

it('has one line for each security event, with account and address and without secrets', async () => {
  const info = vi.spyOn(log, 'info');
  const { id, email, cookie } = await makeVerifier();
  const login = async (password: string) => {
    const answer = await fetchApi('users/login', { json: { email, password } });
    return (await answer.json()).token as string;
  };
  info.mockClear();

  await login(TYPED);
  const bearer = await login(PASSWORD);
  await fetchApi('users/logout', { token: bearer, json: {} });
  await fetchApi('users/forgot-password', { json: { email } });
  const token = mailedToken(email, 'reset-password');
  await fetchApi(`users/reset-password/${token}`, { json: { newPassword: NEW } });
  for (let n = 0; n < 5; n += 1) await login(TYPED);

  const lines = info.mock.calls.map(([line]) => line as unknown as Record<string, unknown>);
  const events = lines.filter(({ security }) => security !== undefined);
  expect(events.map(({ security }) => security)).toEqual([
    'login failed',
    'login',
    'logout',
    'password reset',
    ...Array(4).fill('login failed'),
    'login locked',
  ]);
  for (const event of events) expect(event).toMatchObject({ userId: id, address: expect.any(String) });
  const text = JSON.stringify(info.mock.calls);
  for (const secret of [PASSWORD, TYPED, NEW, token, bearer, cookie, email])
    expect(text).not.toContain(secret);
});

it('names the super admin and the issuer of a decision', async () => {
  const issuer = await makePendingIssuer();
  const root = await makeSuperAdmin();
  const info = vi.spyOn(log, 'info');
  await fetchPage('/admin/update', {
    form: { issuerId: issuer.id, decision: 'approve' },
    cookie: root.cookie,
  });
  expect(info.mock.calls.map(([line]) => line)).toContainEqual(
    expect.objectContaining({ security: 'issuer approved', userId: root.id, subjectId: issuer.id }),
  );
});
