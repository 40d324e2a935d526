import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fifthFailure } from '#app/accounts/lockout.server.ts';
import { openClassSite } from '#tests/support/class-site.ts';
import { hasNginx } from '#tests/support/nginx.ts';

const VICTIM = 'victim@class.example';
const CLASSMATE = 'classmate@class.example';

const times = (count: number) => Array.from({ length: count }, (_, n) => n);

describe.each([
  ['without a proxy', false],
  ['behind the nginx of deploy/', true],
])('%s', (_, proxied) => {
  const isRun = !proxied || hasNginx;
  let site: Awaited<ReturnType<typeof openClassSite>>;

  beforeAll(async () => {
    if (isRun) site = await openClassSite(proxied, [VICTIM, CLASSMATE]);
  });

  afterAll(async () => {
    if (isRun) await site.stop();
  });

  /** How many of these logins had their password checked. */
  async function checked(logins: Promise<{ status: number; text: string }>[]) {
    const answers = await Promise.all(logins);
    return answers.filter(({ status, text }) => status === 401 || text.includes(fifthFailure())).length;
  }

  it.runIf(isRun)('of 200 passwords for one account from 50 addresses, at most 110 are checked', async () => {
    const guess = (n: number) => site.logIn(VICTIM, `guess ${n}`, `127.0.1.${1 + (n % 50)}`);
    const count = await checked(times(200).map(guess));
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(110);
  });

  // The time does not depend on a proxy.
  it.skipIf(proxied)(
    'of 300 passwords for 300 accounts from one address in a minute, at most 90 are checked',
    async () => {
      const guess = async (n: number) => {
        await delay(n * 150);
        return site.logIn(`account${n}@class.example`, 'guess', '127.0.2.1');
      };
      const count = await checked(times(300).map(guess));
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(90);
      expect((await site.logIn(CLASSMATE)).status).toBe(200);
    },
  );
});
