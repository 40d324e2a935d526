import { readFileSync } from 'node:fs';
import { hash } from 'argon2';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { mailedToken, makeVerifier } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';

const samples: { set: string; typed: string }[] = JSON.parse(
  readFileSync('tests/inputs/passwords.json', 'utf8'),
);

const login = async (email: string, password: string) =>
  (await fetchApi('users/login', { json: { email, password } })).status;

async function setPassword(email: string, newPassword: string) {
  await fetchApi('users/forgot-password', { json: { email } });
  const path = `users/reset-password/${mailedToken(email, 'reset-password')}`;
  return (await fetchApi(path, { json: { newPassword } })).status;
}

it.each<readonly [string, string]>([
  ...samples.map(({ set, typed }) => [set, typed] as const),
  ['Zwo\u0308lf-Bienen-1', 'Zw\u00f6lf-Bienen-1'],
  // Option and space on a Mac, and the space of a Japanese keyboard.
  ['nine blue bees', 'nine\u00a0blue\u3000bees'],
  // Marks in another order, and Hangul by letters.
  ['q\u0323\u0307-seven-bees', 'q\u0307\u0323-seven-bees'],
  ['\ud55c\uad6d\uc5b4-bees', '\ud55c\uad6d\uc5b4-bees'.normalize('NFD')],
])('the password %j is %j', async (set, typed) => {
  const { email } = await makeVerifier();
  expect(await setPassword(email, set)).toBe(200);
  expect(await login(email, typed)).toBe(200);
});

it.each([
  ['Zwolf-Bienen-1', 'Zw\u00f6lf-Bienen-1'],
  ['zw\u00f6lf-bienen-1', 'Zw\u00f6lf-Bienen-1'],
  ['\ufb01ve-blue-bees', 'five-blue-bees'],
])('the password %j is not %j', async (set, typed) => {
  const { email } = await makeVerifier();
  await setPassword(email, set);
  expect(await login(email, typed)).toBe(401);
});

it('a password that was hashed as it was typed keeps working, in either normal form', async () => {
  for (const old of ['Zw\u00f6lf\u00a0Bienen', 'Zwo\u0308lf-Bienen-1', '\ufb01ve-bees\t1']) {
    const { id, email } = await makeVerifier();
    const passwordHash = await hash(old, { memoryCost: 1_024, timeCost: 2, parallelism: 1 });
    db().update(users).set({ passwordHash }).where(eq(users.id, id)).run();
    for (const typed of [old, old.normalize('NFC'), old.normalize('NFD')])
      expect([old, typed, await login(email, typed)]).toEqual([old, typed, 200]);
  }
});

it('counts a password by the characters that are hashed', async () => {
  const { email } = await makeVerifier();
  expect(await setPassword(email, 'u\u0308'.repeat(5))).toBe(400);
  expect(await setPassword(email, `${'o\u0308'.repeat(127)}x`)).toBe(200);
});
