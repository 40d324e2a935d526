import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slowestCheckUntil } from '#tests/support/health.ts';
import { imageBombs } from '#tests/support/image-bombs.ts';
import { hasNginx, startNginx } from '#tests/support/nginx.ts';
import { peakOfChildren, residentBytes } from '#tests/support/processes.ts';
import { startServer } from '#tests/support/server.ts';
import { smallDisk } from '#tests/support/small-disk.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { startSmtpGate } from '#tests/support/smtp-gate.ts';

const PASSWORD = 'blue-heron-over-fen';
const ATTACK_MS = 25_000;
/** Address of the legitimate requests. Each attack has one of its own, so that the limits per address apply to each alone. */
const LEGITIMATE = '127.0.0.2';

const disk = smallDisk(600);
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let gate: Awaited<ReturnType<typeof startSmtpGate>>;
let server: Awaited<ReturnType<typeof startServer>>;
/** Floods of connections are its business, and what comes through is the server's. */
let nginx: Awaited<ReturnType<typeof startNginx>>;
const nginxFolder = mkdtempSync(join(tmpdir(), 'certrace-nginx-'));

beforeAll(async () => {
  if (!hasNginx) return;
  smtp = await startSmtp();
  gate = await startSmtpGate(smtp.url);
  server = await startServer({
    folder: disk.folder,
    env: { SMTP_URL: gate.url, ISSUER_APPROVAL: 'auto', LOG_LEVEL: 'error', TRUST_PROXY: '1' },
  });
  nginx = await startNginx(server.port, nginxFolder);
});

afterAll(async () => {
  await nginx?.stop();
  gate?.stop();
  await smtp?.stop();
  disk.remove();
  rmSync(nginxFolder, { recursive: true, force: true });
});

type Answer = { status: number; body: string };
type Call = { token?: string; json?: unknown; body?: Buffer; type?: string; from?: string };

