/**
 * Measures what 1,000 learners who watch at once cost: bytes of the WAL, and the event loop of the server. Their players report every 15
 * seconds, and the server stores all reports together every 4 minutes.
 */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSession } from '#app/accounts/sessions.server.ts';
import { loadEnvironment } from '#app/config/env.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';
import { size } from './size.ts';

const LEARNERS = size(1_000, 5);
const REPORT_EVERY_MS = size(15_000, 500);
/** A little more than the time after which reports are stored, so that all of them are stored once. */
const WATCHED_MS = size(4 * 60_000 + 20_000, 2_000);
const STORED_EVERY_MINUTES = 4;
const IDLE_MS = size(30_000, 500);
const VIDEO_MS = 30 * 60_000;
const SECRET = 'a secret of the tests, long enough to be one';
/** A frame of the WAL: a page with its header. */
const FRAME_BYTES = 4_096 + 24;
/** Offset of the number of frames in the index of the WAL (sqlite.org/walformat.html). */
const FRAMES_AT = 16;

type Learner = { cookie: string; startedAt: number };

/** Creates a course with a video of half an hour, and learners who are logged in. */
async function prepare(home: string) {
  const DATABASE_FILE = join(home, 'certrace.sqlite');
  const files = { DATABASE_FILE, UPLOADS_DIR: join(home, 'uploads'), KEYS_DIR: join(home, 'keys') };
  loadEnvironment({ NODE_ENV: 'test', ...files, SESSION_SECRET: SECRET, FFMPEG_PATH: 'none' });
  openDatabase(DATABASE_FILE);
  migrateDatabase();
  const issuer = await makeIssuer();
  const { course, lesson } = await makeWholeCourse(issuer);
  sqlite().prepare('insert into video_lengths select id, ? from media where kind = ?').run(VIDEO_MS, 'video');
  const insertUser = sqlite().prepare(
    `insert into users (id, name, email, username, role, password_hash, email_verified_at, created_at)
     values (?, ?, ?, ?, 'individual', '-', 1, 1)`,
  );
  const enrol = sqlite().prepare('insert into enrolments (course_id, user_id, enrolled_at) values (?, ?, 1)');
  const cookies = transaction((tx) =>
    Array.from({ length: LEARNERS }, (_, index) => {
      const id = newId();
      insertUser.run(id, `Learner ${index}`, `learner${index}@bench.example`, `learner${index}`);
      enrol.run(course.id, id);
      const client = { address: '127.0.0.1', userAgent: 'bench' };
      return `certrace_session=${startSession(tx, id, 'browser', client)}`;
    }),
  );
  // As after some hours: the last use of a session is stored every 30 minutes.
  sqlite().exec('update sessions set last_used_at = last_used_at - abs(random() % 1800000)');
  sqlite().close();
  return { path: `/course/${course.id}/lessons/${lesson.id}/progress`, cookies };
}

/** Counts the bytes that are appended to the WAL, which starts anew after each checkpoint. */
function countWal(home: string) {
  const index = openSync(join(home, 'certrace.sqlite-shm'), 'r');
  const field = Buffer.alloc(4);
  const framesNow = () => {
    readSync(index, field, 0, 4, FRAMES_AT);
    return field.readUInt32LE();
  };
  let last = framesNow();
  let frames = 0;
  const look = () => {
    const now = framesNow();
    frames += now >= last ? now - last : now;
    last = now;
  };
  const timer = setInterval(look, 5);
  return {
    bytes() {
      look();
      return frames * FRAME_BYTES;
    },
    stop() {
      clearInterval(timer);
      closeSync(index);
    },
  };
}

/** The server's event loop delay at p99 while something goes on, in ms: that of its busiest process. */
async function loopDelayDuring(folder: string, work: () => Promise<unknown>): Promise<number> {
  const ask = join(folder, 'ask');
  writeFileSync(ask, '');
  await delay(500);
  rmSync(ask);
  await delay(500);
  await work();
  writeFileSync(ask, '');
  await delay(500);
  rmSync(ask);
  const files = readdirSync(folder).filter((name) => name.endsWith('.loop'));
  return Math.max(...files.map((name) => Number(readFileSync(join(folder, name), 'utf8'))));
}

function percentile(values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

const report = (name: string, figure: string, goal: string) =>
  console.log(`${name.padEnd(52)} ${figure.padStart(28)}   ${goal}`);

/** Players that report to the server. */
function players(url: string, path: string, cookies: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const answerMs: number[] = [];

  async function send({ cookie, startedAt }: Learner, leaving = false) {
    const position = (performance.now() - startedAt) / 1_000;
    const body = JSON.stringify({ position, ranges: [[0, position]], leaving });
    const sentAt = performance.now();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        cookie,
        origin: url,
        'content-type': 'application/json',
        'content-length': body.length,
      };
      request(`${url}${path}`, { method: 'POST', agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end(body);
    });
    answerMs.push(performance.now() - sentAt);
    if (status !== 200) throw new Error(`a report got ${status}`);
  }

  /** All watch for some time. They begin spread over 15 seconds. */
  async function watch(ms: number): Promise<Learner[]> {
    const until = performance.now() + ms;
    return await Promise.all(
      cookies.map(async (cookie, index) => {
        await delay((index / cookies.length) * REPORT_EVERY_MS);
        const learner = { cookie, startedAt: performance.now() };
        while (performance.now() + REPORT_EVERY_MS < until) {
          await delay(REPORT_EVERY_MS);
          await send(learner);
        }
        return learner;
      }),
    );
  }

  return {
    watch,
    leave: (learners: Learner[]) => Promise.all(learners.map((learner) => send(learner, true))),
    figures: () => ({ reports: answerMs.length, p99: percentile(answerMs, 0.99) }),
    close: () => agent.destroy(),
  };
}

export async function run() {
  const home = mkdtempSync(join(tmpdir(), 'certrace-bench-learning-'));
  const { path, cookies } = await prepare(home);
  const preload = new URL('./loop-delay.ts', import.meta.url).href;
  const server = await startServer({
    folder: home,
    env: {
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      SESSION_SECRET: SECRET,
      LOOP_FOLDER: home,
      NODE_OPTIONS: `--import ${preload}`,
    },
  });
  const { watch, leave, figures, close } = players(server.url, path, cookies);
  const wal = countWal(home);
  try {
    await delay(size(10_000, 500));
    const idle = await loopDelayDuring(home, () => delay(IDLE_MS));
    const before = wal.bytes();
    let learners: Learner[] = [];
    const busy = await loopDelayDuring(home, async () => {
      learners = await watch(WATCHED_MS);
    });
    const perMinute = (wal.bytes() - before) / LEARNERS / STORED_EVERY_MINUTES;
    const { reports, p99 } = figures();
    report(`an answer at p99, of ${reports} reports`, `${p99.toFixed(1)} ms`, '');
    report('WAL a minute and learner', `${perMinute.toFixed(0)} bytes`, 'goal: under 2,048');
    report(
      'event loop delay at p99',
      `${busy.toFixed(1)} ms, idle ${idle.toFixed(1)} ms`,
      'goal: at most 10 ms more',
    );
    const beforeLeaving = wal.bytes();
    await leave(learners);
    report(
      'WAL of a learner who leaves the page',
      `${((wal.bytes() - beforeLeaving) / LEARNERS).toFixed(0)} bytes`,
      'all leave at once',
    );
  } finally {
    wal.stop();
    close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
