import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
  /** How the issuer is known, or not. By default by a token. */
  by?: 'cookie' | 'nothing';
  status?: number;
};

/** The routes that read a multipart form, each with its file field and the largest file that it reads. */
const ROUTES: Record<string, Route> = {
  'a check of a file by API': {
    path: () => '/api/v1/authenticate',
    status: 200,
    field: 'file',
    bytes: 10 * MB,
    by: 'nothing',
  },
  'a check of a file': {
    path: () => '/authentication',
    status: 200,
    field: 'file',
    bytes: 10 * MB,
    by: 'nothing',
  },
  'a history': { path: () => '/tracing', field: 'file', bytes: 10 * MB, by: 'nothing' },
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
    by: 'cookie',
  },
  'a changed course': {
    path: () => `/admin/courses/${courseId}/edit`,
    field: 'thumbnail',
    bytes: 10 * MB,
    start: PNG,
    by: 'cookie',
  },
  'a design': { path: () => '/admin/designs/new', status: 413, field: 'logo', bytes: 39 * MB, by: 'cookie' },
  'a batch': { path: () => '/admin/batches', field: 'file', bytes: 10 * MB, by: 'cookie' },
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
    by: 'cookie',
  },
  'a lesson without JavaScript': {
    path: () => `/admin/course-videos?courseId=${courseId}&addLesson=${moduleId}`,
    field: 'videoFile',
    bytes: 500 * MB,
    start: videoBytes(),
    by: 'cookie',
  },
};

const uploadTo = ({ path, by }: Route, body: ReturnType<typeof onePart>, address: string) => ({
  port: server.port,
  path: path(),
  headers: {
    Origin: server.url,
    'X-Forwarded-For': address,
    'Content-Type': 'multipart/form-data; boundary=b',
    ...(by === 'cookie' && { Cookie: issuer.cookie }),
    ...(by === undefined && { Authorization: `Bearer ${issuer.token}` }),
  },
  body,
});

/** An address for each test, because visitors' checks of files are limited by address. */
const addressOf = (name: string, test: number) => `10.0.${test}.${Object.keys(ROUTES).indexOf(name)}`;

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
        uploadTo(route, onePart(field, bytes, { fileName: 'a', start }), addressOf(name, 0)),
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
        const upload = uploadTo(route, onePart('title', route.bytes), addressOf(name, 1));
        const { large, small } = await compared(upload);
        // A client that goes on sending may see the connection end before the response.
        expect([413, 0]).toEqual(expect.arrayContaining([...large.statuses, ...small.statuses]));
        expect(large.seconds).toBeLessThan(mostMoreSeconds());
        expect(small.seconds).toBeLessThan(large.seconds + mostMoreSeconds());
      },
    );
  },
);

describe('checks of files from one address', () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** Begins to post a file, and returns the rest of the request and the answer's status line and body. */
  function begin(localAddress: string) {
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--b--\r\n';
    const head = `POST /api/v1/authenticate HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined).write(head + body.slice(0, 5));
    return { socket, rest: body.slice(5), answer: text(socket).catch(() => '') };
  }

  it('are answered for a class of 40, whose files arrive slowly and at once', async () => {
    const statuses = Array.from({ length: 40 }, async () => {
      const { socket, rest, answer } = begin('127.0.0.76');
      await delay(2_000);
      socket.write(rest);
      return (await answer).slice(9, 12);
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set(['200']));
  });

  it('count when their headers have arrived, even if their bodies never end', async () => {
    const answers: string[] = [];
    // 30 are allowed, and 16 wait for a turn or have it.
    for (let n = 0; n < 60; n += 1) void begin('127.0.0.77').answer.then((each) => answers.push(each));
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBeGreaterThan(5);
    for (const answer of answers)
      expect([answer.slice(9, 12), answer]).toEqual(['429', expect.stringContaining('Too many attempts')]);
  });
});
