import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { makeWholeCourse, videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { limitHere } from '#tests/support/processor-time.ts';
import { CHUNKS, onePart, postInChunks, secondsFor } from '#tests/support/raw-uploads.ts';
import { startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const MB = 1_048_576;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const folder = mkdtempSync(join(tmpdir(), 'certrace-chunks-'));
const addresses = Array.from({ length: 250 }, (_, n) => `10.0.0.${n + 1}`);
let server: Awaited<ReturnType<typeof startServer>>;
let issuer: Person;
let courseId: string;
let moduleId: string;

beforeAll(async () => {
  testEnvironment({ UPLOADS_DIR: join(folder, 'uploads') });
  openDatabase(join(folder, 'certrace.sqlite'));
  migrateDatabase();
  issuer = await makeIssuer();
  const { course, module } = await makeWholeCourse(issuer);
  courseId = course.id;
  moduleId = module.id;
  sqlite().close();
  server = await startServer({ folder, env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' } });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Route = {
  path: () => string;
  field: string;
  bytes: number;
  start?: Buffer;
  cookie?: boolean;
  status?: number;
};

/** The routes that read a multipart form, each with its file field and the largest file that it reads. */
const ROUTES: Record<string, Route> = {
  'a check of a file by API': {
    path: () => '/api/v1/authenticate',
    status: 200,
    field: 'file',
    bytes: 10 * MB,
  },
  'a check of a file': { path: () => '/authentication', status: 200, field: 'file', bytes: 10 * MB },
  'a history': { path: () => '/tracing', field: 'file', bytes: 10 * MB },
  'a new course by API': {
    path: () => '/api/v1/admin/course',
    field: 'thumbnail',
    bytes: 10 * MB,
    start: PNG,
  },
  'a new course': {
    path: () => '/admin/create-course',
    field: 'thumbnail',
    bytes: 10 * MB,
    start: PNG,
    cookie: true,
  },
  'a changed course': {
    path: () => `/admin/courses/${courseId}/edit`,
    field: 'thumbnail',
    bytes: 10 * MB,
    start: PNG,
    cookie: true,
  },
  'a design': { path: () => '/admin/designs/new', status: 413, field: 'logo', bytes: 39 * MB, cookie: true },
  'a batch': { path: () => '/admin/batches', field: 'file', bytes: 10 * MB, cookie: true },
  'a lesson by API': {
    path: () => `/api/v1/admin/course/module/addLesson/${moduleId}`,
    field: 'videoFile',
    bytes: 500 * MB,
    start: videoBytes(),
  },
  'a lesson': {
    path: () => `/admin/course-videos/upload?moduleId=${moduleId}`,
    field: 'videoFile',
    bytes: 500 * MB,
    start: videoBytes(),
    cookie: true,
  },
  'a lesson without JavaScript': {
    path: () => `/admin/course-videos?courseId=${courseId}&addLesson=${moduleId}`,
    field: 'videoFile',
    bytes: 500 * MB,
    start: videoBytes(),
    cookie: true,
  },
};

const uploadTo = ({ path, cookie }: Route, body: ReturnType<typeof onePart>) => ({
  port: server.port,
  path: path(),
  headers: {
    Origin: server.url,
    // Checks of files are limited by address.
    'X-Forwarded-For': addresses.pop() ?? '10.0.1.1',
    'Content-Type': 'multipart/form-data; boundary=b',
    ...(cookie ? { Cookie: issuer.cookie } : { Authorization: `Bearer ${issuer.token}` }),
  },
  body,
});

/** Half a second is the aim. Other work on the machine adds to it, and quadratic time would be several seconds. */
const mostMoreSeconds = () => limitHere(1);

/**
 * Posts a body in large and in small chunks. Returns the statuses, and the least processor time of three runs, because other
 * load on the machine and the garbage of earlier runs add to it.
 */
async function compared(upload: ReturnType<typeof uploadTo>) {
  const send = (sizes: keyof typeof CHUNKS) =>
    secondsFor(server.pid, () => postInChunks(upload, CHUNKS[sizes]));
  const runs: Record<keyof typeof CHUNKS, Awaited<ReturnType<typeof send>>[]> = { large: [], small: [] };
  for (let run = 0; run < 3; run += 1) {
    runs.large.push(await send('large'));
    runs.small.push(await send('small'));
  }
  const least = (sizes: keyof typeof CHUNKS) => ({
    statuses: [...new Set(runs[sizes].map(({ result }) => result))],
    seconds: Math.min(...runs[sizes].map(({ seconds }) => seconds)),
  });
  const [large, small] = [least('large'), least('small')];
  if (process.env.SHOW_FIGURES) {
    const figures = `${large.seconds.toFixed(2)} s, small ${small.seconds.toFixed(2)} s`;
    process.stdout.write(`${upload.path} large ${figures} ${large.statuses} ${small.statuses}\n`);
  }
  return { large, small };
}

describe.runIf(process.platform === 'linux')(
  'small chunks take little more processor time than large ones',
  () => {
    it.each(Object.keys(ROUTES))('the largest file of %s', { timeout: 180_000 }, async (name) => {
      const route = ROUTES[name] as Route;
      const { field, bytes, start = Buffer.alloc(0), status = 400 } = route;
      const { large, small } = await compared(
        uploadTo(route, onePart(field, bytes, { fileName: 'a', start })),
      );
      expect([...large.statuses, ...small.statuses]).toEqual([status, status]);
      // 500 MB in 120,000 chunks take 0.1 s more on a quiet machine, and up to 2 s more on a slow one beside other work.
      const noise = bytes > 100 * MB ? 1 + large.seconds : 0;
      expect(small.seconds).toBeLessThan(large.seconds + mostMoreSeconds() + noise);
    });

    it.each(Object.keys(ROUTES))(
      'a text as large as the file of %s, which ends the request',
      { timeout: 60_000 },
      async (name) => {
        const route = ROUTES[name] as Route;
        const { large, small } = await compared(uploadTo(route, onePart('title', route.bytes)));
        // A client that goes on sending may see the connection end before the response.
        expect([413, 0]).toEqual(expect.arrayContaining([...large.statuses, ...small.statuses]));
        expect(large.seconds).toBeLessThan(mostMoreSeconds());
        expect(small.seconds).toBeLessThan(large.seconds + mostMoreSeconds());
      },
    );
  },
);

describe('a check of a file', () => {
  it('counts when its headers have arrived, even if its body never ends', async () => {
    const head =
      'POST /api/v1/authenticate HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\n';
    const sockets: Socket[] = [];
    const post = () =>
      new Promise<string>((resolve) => {
        const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.77' });
        sockets.push(socket);
        let answer = '';
        socket
          .on('error', () => undefined)
          .on('data', (data) => {
            answer += data;
            const message = /"message":"([^"]*)"/.exec(answer)?.[1];
            if (message) resolve(message);
          });
        socket.write(head);
      });
    const answers: string[] = [];
    for (let n = 0; n < 30; n += 1) void post().then((message) => answers.push(message));
    // The two others are being read.
    await expect.poll(() => answers.length).toBe(28);
    expect(new Set(answers)).toEqual(
      new Set(['You already have two uploads running. Please wait until one finishes.']),
    );
    expect(await post()).toMatch(/^Too many attempts/);
    for (const socket of sockets) socket.destroy();
  });
});
