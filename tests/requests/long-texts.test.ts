import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetLimits } from '#app/accounts/rate-limits.server.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

/** Normalising this text sorts its marks, which blocks the event loop for more than a second. */
const MARKS = `a${'\u0301'.repeat(14_000)}${'\u0327'.repeat(14_000)}`;

let normalized: number[];
beforeEach(() => {
  resetLimits();
  normalized = [];
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    normalized.push(this.length);
    return this === MARKS ? MARKS : normalize.call(this, form);
  });
});
afterEach(() => void vi.restoreAllMocks());

it.each(['users/login', 'users/register', 'users/forgot-password', 'admin/login'])(
  'rejects a long text at %s without normalising it',
  async (path) => {
    const rest = { email: 'a@b.example', name: 'x', username: 'x', password: 'x', role: 'admin' };
    for (const name of ['email', 'name', 'username', 'password']) {
      const { status } = await fetchApi(path, { json: { ...rest, [name]: MARKS } });
      expect([name, status < 500, Math.max(0, ...normalized) < MARKS.length]).toEqual([name, true, true]);
    }
  },
);

it.each(['/', '/register', '/forgot-password', '/admin-login/admincredentials', '/contact'])(
  'rejects a long text in the form at %s without normalising it',
  async (path) => {
    for (const name of ['email', 'name', 'username', 'message']) {
      const rest = { name: 'x', email: 'a@b.example', subject: 'x', password: 'x' };
      const answer = await fetchPage(path, { form: { ...rest, [name]: MARKS } });
      await answer.text();
      expect([name, answer.status < 500, Math.max(0, ...normalized) < MARKS.length]).toEqual([
        name,
        true,
        true,
      ]);
    }
  },
);
