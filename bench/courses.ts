import { execFile, spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { loadEnvironment } from '#app/config/env.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { makeCourse, makeWholeCourse, VIDEO_FILE } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';
import { size } from './size.ts';

const MEGABYTE = 1_048_576;
const UPLOADS = 4;
const VIDEO_MB = size(500, 5);
const VIDEO_BYTES = VIDEO_MB * MEGABYTE;
const COURSES = size(10_000, 100);
const ABORTED = size(200, 10);
/** Pages are warm after so many requests. */
const WARM = size(100, 2);
/** This boundary is as long as those of browsers and curl. */
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gWc';

type Sent = { status: number; ms: number; body: string };

const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
const descriptors = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Inserts courses by SQL, because making as many thumbnails would take minutes. */
function fillCatalogue(thumbnailId: string, ownerId: string) {
  const words = [
    'systems',
    'design',
    'painting',
    'networks',
    'typography',
    'statistics',
    'compilers',
    'chemistry',
  ];
  const insert = sqlite().prepare(
    `insert into courses (id, owner_id, title, description, category, price_minor, thumbnail_id, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const categories = ['Frontend', 'Backend', 'Mobile', 'Database', null];
  sqlite().transaction(() => {
    for (let index = 0; index < COURSES; index += 1) {
      const word = words[index % words.length];
      const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      const description = `What ${word} are for, week by week. ${'A paragraph of a plausible length. '.repeat(12)}`;
      const at = Date.now() - index * 60_000;
      insert.run(
        id,
        ownerId,
        `Course ${index} on ${word}`,
        description,
        categories[index % 5],
        4_900,
        thumbnailId,
        at,
        at,
      );
    }
  })();
}

/** Returns a form with a valid video of exactly `VIDEO_BYTES`: a short video followed by a padding box. */
function multipartVideo(courseId: string) {
  const video = readFileSync(VIDEO_FILE);
  const padding = Buffer.alloc(8);
  padding.writeUInt32BE(VIDEO_BYTES - video.length, 0);
  padding.write('free', 4);
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field('title', 'Long')}${field('duration', '1:00:00')}${field('courseId', courseId)}--${BOUNDARY}\r\nContent-Disposition: form-data; name="videoFile"; filename="long.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
  return {
    prefix: Buffer.concat([Buffer.from(head), video, padding]).toString('base64'),
    suffix: Buffer.from(`\r\n--${BOUNDARY}--\r\n`).toString('base64'),
    bytes: VIDEO_BYTES - video.length - 8,
  };
}

async function send(url: string, headers: Record<string, string>, form: ReturnType<typeof multipartVideo>) {
  const argument = JSON.stringify({ url, headers, ...form });
  const script = join(import.meta.dirname, 'upload-sender.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, argument], { maxBuffer: MEGABYTE });
  return JSON.parse(stdout) as Sent;
}

/** Repeats a request until `running` is false and returns the milliseconds that each took. */
async function probe(url: string, cookie: string, running: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (running()) {
    const started = performance.now();
    const response = await fetch(url, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status} meanwhile`);
    times.push(performance.now() - started);
    await delay(100);
  }
  return times;
}

async function bareSeconds(folder: string, form: ReturnType<typeof multipartVideo>): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-writer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
    const started = performance.now();
    await Promise.all(Array.from({ length: UPLOADS }, () => send(`http://127.0.0.1:${port}/`, {}, form)));
    return (performance.now() - started) / 1_000;
  } finally {
    child.kill();
  }
}

async function rejoinedSha256(url: string, size: number): Promise<string> {
  const cuts = [...new Set([0, ...Array.from({ length: 63 }, () => randomInt(1, size))])].sort(
    (a, b) => a - b,
  );
  const hash = createHash('sha256');
  for (const [index, start] of cuts.entries()) {
    const end = (cuts[index + 1] ?? size) - 1;
    const response = await fetch(url, { headers: { range: `bytes=${start}-${end}` } });
    if (response.status !== 206) throw new Error(`A range was answered with ${response.status}`);
    for await (const chunk of response.body ?? []) hash.update(chunk as Uint8Array);
  }
  return hash.digest('hex');
}

/** Starts a download and drops the connection after the first bytes. */
const abortedDownload = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const asking = get(url, { agent: false }, (response) => {
      response.once('data', () => {
        response.destroy();
        resolve();
      });
    });
    asking.on('error', reject);
  });

/** Requests a compressed response as a browser does, and does not decompress it, so that only the server is measured. */
const ask = (url: string, cookie: string, agent: Agent) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asking = get(url, { agent, headers: { cookie, 'accept-encoding': 'br' } }, (response) => {
      response
        .resume()
        .once('end', () => resolve(response.statusCode))
        .once('error', reject);
    });
    asking.once('error', reject);
  });

