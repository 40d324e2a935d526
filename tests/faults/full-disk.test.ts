import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '#tests/support/server.ts';
import { smallDisk } from '#tests/support/small-disk.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const disk = smallDisk(40);
const { folder } = disk;

const PASSWORD = 'blue-heron-over-fen';

// Mounting a small file system needs root. Without root, tests/unit/full-disk.test.ts covers the same rules.
describe.skipIf(!disk.mounted)('a server on a full disk (needs root to mount one)', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let server: Awaited<ReturnType<typeof startServer>>;
  const start = async () => {
    server = await startServer({ folder, env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' } });
  };
  const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;
  const post = (path: string, body: unknown, token?: string) =>
    fetch(url(`/api/v1/${path}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const me = async (token: string) =>
    (await fetch(url('/api/v1/users/me'), { headers: { authorization: `Bearer ${token}` } })).status;
  const healthy = async () => (await fetch(url('/healthz'))).status;
  const register = (email: string) =>
    post('users/register', { name: 'Zoë Müller', email, password: PASSWORD, role: 'individual' });
  const login = async (email: string): Promise<string> => {
    const answer = (await (await post('users/login', { email, password: PASSWORD })).json()) as {
      token: string;
    };
    return answer.token;
  };
  const sentTo = (address: string) =>
    smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(address)).length;

  beforeAll(async () => {
    smtp = await startSmtp();
    await start();
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
    disk.remove();
  });

  it('keeps running, keeps logouts and sends no mail twice, also after restarts', async () => {
    expect((await register('zoe@people.example')).status).toBe(201);
    const { text } = await smtp.mailTo('zoe@people.example');
    const token = /\/verify\/([\w-]+)/.exec(text ?? '')?.[1];
    expect((await fetch(url(`/api/v1/users/verify/${token}`))).status).toBe(200);
    const [first, second, third] = [
      await login('zoe@people.example'),
      await login('zoe@people.example'),
      await login('zoe@people.example'),
    ];

    // The disk fills up while a message is being delivered.
    smtp.state.delayMs = 1_000;
    expect((await register('ada@people.example')).status).toBe(201);
    await delay(300);
    disk.fill();
    expect(await healthy()).toBe(200);
    await expect.poll(() => sentTo('ada@people.example'), { timeout: 5_000 }).toBe(1);

    // Requests that need space are refused. A logout is stored in the space of the reserve.
    await expect
      .poll(async () => (await register(`x${Math.random()}@people.example`)).status, { timeout: 10_000 })
      .toBe(507);
    expect((await post('users/logout', {}, first)).status).toBe(200);
    expect([await me(first), await me(second)]).toEqual([401, 200]);

    // Another file takes the space of the reserve too. A logout still takes effect, and 507 says that it is not stored.
    disk.fill();
    const answer = await post('users/logout', {}, second);
    expect([200, 507]).toContain(answer.status);
    expect([await me(second), await me(third)]).toEqual([401, 200]);

    // Restart twice on the full disk, once after kill -9.
    server.kill('SIGKILL');
    await server.exited;
    await start();
    expect([await healthy(), await me(first), await me(third)]).toEqual([200, 401, 200]);
    expect((await register('eve@people.example')).status).toBe(507);
    await delay(6_000);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await start();
    expect([await healthy(), await me(third)]).toEqual([200, 200]);

    disk.free();
    await expect
      .poll(async () => (await register('eve@people.example')).status, { timeout: 15_000, interval: 500 })
      .toBe(201);
    smtp.state.delayMs = 0;
    await smtp.mailTo('eve@people.example');
    const sent = smtp.mails.map(({ envelopeTo }) => String(envelopeTo[0]));
    expect(sent.filter((address, index) => sent.indexOf(address) !== index)).toEqual([]);
    expect(server.output.join('\n')).not.toContain('uncaughtException');
  });
});
