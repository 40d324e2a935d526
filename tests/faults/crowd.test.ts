import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClassSite } from '#tests/support/class-site.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { hasNginx } from '#tests/support/nginx.ts';
import { linkIn } from '#tests/support/smtp.ts';

// A class behind one address, on a server with the default limits. Drawing threads have a low priority and people wait 15 seconds for
// a file, so this runs beside no other file.

const CLASS = 40;

const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const everybody = times(CLASS).map((n) => `person${n}@class.example`);

describe.each([
  ['without a proxy', false],
  ['behind the nginx of deploy/', true],
])('%s', (_, proxied) => {
  const isRun = !proxied || hasNginx;
  let site: Awaited<ReturnType<typeof openClassSite>>;
  let sockets: Socket[] = [];
  const tokens = new Map<string, string>();
  const certificates = new Map<string, string>();

  beforeAll(async () => {
    if (isRun) site = await openClassSite(proxied);
  });

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });

  afterAll(async () => {
    if (isRun) await site.stop();
  });

  function postFile(content: string) {
    const head =
      'Content-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json';
    const body = `--part\r\n${head}\r\n\r\n${content}\r\n--part--\r\n`;
    return site.ask('POST', '/api/v1/authenticate', { body, type: 'multipart/form-data; boundary=part' });
  }

  /** What all of them do at once, and what they got. */
  const all = async <Who>(who: readonly Who[], act: (one: Who) => Promise<{ status: number }>) => [
    ...new Set(await Promise.all(who.map(async (one) => (await act(one)).status))),
  ];

  async function confirm(email: string) {
    const mailed = () => site.smtp.mails.find(({ envelopeTo }) => envelopeTo.includes(email));
    await expect.poll(mailed, { timeout: 60_000 }).toBeDefined();
    return site.call('GET', `users/verify/${new URL(linkIn(mailed()?.text)).pathname.split('/').at(-1)}`);
  }

  async function logInAndKeep(email: string) {
    const { status, text } = await site.logIn(email);
    if (status === 200) tokens.set(email, JSON.parse(text).token);
    return { status };
  }

  const withToken = (email: string) => ({ token: tokens.get(email) ?? '' });

  /** Takes the quiz and confirms the completion, step by step. */
  async function complete(email: string) {
    const own = withToken(email);
    const attempts = `courses/${site.courseId}/lessons/${site.quizId}/attempts`;
    const begun = await site.call('POST', attempts, { ...own, json: {} });
    if (begun.status >= 400) return begun;
    const { _id, questions } = JSON.parse(begun.text).attempt;
    const answers = { [questions[0]._id]: true };
    const ended = await site.call('POST', `${attempts}/${_id}/submission`, { ...own, json: { answers } });
    if (ended.status >= 400) return ended;
    const confirmed = await site.call('POST', `courses/${site.courseId}/completion`, {
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
        site.call('POST', 'users/register', {
          json: { name: 'Ada Lovelace', email, password: PASSWORD, role: 'individual' },
        });
      expect(await all(everybody, register)).toEqual([201]);
      expect(await all(everybody, confirm)).toEqual([200]);
      const mistaken = everybody.slice(0, 6);
      for (const _ of [1, 2])
        expect(await all(mistaken, (email) => site.logIn(email, 'mistyped'))).toEqual([401]);
      expect(await all(everybody, logInAndKeep)).toEqual([200]);
      const enrolment = (email: string) =>
        site.call('POST', `courses/${site.courseId}/enrolment`, { ...withToken(email), json: {} });
      expect((await all(everybody, enrolment)).every((status) => status < 300)).toBe(true);
      expect(await all(everybody, complete)).toEqual([200]);
      // Each of them opens the picture, then the PDF.
      for (const format of ['png', 'pdf'])
        expect(
          await all(everybody, (email) =>
            site.ask('GET', `/certificates/${certificates.get(email)}.${format}`, withToken(email)),
          ),
        ).toEqual([200]);
    },
    300_000,
  );

  async function exportOften(count: number) {
    const statuses = new Set<number>();
    for (let n = 0; n < count; n += 1)
      statuses.add((await site.ask('GET', '/admin/issued-certificates.csv', site.issuer)).status);
    return statuses;
  }

  /** What visitors and the rest of the class do, while one of them floods. */
  async function askAsOthers() {
    const scan = () => site.ask('GET', `/verify?id=${site.uniqueId}`);
    expect((await all(times(60), scan)).every((status) => status < 400)).toBe(true);
    const check = async (n: number) => {
      await delay(n * 250);
      return postFile('{}');
    };
    expect(await all(times(40), check)).toEqual([200]);
    const reset = (n: number) =>
      site.call('POST', 'users/forgot-password', { json: { email: everybody[n + 10] ?? '' } });
    expect(await all(times(12), reset)).toEqual([200]);
    const link = (n: number) =>
      site.ask('POST', '/my-certificates', {
        type: 'application/x-www-form-urlencoded',
        body: `intent=request&email=holder${n}%40class.example`,
      });
    expect((await all(times(30), link)).every((status) => status < 400)).toBe(true);
    expect(await all(everybody.slice(1), (email) => site.logIn(email))).toEqual([200]);
  }

  it.runIf(isRun)(
    'visitors scan, check files, reset passwords and ask for links, beside one who floods',
    async () => {
      const [first = ''] = everybody;
      // One of them has wrong passwords, answers that are not read, and exports.
      for (let n = 0; n < 6; n += 1) await site.logIn(first, 'wrong');
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
});
