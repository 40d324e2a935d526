import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { rotateLogKey } from '#app/credentials/new-origin.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { recheckLogState } from '#app/log/log-state.server.ts';
import { openDatabase, sqlite, transaction } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { FAST_START } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const WRITER = fileURLToPath(new URL('../../support/log-writer.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'certrace-writers-'));
const places = {
  DATABASE_FILE: join(folder, 'certrace.sqlite'),
  KEYS_DIR: join(folder, 'keys'),
  UPLOADS_DIR: join(folder, 'uploads'),
};

/** Starts another process on the same database. */
async function startWriter() {
  const child = spawn(process.execPath, [...FAST_START.options, WRITER], {
    env: { ...FAST_START.env, NODE_ENV: 'test', ...places },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const readLine = async () => (await lines.next()).value as string;
  expect(await readLine()).toBe('ready');
  return {
    /** Sends a command, and returns the process's answer. */
    async tell(line: string) {
      child.stdin.write(`${line}\n`);
      return readLine();
    },
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

let other: Awaited<ReturnType<typeof startWriter>>;

beforeAll(async () => {
  testEnvironment(places);
  openDatabase(places.DATABASE_FILE);
  migrateDatabase();
  sqlite().close();
  other = await startWriter();
});
beforeEach(() => {
  testEnvironment(places);
  sqlite().close();
  openDatabase(places.DATABASE_FILE);
});
afterAll(async () => {
  await other.stop();
  rmSync(folder, { recursive: true, force: true });
});

const commit = (count: number) =>
  transaction((tx) => {
    for (let entry = 0; entry < count; entry += 1) appendEntry(tx, 'issue', Buffer.from(`own ${entry}`));
  });

/** Expects valid proofs for all entries, and the same entries in the files as in the database. */
function expectOneLog() {
  const log = currentLog();
  if (!log) throw new Error('no log');
  expect(checkLog()).toEqual({ entries: log.size, problems: [] });
  const [entries = ''] = readdirSync(env().KEYS_DIR).filter((name) => name.endsWith('.entries'));
  const filed = readFileSync(join(env().KEYS_DIR, entries), 'utf8').split('\n').slice(0, -1);
  expect(filed).toEqual(sqlite().prepare('select entry from log_entries order by seq').pluck().all());
  expect(lastFiledCheckpoint(log)?.note).toBe(log.checkpoint);
  expect(recheckLogState()).toEqual({ kind: 'ok' });
}

it('continues after another process overwrote the entries of a failed commit', async () => {
  commit(1);
  expect(await other.tell('commit verify 1')).toBe('done');
  // The file has the entries of the failed commit, which are shorter than the entries that replace them.
  expect(await other.tell('fail key 3')).toBe('done');
  commit(4);
  expect(await other.tell('commit issue 1')).toBe('done');
  expectOneLog();
});

it('two processes keep every entry when one commits before the other has written its files', async () => {
  commit(1);
  expect(await other.tell('commit-only verify 2')).toBe('committed');
  expect(recheckLogState()).toEqual({ kind: 'ok' });
  commit(2);
  expectOneLog();
  expect(await other.tell('go on')).toBe('done');
  expectOneLog();
});

it('sees a checkpoint that another process writes over spaces', async () => {
  commit(1);
  const before = lastFiledCheckpoint(currentLog() as never)?.checkpoint.size ?? 0;
  expect(await other.tell('commit-only issue 1')).toBe('committed');
  expect(lastFiledCheckpoint(currentLog() as never)?.checkpoint.size).toBe(before);
  expect(await other.tell('go on')).toBe('done');
  expect(lastFiledCheckpoint(currentLog() as never)?.checkpoint.size).toBe(before + 1);
  expectOneLog();
});

it('two processes fill the file of checkpoints and keep the newest one', async () => {
  for (let count = 0; count < 60; count += 1) {
    commit(1);
    expect(await other.tell('commit issue 1')).toBe('done');
  }
  expectOneLog();
});

it('another process continues the log that this one began with a new key', async () => {
  commit(1);
  expect(await other.tell('commit issue 1')).toBe('done');
  for (let count = 0; count < 2; count += 1) {
    const before = currentLog()?.verifierKey;
    rotateLogKey();
    expect(await other.tell('commit issue 1')).toBe('done');
    commit(1);
    expect([currentLog()?.size, currentLog()?.verifierKey]).toEqual([
      3,
      expect.not.stringContaining(`${before}`),
    ]);
  }
  expect(checkLog().problems).toEqual([]);
  expect(readdirSync(env().KEYS_DIR).filter((name) => name.endsWith('.key.next'))).toEqual([]);
});