/** Makes an API call. Returns status 0 when the connection breaks before the response. */
const call = (path: string, { token, json, body, type, from = LEGITIMATE }: Call) =>
  new Promise<Answer>((resolve) => {
    const bytes = body ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
    const headers = {
      ...(bytes && { 'content-type': type ?? 'application/json', 'content-length': bytes.length }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const method = bytes ? 'POST' : 'GET';
    const target = { port: nginx.port, host: '127.0.0.1', localAddress: from, agent: false };
    const asked = request({ ...target, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.once('error', () => resolve({ status: 0, body: '' }));
    });
    asked.once('error', () => resolve({ status: 0, body: '' }));
    asked.end(bytes);
  });

async function makeIssuer(email: string): Promise<string> {
  const person = { name: 'Hill College', email, password: PASSWORD, role: 'admin' };
  expect((await call('/api/v1/users/register', { json: person })).status).toBe(201);
  const { text } = await smtp.mailTo(email);
  const token = /\/verify\/([\w-]+)/.exec(text ?? '')?.[1];
  expect((await call(`/api/v1/users/verify/${token}`, {})).status).toBe(200);
  const login = await call('/api/v1/users/login', { json: { email, password: PASSWORD } });
  return (JSON.parse(login.body) as { token: string }).token;
}

const certificate = (studentEmail: string) => ({
  studentEmail,
  studentName: 'Zoë Müller',
  courseName: 'Tidal navigation',
  issueDate: '2026-05-01',
});

/** Issues certificates until `isOver`, and adds each acknowledged student's address to `acknowledged`. */
async function issueUntil(isOver: () => boolean, token: string, name: string, acknowledged: string[]) {
  for (let n = 0; !isOver(); n += 1) {
    const studentEmail = `${name}-${n}@students.example`;
    const { status } = await call('/api/v1/certs/issue', { token, json: certificate(studentEmail) });
    if (status === 201) acknowledged.push(studentEmail);
    else expect([503, 507]).toContain(status);
    await delay(100);
  }
}

/** Repeatedly opens connections from `address`, sends `bytes` on each and calls `leave` to end it. */
async function floodUntil(
  isOver: () => boolean,
  address: string,
  bytes: string,
  leave: (socket: Socket) => void,
) {
  const one = async () => {
    while (!isOver()) {
      const socket = connect({ port: nginx.port, host: '127.0.0.1', localAddress: address });
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(bytes);
      await delay(30);
      leave(socket);
      await Promise.race([closed, delay(2_000)]);
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: 10 }, one));
}

const post = (path: string, type: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${server.url}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;

const reset = (socket: Socket) => socket.resetAndDestroy();
const wait = () => undefined;

/** The floods, each from an address of its own. */
const floods = (): [address: string, bytes: string, leave: (socket: Socket) => void][] => {
  const marks = '\u0301'.repeat(12_000) + '\u0327'.repeat(12_000);
  const login = JSON.stringify({ email: `a${marks}`, password: 'x' });
  return [
    ['127.0.0.10', 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', reset],
    ['127.0.0.11', 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', reset],
    ['127.0.0.12', 'nonsense\r\n\r\n', reset],
    ['127.0.0.13', 'GET /api/docs HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100), wait],
    ['127.0.0.14', post('/api/v1/users/login', 'application/json', 65_536, 'x'.repeat(65_535)), wait],
    ['127.0.0.15', post('/api/v1/users/login', 'application/json', Buffer.byteLength(login), login), wait],
    ['127.0.0.16', post('/', 'application/x-www-form-urlencoded', 60_000, 'a&'.repeat(30_000)), wait],
    ['127.0.0.17', post('/admin/create-course', 'multipart/form-data; boundary=x', 90_000, '--x'), reset],
  ];
};

function multipart(fields: Record<string, string>, thumbnail: Buffer) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    '--x\r\nContent-Disposition: form-data; name="thumbnail"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return Buffer.concat([Buffer.from(parts.join('') + file), thumbnail, Buffer.from('\r\n--x--\r\n')]);
}

/** Uploads image bombs as another issuer, and kills the processes that decode every third one. */
async function bombUntil(isOver: () => boolean, token: string) {
  const bombs = await imageBombs();
  const statuses: number[] = [];
  for (let n = 0; !isOver(); n += 1) {
    const bomb = bombs[n % bombs.length];
    if (!bomb) break;
    const body = multipart({ title: bomb.name, description: 'A picture' }, bomb.bytes);
    const type = 'multipart/form-data; boundary=x';
    const uploading = call('/api/v1/admin/course', { token, body, type, from: '127.0.0.20' });
    if (n % 3 === 0) {
      await delay(50);
      for (const pid of peakOfChildren(server.pid).keys()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process has already ended.
        }
      }
    }
    statuses.push((await uploading).status);
  }
  return statuses;
}

it.runIf(hasNginx)(
  'stays responsive and loses nothing while all faults happen at once',
  {
    timeout: 300_000,
  },
  async (context) => {
    const token = await makeIssuer('registrar@college.example');
    const attacker = await makeIssuer('other@college.example');
    const acknowledged: string[] = [];
    // The first visit makes the reference of the API, once.
    expect((await call('/api/docs', {})).status).toBe(200);
    const warmUpEnds = Date.now() + 5_000;
    await issueUntil(() => Date.now() > warmUpEnds, token, 'warm', acknowledged);
    await delay(2_000);
    const idleBytes = residentBytes(server.pid);

    let over = false;
    const isOver = () => over;
    gate.state.silent = true;
    const health = slowestCheckUntil({ port: nginx.port, pid: server.pid }, isOver);
    const work = [
      ...['a', 'b', 'c'].map((name) => issueUntil(isOver, token, name, acknowledged)),
      ...floods().map(([address, bytes, leave]) => floodUntil(isOver, address, bytes, leave)),
    ];
    const bombing = bombUntil(isOver, attacker);
    await delay(ATTACK_MS / 2);
    if (disk.mounted) disk.fill();
    else console.log('not permitted to mount a small disk: the full disk is left out');
    await delay(4_000);
    disk.free();
    await delay(ATTACK_MS / 2);
    over = true;
    await Promise.all(work);
    const statuses = await bombing;
    const slowest = await health;
    console.log(
      `acknowledged ${acknowledged.length}, slowest health check ${Math.round(slowest)} ms, uploads ${JSON.stringify(statuses)}`,
    );
    expect(slowest).toBeLessThan(1_000);
    expect(acknowledged.length).toBeGreaterThan(50);
    for (const status of statuses) expect([0, 201, 400, 413, 429, 503, 507]).toContain(status);

    // Once the mail server responds again, every message arrives once.
    gate.state.silent = false;
    const mailedTo = () => smtp.mails.flatMap(({ envelopeTo }) => envelopeTo);
    const wanted = new Set(acknowledged);
    await expect
      .poll(() => [...wanted].filter((address) => !mailedTo().includes(address)).length, {
        timeout: 150_000,
        interval: 1_000,
      })
      .toBe(0);
    const arrived = mailedTo();
    expect(arrived.filter((address, index) => arrived.indexOf(address) !== index)).toEqual([]);

    const memory = () => (residentBytes(server.pid) - idleBytes) / 1_048_576;
    await expect.poll(memory, { timeout: 60_000, interval: 1_000 }).toBeLessThan(100);
    console.log(`memory over idle afterwards: ${Math.round(memory())} MB`);

    expect(server.output.join('\n')).not.toMatch(/uncaughtException|unhandledRejection/);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    const database = new Database(join(disk.folder, 'certrace.sqlite'), { readonly: true });
    context.onTestFinished(() => void database.close());
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
    const issued = database.prepare('select student_email from certificates').pluck().all() as string[];
    const counts = new Map<string, number>();
    for (const address of issued) counts.set(address, (counts.get(address) ?? 0) + 1);
    expect(acknowledged.filter((address) => counts.get(address) !== 1)).toEqual([]);
  },
);
