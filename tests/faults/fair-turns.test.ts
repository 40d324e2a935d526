import { truncateSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { videoName } from '#app/files/media/files.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, temporaryFolders } from '#tests/support/backups.ts';
import { idsOf, makeIssuedBatch, makeLargeCourses } from '#tests/support/costly-data.ts';
import { makeCertificate, makeIssuer, makeSuperAdmin, type Person } from '#tests/support/factories.ts';
import { healthCheck, slowestCheckUntil } from '#tests/support/health.ts';
import { residentBytes } from '#tests/support/processes.ts';
import { startServer } from '#tests/support/server.ts';

/** Address of the attackers. All other requests come from 127.0.0.1. */
const ATTACKER = '127.0.0.66';
/** Certificates of the issuer that requests all of them at once. */
const FLOOD = 190;

const folders = temporaryFolders();
let server: Awaited<ReturnType<typeof startServer>>;
let sockets: Socket[] = [];
let busyIssuer: Person;
let uniqueIds: string[];
let other: { issuer: Person; uniqueId: string };
let office: Person;
let large: Awaited<ReturnType<typeof makeLargeCourses>>;
/** The path of a large video. */
let film: string;
let readers: { issuer: Person; batchId: string }[];

beforeAll(async () => {
  const folder = folders.make();
  openSite(folder);
  ({ issuer: busyIssuer } = await makeIssuedBatch(FLOOD));
  uniqueIds = idsOf(busyIssuer);
  const issuer = await makeIssuer();
  other = { issuer, uniqueId: (await makeCertificate(issuer)).uniqueId };
  office = await makeSuperAdmin();
  readers = [];
  for (let n = 0; n < 10; n += 1) readers.push(await makeIssuedBatch(60));
  large = await makeLargeCourses();
  film = enlargeVideo(200 * 1_048_576);
  server = await startServer({ folder, env: { LOG_LEVEL: 'error' } });
}, 180_000);

/** Makes a stored video larger, with a hole in its file, and returns its path. */
function enlargeVideo(bytes: number): string {
  const id = sqlite().prepare<[], string>("select id from media where kind = 'video'").pluck().get() ?? '';
  sqlite().prepare('update media set bytes = ? where id = ?').run(bytes, id);
  truncateSync(join(env().UPLOADS_DIR, videoName(id)), bytes);
  return `/videos/${id}.mp4`;
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

afterAll(async () => {
  await server.stop();
  folders.removeAll();
});

/** Sends a GET from an attackers' address on a connection of its own. */
function send(path: string, { cookie }: Pick<Person, 'cookie'>, localAddress = ATTACKER): Socket {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  sockets.push(socket);
  return socket;
}

/** The status of an honest request, and the milliseconds until its first bytes. */
async function get(path: string, { cookie }: Pick<Person, 'cookie'>) {
  const startedAt = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ port: server.port, host: '127.0.0.1', path, agent: false, headers: { cookie } });
    asked.once('response', resolve).once('error', reject).end();
  });
  const status = response.statusCode;
  response.destroy();
  return { status, ms: performance.now() - startedAt };
}

/** Sends requests whose answers are read, and counts those that began to arrive. */
function flood(paths: string[], person: Person, localAddress?: string) {
  const answers = { begun: 0 };
  for (const path of paths) {
    const socket = send(path, person, localAddress).resume();
    socket.once('data', () => {
      answers.begun += 1;
    });
  }
  return answers;
}

it('reads a new connection before it answers those that came before', async () => {
  const paths = Array<string>(60).fill('/api/v1/users/courses?limit=200');
  const catalogues = flood(paths, large.author, '127.0.0.67');
  await healthCheck(server.port);
  expect(catalogues.begun).toBeLessThan(10);
});

it("draws another issuer's certificate next while one requests 190 at once", {
  timeout: 120_000,
}, async () => {
  const paths = uniqueIds.map((uniqueId) => `/certificates/${uniqueId}.png`);
  const drawings = flood(paths, busyIssuer);
  await delay(300);
  expect((await get(`/certificates/${other.uniqueId}.png`, other.issuer)).status).toBe(200);
  expect(drawings.begun).toBeLessThan(20);
});

it('keeps exports free while ten accounts read two each slowly', async () => {
  for (const { issuer, batchId } of readers) {
    for (let n = 0; n < 2; n += 1) send(`/admin/batches/${batchId}/certificates.zip`, issuer).pause();
  }
  await delay(1_000);
  const exports = [
    await get('/admin/issued-certificates.csv', other.issuer),
    await get('/superadmin/issued-certificates.csv', office),
    await get('/superadmin/payments.csv', office),
  ];
  expect(exports.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { ms } of exports) expect(ms).toBeLessThan(20_000);
});

it('stays healthy while 100 of the largest pages are not read', async () => {
  const path = `/admin/course-videos?courseId=${large.courseId}`;
  expect((await get(path, large.author)).status).toBe(200);
  const idle = residentBytes(server.pid);
  for (let n = 0; n < 100; n += 1) send(path, large.author).pause();
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(server.pid));
  }, 20);
  const until = performance.now() + 10_000;
  const slowest = await slowestCheckUntil(server, () => performance.now() > until);
  clearInterval(sampling);
  const grown = peak - idle;
  if (process.env.SHOW_FIGURES) console.log(`${Math.round(slowest)} ms, ${Math.round(grown / 1e6)} MB`);
  expect(slowest).toBeLessThan(1_000);
  expect(grown).toBeLessThan(120_000_000);
});

it.each([
  ['catalogues', () => '/api/v1/users/courses?limit=200'],
  ['videos of 200 MB', () => film],
])('stays healthy while an address leaves 100 %s unread', async (_what, path) => {
  const idle = residentBytes(server.pid);
  for (let n = 0; n < 100; n += 1) send(path(), large.author).pause();
  const until = performance.now() + 5_000;
  const slowest = await slowestCheckUntil(server, () => performance.now() > until);
  const grown = residentBytes(server.pid) - idle;
  if (process.env.SHOW_FIGURES) console.log(`${Math.round(slowest)} ms, ${Math.round(grown / 1e6)} MB`);
  expect(slowest).toBeLessThan(1_000);
  expect(grown).toBeLessThan(200_000_000);
});
