import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '#app/env.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { heavyVideo, makeWholeCourse, multipart } from '../tests/support/course-factories.ts';
import { makeCertificate, makeIssuer, makeVerifier } from '../tests/support/factories.ts';
import { startServer } from '../tests/support/server.ts';
import { requestsPerSecond } from './requests-per-second.ts';

const PROJECT = join(import.meta.dirname, '..');
/** The commit to compare with. */
const BEFORE = process.env.BENCH_BEFORE ?? 'HEAD~1';
/** Only the requests whose names contain this. */
const ONLY = process.env.BENCH_ONLY ?? '';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = 2;
const UPLOAD_BYTES = 8 * 1_048_576;
const SECRET = 'a secret of the tests, long enough to be one';

/** Checks the commit before out into a folder of its own and builds it, with its own dependencies where they differ. */
function buildBefore(folder: string) {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, NODE_ENV: '' } });
  execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, BEFORE], {
    cwd: PROJECT,
    stdio: 'ignore',
  });
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(PROJECT))
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', 'ci');
  run('npm', 'run', 'build');
}

/** A database with what is asked for, which both servers get a copy of. */
async function prepare(home: string) {
  loadEnvironment({
    NODE_ENV: 'test',
    DATABASE_FILE: join(home, 'certrace.sqlite'),
    UPLOADS_DIR: join(home, 'uploads'),
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'warn',
  });
  openDatabase(join(home, 'certrace.sqlite'));
  migrateDatabase();
  const issuer = await makeIssuer();
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(issuer);
  const { course, module } = await makeWholeCourse(issuer);
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  return { issuer, verifier, uniqueId, moduleId: module.id, courseId: course.id };
}

type Request = Parameters<typeof requestsPerSecond>[1] & { path: string };

async function requests({
  issuer,
  verifier,
  uniqueId,
  moduleId,
  courseId,
}: Awaited<ReturnType<typeof prepare>>) {
  const json = { 'content-type': 'application/json' };
  const lookUp = { path: '/api/v1/cert/verify', method: 'POST' as const, body: JSON.stringify({ uniqueId }) };
  const form = multipart({
    title: 'Measured',
    duration: '15:30',
    courseId,
    videoFile: { bytes: heavyVideo(UPLOAD_BYTES), name: 'lesson.mp4', type: 'video/mp4' },
  });
  const upload = new Response(form);
  return {
    'an API look-up': { ...lookUp, headers: { ...json, authorization: `Bearer ${verifier.token}` } },
    'an API refusal': { ...lookUp, headers: json, status: 401 },
    'a page': { path: '/', headers: { 'accept-encoding': 'br' } },
    'a static file': { path: '/fonts/newsreader-latin.woff2' },
    'an upload': {
      path: `/api/v1/admin/course/module/addLesson/${moduleId}`,
      method: 'POST',
      connections: 1,
      body: Buffer.from(await upload.arrayBuffer()),
      headers: {
        'content-type': upload.headers.get('content-type') ?? '',
        authorization: `Bearer ${issuer.token}`,
      },
    },
  } satisfies Record<string, Request>;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

type Server = Awaited<ReturnType<typeof startServer>>;

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * Requests of this tree to those of the commit before, turn by turn on one machine, in a second of the server's processor time:
 * what else the machine does then counts for little.
 */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'certrace-before-'));
  const homes = [
    mkdtempSync(join(tmpdir(), 'certrace-bench-')),
    mkdtempSync(join(tmpdir(), 'certrace-bench-')),
  ];
  const [home = '', copy = ''] = homes;
  try {
    buildBefore(folder);
    const prepared = await prepare(home);
    cpSync(home, copy, { recursive: true });
    const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', SESSION_SECRET: SECRET };
    const after = await startServer({ folder: home, env });
    const before = await startServer({ folder: copy, env, project: folder });
    for (const [name, { path, ...request }] of Object.entries<Request>(await requests(prepared)).filter(
      ([name]) => name.includes(ONLY),
    )) {
      const perSecond = async (server: Server, seconds = SECONDS) => {
        const { port, pid } = server;
        const before = processorSeconds(pid);
        const rate = await requestsPerSecond(`http://127.0.0.1:${port}${path}`, { ...request, seconds });
        return (rate * seconds) / (processorSeconds(pid) - before);
      };
      for (const server of [before, after]) await perSecond(server, 1);
      const ratios: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = await perSecond(before);
        ratios.push((await perSecond(after)) / first);
      }
      const spread = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
      console.log(
        `${name.padEnd(16)} ${median(ratios).toFixed(2)} of the commit before (goal: at least 0.90; ${spread})`,
      );
    }
    await after.stop();
    await before.stop();
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: PROJECT, stdio: 'ignore' });
    for (const one of homes) rmSync(one, { recursive: true, force: true });
  }
}
