import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { login as logIn } from '#app/accounts/login.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { authenticatorApps } from '#db/schema/second-factor.ts';
import { mailedToken, makeVerifier, PASSWORD } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const NEW = 'a wholly new password';
const DEAD = 'This reset link is no longer valid. Please request a new one.';

const forgot = (email: string) => fetchApi('users/forgot-password', { json: { email } });
const reset = (token: string, newPassword = NEW) =>
  fetchApi(`users/reset-password/${token}`, { json: { newPassword } });
const login = (email: string, password: string) => fetchApi('users/login', { json: { email, password } });

it('sets a new password once, ends every session and tells the owner', async () => {
  const { email, token: bearer, cookie } = await makeVerifier();
  expect(await (await forgot(email)).json()).toEqual({
    success: true,
    message: 'Reset link sent successfully!',
  });
  const token = mailedToken(email, 'reset-password');
  const made = await fetchApi('tokens', { token: bearer, json: { name: 'x', scopes: ['payments:read'] } });
  const { secret } = ((await made.json()) as { token: { secret: string } }).token;
  const answer = await reset(token);
  // A program goes on.
  expect((await fetchApi('payments', { token: secret })).status).toBe(200);
  expect(await answer.json()).toEqual({ success: true, message: 'Password reset successful!' });
  expect((await login(email, PASSWORD)).status).toBe(401);
  expect((await login(email, NEW)).status).toBe(200);
  expect((await fetchApi('users/me', { token: bearer })).status).toBe(401);
  expect((await fetchPage('/dashboard', { cookie })).headers.get('location')).toContain('redirectTo');
  expect(subjectsTo(email)).toContain('Your password was changed');
});

it.each([[false], [true]])('ends a login that was being checked (second factor: %s)', async (hasApp) => {
  const { id: userId, email } = await makeVerifier();
  if (hasApp)
    db().insert(authenticatorApps).values({ userId, sealedSecret: 'x', lastStep: 0, createdAt: 0 }).run();
  const client = { address: '127.0.0.1', userAgent: null };
  const checking = logIn({ email, password: PASSWORD }, client, 'browser');
  db().update(users).set({ passwordHash: 'of the new password' }).where(eq(users.id, userId)).run();
  await expect(checking).rejects.toThrowError('Login failed.');
});

it('accepts one of twenty parallel uses of a link', async () => {
  const { email } = await makeVerifier();
  await forgot(email);
  const token = mailedToken(email, 'reset-password');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => reset(token, `new password number ${n}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
});

it('rejects used, expired, superseded and invented links with the same message', async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  const { email } = await makeVerifier();
  await forgot(email);
  const superseded = mailedToken(email, 'reset-password');
  await forgot(email);
  const used = mailedToken(email, 'reset-password');
  expect((await reset(used)).status).toBe(200);
  await forgot(email);
  const over = mailedToken(email, 'reset-password');
  const at = Date.now();
  setClock(() => at + 3_600_001);
  for (const token of [superseded, used, over, 'x'.repeat(43), 'short', '%00', '..%2f']) {
    const answer = await reset(token);
    expect([token, answer.status]).toEqual([token, 400]);
    if (token !== '%00') expect((await answer.json()).message).toBe(DEAD);
  }
});

it.each([
  ['short', 'New password must have at least 8 characters.'],
  ['password123', 'New password is one of the most common passwords. Please choose another.'],
  ['x'.repeat(129), 'New password must have at most 128 characters.'],
])('rejects the new password %s and keeps the link valid', async (newPassword, message) => {
  const { email } = await makeVerifier();
  await forgot(email);
  const token = mailedToken(email, 'reset-password');
  const refused = await fetchPage(`/reset-password/${token}`, { form: { newPassword } });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(message);
  const done = await fetchPage(`/reset-password/${token}`, { form: { newPassword: NEW } });
  const page = await done.text();
  expect(page).toContain('Password reset successful!');
  expect(page).toContain('content="2;url=/"');
});

it('says that a link is invalid before a password is entered', async () => {
  const { email } = await makeVerifier();
  await forgot(email);
  const path = `/reset-password/${mailedToken(email, 'reset-password')}`;
  const alerts = async (...call: Parameters<typeof fetchPage>) =>
    (await (await fetchPage(...call)).text()).match(/role="alert">.*?<\/div>/g) ?? [];
  expect(await alerts(path)).toEqual([]);
  expect(await alerts(path, { form: { newPassword: NEW } })).toEqual([]);
  for (const dead of [path, '/reset-password/none'])
    expect(await alerts(dead)).toEqual([expect.stringContaining(DEAD)]);
  expect(await alerts(path, { form: { newPassword: NEW } })).toContainEqual(expect.stringContaining(DEAD));
});

it('responds the same for known and unknown addresses, and clears the field', async () => {
  const { email } = await makeVerifier();
  const pages = [];
  for (const address of [email, 'nobody@example.org']) {
    const answer = await fetchPage('/forgot-password', { form: { email: address } });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('Reset link sent successfully!');
    expect(page).not.toContain(address);
    pages.push(page.replaceAll(/nonce="[^"]*"/g, ''));
  }
  expect(pages[1]).toBe(pages[0]);
  expect(subjectsTo('nobody@example.org')).toEqual([]);
});

it('mails an address at most five links an hour, with the same response to further requests', async () => {
  const { email } = await makeVerifier({ email: 'often@example.org' });
  const ask = (address: string) =>
    fetchPage('/forgot-password', { form: { email: 'Often@EXAMPLE.org' }, address });
  for (let n = 1; n <= 7; n += 1) {
    const answer = await ask(`198.51.100.${n}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Reset link sent successfully!');
  }
  expect(subjectsTo(email).filter((subject) => subject === 'Set a new password')).toHaveLength(5);
  // The last mailed link still works.
  expect((await reset(mailedToken(email, 'reset-password'))).status).toBe(200);
});

it('limits a client address to a hundred requests an hour', async () => {
  const ask = (n: number) => fetchPage('/forgot-password', { form: { email: `person${n}@example.org` } });
  for (let n = 1; n <= 100; n += 1) expect((await ask(n)).status).toBe(200);
  const refused = await ask(101);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.text()).toContain('Error sending reset link.');
});

it('mails an unverified address at most five further verification links an hour', async () => {
  const { email } = await makeVerifier({ verified: false });
  for (let n = 1; n <= 7; n += 1) {
    const answer = await fetchPage('/resend-verification', { form: { email }, address: `198.51.100.${n}` });
    expect(answer.status).toBe(200);
  }
  expect(subjectsTo(email)).toHaveLength(1 + 5);
});

it('ignores forwarded hosts in mailed links', async () => {
  const { email } = await makeVerifier();
  await fetchApi('users/forgot-password', {
    json: { email },
    headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  });
  const mail = mailsTo(email).at(-1);
  expect(mail?.text).toContain('http://localhost:3000/reset-password/');
  expect(mail?.text).not.toContain('evil.example');
});
