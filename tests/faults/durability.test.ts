import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModule } from '#app/courses/modules.server.ts';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import { makeCourse, multipart, picture, videoBytes } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  type Person,
  paymentInput,
} from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';

const folders = temporaryFolders();
const env = { RATE_LIMITS: 'off' };
let folder: string;
let issuer: Person;
let verifier: Person;
/** Certificates to pay for and to revoke, and a course to add a lesson to. */
let certificates: [string, string];
let course: { id: string; module: string };
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  folder = folders.make();
  openSite(folder);
  [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
  const make = () => makeCertificate(issuer, { allowDuplicate: true });
  certificates = [(await make()).uniqueId, (await make()).uniqueId];
  const { id } = await makeCourse(issuer);
  course = { id, module: addModule(issuer.actor, id, { title: 'First module' }).id };
  server = await startServer({ folder, env });
});
afterAll(async () => {
  await server.stop();
  folders.removeAll();
});

const issue = () =>
  fetch(`http://127.0.0.1:${server.port}/api/v1/certs/issue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${issuer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(certificateInput({ allowDuplicate: true })),
  });

it('refuses to start a second server on the same database with one line', async () => {
  const message = await startServer({ folder, env }).then(
    (second) => second.stop().then(() => 'started'),
    (error: Error) => error.message,
  );
  // The log says first that no mail leaves this site.
  const lines = message.split('\n').filter((line) => !line.startsWith('{'));
  expect(lines.slice(1)).toEqual([
    `DATABASE_FILE: another server is running on ${placesIn(folder).DATABASE_FILE}`,
  ]);
  expect((await issue()).status).toBe(201);
});

it('starts again after the server was killed', async () => {
  server.kill('SIGKILL');
  await server.exited;
  server = await startServer({ folder, env });
  expect((await issue()).status).toBe(201);
});

const hasStrace = spawnSync('strace', ['-V']).status === 0;
if (!hasStrace) console.info('strace is missing, so the order of fsync and response is not checked');

/** The files that were on disk before each 2xx response and after the previous one, from the output of strace. */
function syncedBeforeResponses(trace: string): string[][] {
  /** The file that each thread began to sync. */
  const begun = new Map<string, string>();
  const responses: string[][] = [];
  let synced: string[] = [];
  for (const line of trace.split('\n')) {
    const [thread = ''] = line.split(' ', 1);
    const path = /f(?:data)?sync\(\d+<([^>]*)>/.exec(line)?.[1];
    if (path) begun.set(thread, path);
    if (/f(?:data)?sync.* = 0$/.test(line)) synced.push(begun.get(thread) ?? '');
    if (!/HTTP\/1\.1 2\d\d/.test(line)) continue;
    responses.push(synced);
    synced = [];
  }
  return responses;
}

/** A path below the site's folder, without the parts that differ in each run. */
const placeOf = (path: string) =>
  path
    .replace(`${folder}/`, '')
    .replace(/[0-9a-f-]{36}/, 'ID')
    .replace(/\.\d+\.part$/, '.part')
    .replace(/\/[0-9a-f]{2}$/, '/XX');

describe.skipIf(!hasStrace)('according to strace', () => {
  const WAL = 'certrace.sqlite-wal';

  it('the server syncs the WAL, and the files of an upload, before it acknowledges a change', async () => {
    const call = (path: string, token: string, body: object, method = 'POST') =>
      fetch(`http://127.0.0.1:${server.port}/api/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        body: body instanceof FormData ? body : JSON.stringify(body),
      });
    const { token } = issuer;
    const account = { email: 'zoe@people.example', password: PASSWORD };
    const thumbnail = { bytes: await picture(320, 180) };
    const videoFile = { bytes: videoBytes(), name: 'a.mp4', type: 'video/mp4' };
    const lesson = { title: 'Lesson', duration: '15:30', courseId: course.id, videoFile };
    const issued = { certificates: [certificateInput({ allowDuplicate: true })] };
    const changes: [what: () => Promise<Response>, synced: string[]][] = [
      [() => call('users/register', '', { ...account, name: 'Zoë', role: 'individual' }), [WAL]],
      [() => call('users/login', '', { email: verifier.email, password: PASSWORD }), [WAL]],
      [issue, [WAL]],
      [() => call('cert/verify/payment', verifier.token, paymentInput(certificates[0])), [WAL]],
      [() => call(`certificates/${certificates[1]}/revocation`, token, { reason: 'An error' }), [WAL]],
      [() => call('certs/batches', token, issued), [WAL]],
      [
        () => call('admin/course', token, multipart({ title: 'A', description: 'B', thumbnail })),
        ['uploads/tmp/ID-320.part', 'uploads/tmp/ID-1280.part', 'uploads/thumbnails/XX', WAL],
      ],
      [
        () => call(`admin/course/module/addLesson/${course.module}`, token, multipart(lesson)),
        ['uploads/tmp/ID.part', 'uploads/videos/XX', WAL],
      ],
      [() => call(`admin/course/${course.id}`, token, {}, 'DELETE'), [WAL]],
    ];
    const output = join(folder, 'strace.txt');
    const calls = 'trace=fsync,fdatasync,write,writev,sendto,sendmsg';
    const options = ['-f', '-y', '-e', calls, '-s', '40', '-o', output, '-p', String(server.pid)];
    const tracer = spawn('strace', options);
    await once(tracer.stderr, 'data');
    for (const [what] of changes) {
      const response = await what();
      expect(response.ok, await response.text()).toBe(true);
    }
    tracer.kill('SIGINT');
    await once(tracer, 'exit');

    const responses = syncedBeforeResponses(readFileSync(output, 'utf8'));
    expect(responses.map((paths) => paths.map(placeOf))).toEqual(
      changes.map(([, synced]) => expect.arrayContaining(synced)),
    );
  });
});