async function timesOf(url: string, cookie: string, requests: number, atOnce: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times: number[] = [];
  const one = async () => {
    while (times.length < requests) {
      const started = performance.now();
      const status = await ask(url, cookie, agent);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  agent.destroy();
  return times;
}

/** Measures uploads, ranges, open descriptors, and the catalogue with 10,000 courses. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-bench-'));
  const environment = {
    DATABASE_FILE: join(folder, 'certrace.sqlite'),
    UPLOADS_DIR: join(folder, 'uploads'),
    SESSION_SECRET: 'a secret of the tests, long enough to be one',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  loadEnvironment(environment);
  openDatabase(environment.DATABASE_FILE);
  migrateDatabase();
  const issuers = [await makeIssuer(), await makeIssuer()];
  const learner = await makeVerifier();
  const [first] = issuers;
  if (!first) throw new Error('There is no issuer');
  const plain = await makeCourse(first);
  const thumbnailId = /thumbnails\/(.{36})/.exec(plain.thumbnail.path)?.[1] ?? '';
  // Of somebody else, because an issuer makes at most 500 courses.
  fillCatalogue(thumbnailId, (await makeIssuer()).id);
  const targets: (Awaited<ReturnType<typeof makeWholeCourse>> & { issuer: Person })[] = [];
  for (const issuer of issuers) targets.push({ issuer, ...(await makeWholeCourse(issuer)) });
  sqlite().close();

  const server = await startServer({ folder, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } });
  try {
    const form = multipartVideo(targets[0]?.course.id ?? '');
    const bareFirst = await bareSeconds(folder, form);
    await timesOf(`${server.url}/courses`, learner.cookie, WARM, 2);
    await delay(1_000);

    const upload = async () => {
      const started = performance.now();
      const sent = await Promise.all(
        Array.from({ length: UPLOADS }, (_, index) => {
          const target = targets[index % targets.length];
          if (!target) throw new Error('There is no module');
          return send(
            `${server.url}/api/v1/admin/course/module/addLesson/${target.module.id}`,
            {
              authorization: `Bearer ${target.issuer.token}`,
              'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
            },
            multipartVideo(target.course.id),
          );
        }),
      );
      const refused = sent.find(({ status }) => status !== 201);
      if (refused) throw new Error(`An upload was answered with ${refused.status}: ${refused.body}`);
      return { sent, seconds: (performance.now() - started) / 1_000 };
    };

    const idle = residentBytes(server.pid);
    let peak = idle;
    let running = true;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes(server.pid));
    }, 20);
    const probing = probe(`${server.url}/course/${plain.id}`, learner.cookie, () => running);
    const { sent } = await upload();
    running = false;
    const during = await probing;
    // This upload runs without other requests, like those to the bare handler.
    const { seconds } = await upload();
    clearInterval(watch);
    const bareSecond = await bareSeconds(folder, form);
    const bare = (bareFirst + bareSecond) / 2;
    console.log(`${UPLOADS} uploads of ${VIDEO_MB} MB in parallel: ${seconds.toFixed(1)} s`);
    console.log(
      `  speed: ${((bare / seconds) * 100).toFixed(0)} % of a bare node:http handler (${bareFirst.toFixed(1)} and ${bareSecond.toFixed(1)} s); goal 60 %`,
    );
    console.log(
      `  resident memory over idle: ${((peak - idle) / MEGABYTE).toFixed(0)} MB; goal below 150 MB`,
    );
    console.log(
      `  other requests meanwhile: p95 ${percentile(during, 0.95).toFixed(0)} ms of ${during.length}; goal below 300 ms`,
    );

    const { videoUrl } = JSON.parse(sent[0]?.body ?? '{}') as { videoUrl: string };
    const whole = createHash('sha256');
    for await (const chunk of (await fetch(videoUrl)).body ?? []) whole.update(chunk as Uint8Array);
    const same = whole.digest('hex') === (await rejoinedSha256(videoUrl, VIDEO_BYTES));
    console.log(`64 random ranges rejoined: ${same ? 'the same SHA-256' : 'ANOTHER SHA-256'}`);
    await delay(500);
    const before = descriptors(server.pid);
    for (let count = 0; count < ABORTED; count += 10) {
      await Promise.all(Array.from({ length: 10 }, () => abortedDownload(videoUrl)));
    }
    await delay(1_000);
    console.log(
      `open descriptors before and after ${ABORTED} aborted downloads: ${before}, ${descriptors(server.pid)}`,
    );

    for (const [name, path] of [
      ['catalogue', '/courses'],
      ['search', '/courses?q=typography'],
      ['search with filters', '/courses?q=course+net&category=Backend&filter=new'],
      ['search without a hit', '/courses?q=zymurgy'],
      ['explore', '/explore?category=Mobile'],
      ['API, 50 courses', '/api/v1/users/courses?limit=50'],
    ] as const) {
      await timesOf(server.url + path, learner.cookie, WARM, 1); // Warm-up.
      const alone = await timesOf(server.url + path, learner.cookie, size(500, 5), 1);
      const four = await timesOf(server.url + path, learner.cookie, size(400, 4), 4);
      console.log(
        `${name} of ${COURSES} courses: p99 ${percentile(alone, 0.99).toFixed(1)} ms, four at once ${percentile(four, 0.99).toFixed(1)} ms; goal below 60 ms`,
      );
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
