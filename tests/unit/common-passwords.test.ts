import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newPassword } from '#app/accounts/account.schema.server.ts';
import { isCommonPassword } from '#app/accounts/passwords.server.ts';

const listed = readFileSync('app/accounts/common-passwords.txt', 'utf8').trim().split(/\s+/);

it('the list has the most common breached passwords of sufficient length', () => {
  expect(new Set(listed).size).toBe(17_948);
  expect(listed.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
});

it('a new password must not be on the list, in upper or lower case', () => {
  const schema = newPassword();
  for (const password of [
    ...listed,
    'Password1',
    'WELCOME1',
    '88888888',
    'Summer2026',
    'maverick',
    'scorpion',
  ]) {
    expect([password, schema.safeParse(password).success]).toEqual([password, false]);
  }
});

it('a new password may contain one from the list', () => {
  for (const password of [
    'blue-heron-over-fen',
    'password of the lighthouse',
    'password 12345678',
    'maverick-and-goose',
  ]) {
    expect(isCommonPassword(password)).toBe(false);
  }
});

it('the list is not sent to browsers', () => {
  const assets = fileURLToPath(new URL('../../build/client/assets', import.meta.url));
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const file of scripts) expect(readFileSync(`${assets}/${file}`, 'utf8')).not.toContain('qazwsxedc');
});