it('exits with 0 within 10 s of a SIGTERM under load, and acknowledges every committed change', async () => {
  const count = () => {
    const database = new Database(placesIn(folder).DATABASE_FILE, { readonly: true });
    const rows = database.prepare('select count(*) from certificates').pluck().get() as number;
    database.close();
    return rows;
  };
  const before = count();
  let acknowledged = 0;
  let refused = 0;
  const clients = Array.from({ length: 8 }, async () => {
    while (refused < 8) {
      const response = await issue().catch(() => null);
      if (response?.status === 201) acknowledged += 1;
      else refused += 1;
    }
  });
  await expect.poll(() => acknowledged, { timeout: 20_000 }).toBeGreaterThan(50);
  const started = performance.now();
  server.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(10_000);
  await Promise.all(clients);
  expect(count() - before).toBe(acknowledged);
  server = await startServer({ folder, env });
});

/** Opens a keep-alive connection that counts its requests and complete responses. */
async function connection() {
  const socket = connect(server.port, '127.0.0.1');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const body = JSON.stringify(certificateInput({ allowDuplicate: true }));
  const request = [
    'POST /api/v1/certs/issue HTTP/1.1',
    `Host: localhost:${server.port}`,
    `Authorization: Bearer ${issuer.token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
  const own = {
    ended,
    requests: 0,
    /** Sends a request without waiting for its response. */
    write() {
      own.requests += 1;
      socket.write(request);
    },
    responses: () => received.match(/HTTP\/1\.1 201 [\s\S]*?"uniqueId":"[^"]+"/g)?.length ?? 0,
  };
  return own;
}

it('answers every request that was sent before a SIGTERM, on old and new connections', async () => {
  const old = await Promise.all(Array.from({ length: 40 }, connection));
  for (const each of old) each.write();
  await expect.poll(() => old.every((each) => each.responses() === 1), { timeout: 20_000 }).toBe(true);
  const young = await Promise.all(Array.from({ length: 20 }, connection));
  const all = [...old, ...young];
  for (const each of all) each.write();
  server.kill('SIGTERM');
  const started = performance.now();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(10_000);
  await Promise.all(all.map(({ ended }) => ended));
  expect(all.filter((each) => each.responses() < each.requests)).toHaveLength(0);
});
