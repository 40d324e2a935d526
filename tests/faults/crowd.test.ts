import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fifthFailure } from '#app/accounts/lockout.server.ts';
import { setCompletion } from '#app/courses/completion/completion-settings.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse, makeQuiz } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, PASSWORD } from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';
import { hasNginx, startNginx } from '#tests/support/nginx.ts';
import { startServer } from '#tests/support/server.ts';
import { linkIn, startSmtp } from '#tests/support/smtp.ts';

// A class behind one address, and people who guess passwords, on a server with the default limits.

const CLASS = 40;
const STUDENT = 'student@class.example';

const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const everybody = times(CLASS).map((n) => `person${n}@class.example`);

type Options = { token?: string; json?: unknown; body?: string; type?: string; from?: string };

/** A site behind an address: the server's own, or that of the proxy in front of it. */
async function openSite(proxied: boolean) {
  const site = killedSite('crowd');
  const smtp = await startSmtp();
  site.openNewDatabase();
  const issuer = await makeIssuer();
  const { id: courseId } = await makeCourse(issuer, { title: 'Clocks' });
  const quizId = makeQuiz(issuer, addModule(issuer.actor, courseId, { title: 'First' }).id).id;
  setCompletion(issuer.actor, courseId, { rule: 'lessons', inOrder: false, certificate: 'at-once' });
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: STUDENT });
  sqlite().close();
  const server = await startServer({
    folder: site.folder,
    env: { SMTP_URL: smtp.url, ...(proxied && { TRUST_PROXY: '1' }) },
  });
  const nginx = proxied ? await startNginx(server.port, join(site.folder, 'nginx')) : undefined;
  return {
    issuer,
    courseId,
    quizId,
    uniqueId,
    smtp,
    port: nginx?.port ?? server.port,
    origin: server.url,
    async stop() {
      await nginx?.stop();
      await server.stop();
      await smtp.stop();
      rmSync(site.folder, { recursive: true, force: true });
    },
  };
}

