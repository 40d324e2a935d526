import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createSuperAdmin } from '#app/accounts/create-super-admin.server.ts';
import { isBreached } from '#app/accounts/passwords.server.ts';
import { makeVerifier, PASSWORD } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const BREACHED = 'a lighthouse of the north';
const folder = mkdtempSync(join(tmpdir(), 'certrace-breached-'));
const file = join(folder, 'pwned.txt');
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** A file as of Pwned Passwords: hashes in ascending order, each with its count, lines of different lengths. */
const fileOf = (passwords: string[], lineBreak = '\r\n') =>
  passwords
    .map(sha1)
    .toSorted()
    .map((hash, n) => `${hash}:${10 ** (n % 9)}${lineBreak}`)
    .join('');

beforeEach(() => {
  writeFileSync(file, fileOf([...Array.from({ length: 999 }, (_, n) => `password ${n}`), BREACHED]));
  testEnvironment({ BREACHED_PASSWORDS_FILE: file });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const message =
  'This password was stolen from another site, and is known to attackers. Please choose another.';

it.each([1, 2, 3, 10, 257])('finds every password in a file of %i, and no other', async (count) => {
  const passwords = Array.from({ length: count }, (_, n) => `stolen ${n}`);
  for (const text of [fileOf(passwords), fileOf(passwords, '\n'), fileOf(passwords, '\n').trimEnd()]) {
    writeFileSync(file, text);
    for (const password of passwords)
      expect([password, await isBreached(password)]).toEqual([password, true]);
    for (let n = 0; n < 50; n += 1) expect(await isBreached(`other ${n}`)).toBe(false);
  }
});

it('is refused for a new account, a change, a reset, and a super admin', async () => {
  const refusal = { success: false, code: 'invalid', message };
  const input = { name: 'Zoë', email: 'zoe@people.example', role: 'individual' };
  const register = (password: string) => fetchApi('users/register', { json: { ...input, password } });
  expect(await (await register(BREACHED)).json()).toMatchObject({
    ...refusal,
    errors: { password: [message] },
  });
  expect((await register('a lighthouse of the south')).status).toBe(201);

  const { token, email } = await makeVerifier();
  const change = (newPassword: string) =>
    fetchApi('users/me/password', { method: 'PUT', token, json: { currentPassword: PASSWORD, newPassword } });
  expect(await (await change(BREACHED)).json()).toMatchObject({
    ...refusal,
    errors: { newPassword: [message] },
  });

  await fetchApi('users/forgot-password', { json: { email } });
  const link = /\/reset-password\/[\w-]+/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '';
  const reset = await fetchPage(link, { form: { newPassword: BREACHED } });
  expect([reset.status, await reset.text()]).toEqual([
    400,
    expect.stringContaining('was stolen from another site'),
  ]);
  // The link still works.
  expect((await fetchPage(link, { form: { newPassword: 'a lighthouse of the south' } })).status).not.toBe(
    400,
  );

  const passwords = { password1: 'lantern-orchard-71', password2: BREACHED };
  await expect(createSuperAdmin({ id: 'registrar', ...passwords }, { reset: false })).rejects.toMatchObject({
    fields: { password2: [message] },
  });
});

it('a start refuses a file that is missing or has no hashes', () => {
  for (const text of ['', 'password\n123456\n', `${sha1('x').toLowerCase()}:1\n`]) {
    writeFileSync(file, text);
    expect(() => testEnvironment({ BREACHED_PASSWORDS_FILE: file })).toThrow(/^BREACHED_PASSWORDS_FILE: /);
  }
  expect(() => testEnvironment({ BREACHED_PASSWORDS_FILE: join(folder, 'none') })).toThrow(
    'there is no file',
  );
});
