import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { FAST_START, startServer } from '#tests/support/server.ts';

const isRoot = process.getuid?.() === 0;
/** Root may write everywhere. */
const NOBODY = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const folders: string[] = [];
let data: string;

/** A folder of another user, or one that is read-only. */
function foreign(path: string) {
  mkdirSync(path);
  chmodSync(path, isRoot ? 0o755 : 0o555);
  return path;
}

/** A folder in which everybody may write. */
function open(path: string) {
  mkdirSync(path);
  chmodSync(path, 0o777);
  return path;
}

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'certrace-refusals-'));
  chmodSync(data, 0o777);
  folders.push(data);
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...FAST_START.options, 'server.ts'], {
    ...NOBODY,
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      SESSION_SECRET: 'a secret of the tests, long enough to be one',
      DATABASE_FILE: join(data, 'certrace.sqlite'),
      UPLOADS_DIR: join(data, 'uploads'),
      FFMPEG_PATH: 'none',
      ...env,
    },
  });
  return {
    status,
    lines: `${stdout}${stderr}`.split('\n').filter((line) => line && !/^\{.*"level":[34]0/.test(line)),
  };
}

const CASES: [string, () => { env: Record<string, string>; line: RegExp }][] = [
  [
    'DATABASE_FILE in a folder of another user',
    () => {
      const folder = foreign(join(data, 'db'));
      return {
        env: { DATABASE_FILE: join(folder, 'certrace.sqlite') },
        line: new RegExp(`^DATABASE_FILE: user \\d+ cannot write ${folder}, which belongs to user \\d+ `),
      };
    },
  ],
  [
    'UPLOADS_DIR of another user',
    () => {
      const folder = foreign(join(data, 'up'));
      return {
        env: { UPLOADS_DIR: folder },
        line: new RegExp(`^UPLOADS_DIR: user \\d+ cannot write ${folder},`),
      };
    },
  ],
  [
    'KEYS_DIR in a folder of another user',
    () => {
      const folder = foreign(join(data, 'k'));
      return {
        env: { KEYS_DIR: join(folder, 'keys') },
        line: new RegExp(`^KEYS_DIR: user \\d+ cannot write ${folder},`),
      };
    },
  ],
  [
    'a folder as DATABASE_FILE',
    () => {
      const folder = open(join(data, 'database'));
      return { env: { DATABASE_FILE: folder }, line: new RegExp(`^DATABASE_FILE: ${folder} is not a file$`) };
    },
  ],
  [
    'a file as UPLOADS_DIR',
    () => {
      const file = join(data, 'file');
      writeFileSync(file, '');
      return { env: { UPLOADS_DIR: file }, line: new RegExp(`^UPLOADS_DIR: ${file} is not a folder$`) };
    },
  ],
  [
    'a file that is no database',
    () => {
      const file = join(data, 'damaged.sqlite');
      writeFileSync(file, 'x'.repeat(8_192));
      chmodSync(file, 0o666);
      return {
        env: { DATABASE_FILE: file },
        line: new RegExp(`^DATABASE_FILE: ${file} is damaged or no database \\(SQLITE_NOTADB\\)`),
      };
    },
  ],
];

it.each(CASES)('%s ends the start with one line', (_name, prepare) => {
  const { env, line } = prepare();
  const { status, lines } = start(env);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(status).toBe(1);
});

it('a database that another program has locked ends the start with one line', () => {
  const file = join(data, 'locked.sqlite');
  const other = new Database(file);
  other.exec('pragma locking_mode = exclusive; begin exclusive; create table t (x)');
  for (const suffix of ['', '-journal']) chmodSync(file + suffix, 0o666);
  const { status, lines } = start({ DATABASE_FILE: file });
  other.close();
  expect(lines).toEqual([`DATABASE_FILE: another program has locked ${file} (SQLITE_BUSY)`]);
  expect(status).toBe(1);
});

it('a second server on a database is refused, also through a symbolic or hard link', async () => {
  const server = await startServer({ folder: data });
  const file = join(data, 'certrace.sqlite');
  const startOn = (link: string) => startServer({ folder: data, env: { DATABASE_FILE: link } });
  const symbolic = join(data, 'symbolic.sqlite');
  symlinkSync(file, symbolic);
  await expect(startOn(symbolic)).rejects.toThrow(`DATABASE_FILE: another server is running on ${symbolic}`);
  // The first server may not run yet, and SQLite would not find the first name's journal under the second.
  const hard = join(data, 'hard.sqlite');
  linkSync(file, hard);
  await expect(startOn(hard)).rejects.toThrow(`DATABASE_FILE: ${hard} has 2 names (hard links)`);
  await server.stop();
  await expect(startOn(file)).rejects.toThrow(`DATABASE_FILE: ${file} has 2 names (hard links)`);
  unlinkSync(hard);
  await (await startOn(file)).stop();
});