describe.each([
  ['without a proxy', false],
  ['behind the nginx of deploy/', true],
])('%s', (_, proxied) => {
  const isRun = !proxied || hasNginx;
  let site: Awaited<ReturnType<typeof openSite>>;
  let sockets: Socket[] = [];
  const tokens = new Map<string, string>();
  const certificates = new Map<string, string>();

  beforeAll(async () => {
    if (isRun) site = await openSite(proxied);
  });

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });

  afterAll(async () => {
    if (isRun) await site.stop();
  });

  /** Asks from an address of this machine, and returns the status and the body. */
  function ask(method: string, path: string, { token, json, from = '127.0.0.1', ...posted }: Options = {}) {
    const body = json === undefined ? posted.body : JSON.stringify(json);
    const headers = {
      Host: new URL(site.origin).host,
      'Sec-Fetch-Site': 'same-origin',
      ...(method !== 'GET' && { Origin: site.origin }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        'Content-Type': posted.type ?? 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    };
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: site.port, localAddress: from, method, path, headers };
      const call = request(options, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('latin1') });
      });
      call.on('error', reject).end(body);
    });
  }

  function postFile(content: string) {
    const head =
      'Content-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json';
    const body = `--part\r\n${head}\r\n\r\n${content}\r\n--part--\r\n`;
    return ask('POST', '/api/v1/authenticate', { body, type: 'multipart/form-data; boundary=part' });
  }

  const call = (method: string, path: string, options?: Options) => ask(method, `/api/v1/${path}`, options);
  const logIn = (email: string, password = PASSWORD, from?: string) =>
    call('POST', 'users/login', { json: { email, password }, ...(from && { from }) });
  /** What all of them do at once, and what they got. */
  const all = async <Who>(who: readonly Who[], act: (one: Who) => Promise<{ status: number }>) => [
    ...new Set(await Promise.all(who.map(async (one) => (await act(one)).status))),
  ];

  async function confirm(email: string) {
    const mailed = () => site.smtp.mails.find(({ envelopeTo }) => envelopeTo.includes(email));
    await expect.poll(mailed, { timeout: 60_000 }).toBeDefined();
    return call('GET', `users/verify/${new URL(linkIn(mailed()?.text)).pathname.split('/').at(-1)}`);
  }

  async function logInAndKeep(email: string) {
    const { status, text } = await logIn(email);
    if (status === 200) tokens.set(email, JSON.parse(text).token);
    return { status };
  }

  const withToken = (email: string) => ({ token: tokens.get(email) ?? '' });

  /** Takes the quiz and confirms the completion, step by step. */
  async function complete(email: string) {
    const own = withToken(email);
    const attempts = `courses/${site.courseId}/lessons/${site.quizId}/attempts`;
    const begun = await call('POST', attempts, { ...own, json: {} });
    if (begun.status >= 400) return begun;
    const { _id, questions } = JSON.parse(begun.text).attempt;
    const answers = { [questions[0]._id]: true };
    const ended = await call('POST', `${attempts}/${_id}/submission`, { ...own, json: { answers } });
    if (ended.status >= 400) return ended;
    const confirmed = await call('POST', `courses/${site.courseId}/completion`, {
      ...own,
      json: { name: 'Ada Lovelace' },
    });
    if (confirmed.status < 400)
      certificates.set(email, JSON.parse(confirmed.text).completion.certificate.uniqueId);
    return confirmed;
  }

  it.runIf(isRun)(
    'a class registers, confirms, logs in, learns, and opens its certificates',
    async () => {
      const register = (email: string) =>
        call('POST', 'users/register', {
          json: { name: 'Ada Lovelace', email, password: PASSWORD, role: 'individual' },
        });
      expect(await all(everybody, register)).toEqual([201]);
      expect(await all(everybody, confirm)).toEqual([200]);
      const mistaken = everybody.slice(0, 6);
      for (const _ of [1, 2]) expect(await all(mistaken, (email) => logIn(email, 'mistyped'))).toEqual([401]);
      expect(await all(everybody, logInAndKeep)).toEqual([200]);
      const enrolment = (email: string) =>
        call('POST', `courses/${site.courseId}/enrolment`, { ...withToken(email), json: {} });
      expect((await all(everybody, enrolment)).every((status) => status < 300)).toBe(true);
      expect(await all(everybody, complete)).toEqual([200]);
      const files = everybody.flatMap((email) =>
        ['png', 'pdf'].map((format) => ({
          email,
          path: `/certificates/${certificates.get(email)}.${format}`,
        })),
      );
      expect(await all(files, ({ email, path }) => ask('GET', path, withToken(email)))).toEqual([200]);
    },
    300_000,
  );

  async function exportOften(count: number) {
    const statuses = new Set<number>();
    for (let n = 0; n < count; n += 1)
      statuses.add((await ask('GET', '/admin/issued-certificates.csv', site.issuer)).status);
    return statuses;
  }

  /** What visitors and the rest of the class do, while one of them floods. */
  async function askAsOthers() {
    const scan = () => ask('GET', `/verify?id=${site.uniqueId}`);
    expect((await all(times(60), scan)).every((status) => status < 400)).toBe(true);
    const check = async (n: number) => {
      await delay(n * 250);
      return postFile('{}');
    };
    expect(await all(times(40), check)).toEqual([200]);
    const reset = (n: number) =>
      call('POST', 'users/forgot-password', { json: { email: everybody[n + 10] ?? '' } });
    expect(await all(times(12), reset)).toEqual([200]);
    const link = (n: number) =>
      ask('POST', '/my-certificates', {
        type: 'application/x-www-form-urlencoded',
        body: `intent=request&email=holder${n}%40class.example`,
      });
    expect((await all(times(30), link)).every((status) => status < 400)).toBe(true);
    expect(await all(everybody.slice(1), (email) => logIn(email))).toEqual([200]);
  }

  it.runIf(isRun)(
    'visitors scan, check files, reset passwords and ask for links, beside one who floods',
    async () => {
      const [first = ''] = everybody;
      // One of them has wrong passwords, answers that are not read, and exports.
      for (let n = 0; n < 6; n += 1) await logIn(first, 'wrong');
      for (let n = 0; n < 40; n += 1) {
        const socket = connect({ port: site.port, host: '127.0.0.1' });
        socket.on('error', () => undefined);
        socket.write('GET /check/offline.html HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(15));
        sockets.push(socket.pause());
      }
      const [exported] = await Promise.all([exportOften(200), askAsOthers()]);
      expect(exported).toContain(200);
    },
    300_000,
  );

  /** How many of these logins had their password checked. */
  async function checked(logins: Promise<{ status: number; text: string }>[]) {
    const answers = await Promise.all(logins);
    return answers.filter(({ status, text }) => status === 401 || text.includes(fifthFailure())).length;
  }

  it.runIf(isRun)('of 200 passwords for one account from 50 addresses, at most 110 are checked', async () => {
    const guess = (n: number) => logIn(everybody[39] ?? '', `guess ${n}`, `127.0.1.${1 + (n % 50)}`);
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
        return logIn(`account${n}@class.example`, 'guess', '127.0.2.1');
      };
      const count = await checked(times(300).map(guess));
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(90);
      expect((await logIn(everybody[20] ?? '')).status).toBe(200);
    },
  );
});
