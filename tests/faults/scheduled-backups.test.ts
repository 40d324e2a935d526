import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { filesOfMedia } from '#app/files/media/files.server.ts';
import { lastBackupAt, listBackups, startBackups } from '#app/operations/scheduled-backups.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { registry } from '#app/shared/metrics.server.ts';
import { sqlite } from '#db/client.ts';
import { lockBackup } from '#db/lock.ts';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { peakOfChildren } from '#tests/support/processes.ts';
import { FAST_START, startServer } from '#tests/support/server.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** A backup has the lowest priority of the machine, so it waits for the tests that run beside it. */
const BESIDE_OTHERS = { timeout: 90_000 };

const folders = temporaryFolders();
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  folders.removeAll();
});

const OPERATOR = 'operator@certrace.example';
const NOON = Date.UTC(2026, 0, 31, 12);
const HOUR = 3_600_000;

/** Configures a site that makes a backup every six hours and keeps two. */
function scheduled() {
  const home = folders.make();
  openSite(home);
  const backups = join(home, 'backups');
  testEnvironment({
    ...placesIn(home),
    BACKUP_EVERY: '6h',
    BACKUP_KEEP: '2',
    BACKUP_DIR: backups,
    OPERATOR_EMAIL: OPERATOR,
  });
  mkdirSync(backups);
  return backups;
}

const at = (time: number) => setClock(() => time);
const names = () => listBackups().map(({ name }) => name);
const mails = () =>
  sqlite().prepare('select text from outbox where to_address = ?').pluck().all(OPERATOR) as string[];

/** Restarts the schedule, which makes a backup at once if one is due. */
async function restart() {
  await stop?.();
  stop = startBackups();
}

it('makes a backup when the newest is too old, and keeps BACKUP_KEEP of them', async () => {
  const backups = scheduled();
  for (const name of ['certrace-20260130T120000Z.tar', 'certrace-20260131T060000Z.tar', 'mine.tar']) {
    writeFileSync(join(backups, name), '');
  }
  at(NOON - 1);
  await restart();
  await restart();
  expect(names()).toHaveLength(2);
  at(NOON);
  await restart();
  await expect
    .poll(names, BESIDE_OTHERS)
    .toEqual(['certrace-20260131T120000Z.tar', 'certrace-20260131T060000Z.tar']);
  expect(readdirSync(backups)).toContain('mine.tar');
  expect(mails()).toEqual([]);
});

const failures = async () => {
  const { values = [] } = (await registry.getSingleMetric('certrace_backup_failures')?.get()) ?? {};
  return values[0]?.value ?? 0;
};

it('mails the operator once when backups begin to fail and once when one succeeds, and counts failures', async () => {
  const backups = scheduled();
  const before = await failures();
  const fails = async (time: number, expected: number) => {
    at(time);
    rmSync(backups, { recursive: true });
    writeFileSync(backups, 'a file where the folder was');
    await restart();
    await expect.poll(mails, BESIDE_OTHERS).toHaveLength(expected);
  };
  await fails(NOON, 1);
  await fails(NOON + HOUR, 1);
  expect(mails()[0]).toContain('BACKUP_DIR');
  rmSync(backups);
  mkdirSync(backups);
  await restart();
  await expect.poll(names, BESIDE_OTHERS).toHaveLength(1);
  await expect.poll(() => sqlite().prepare('select count(*) from operator_alerts').pluck().get()).toBe(0);
  expect(mails()[1]).toContain('Resolved: The backup failed');
  await fails(NOON + 9 * HOUR, 3);
  expect(await failures()).toBe(before + 3);
});

it('mails the operator the error message of a failed backup', async () => {
  scheduled();
  testEnvironment({
    ...placesIn(folders.make()),
    BACKUP_EVERY: '6h',
    BACKUP_DIR: folders.make(),
    OPERATOR_EMAIL: OPERATOR,
  });
  await restart();
  await expect.poll(mails, BESIDE_OTHERS).toEqual([expect.stringContaining('DATABASE_FILE: there is no')]);
});

it('makes a backup beside one from the future, which the clock was wrong about, and keeps that', async () => {
  const backups = scheduled();
  writeFileSync(join(backups, 'certrace-20300101T000000Z.tar'), '');
  at(NOON);
  await restart();
  await expect.poll(names, BESIDE_OTHERS).toEqual(['certrace-20260131T120000Z.tar']);
  expect(readdirSync(backups)).toContain('certrace-20300101T000000Z.tar');
});

it('mails the operator that a backup could not be started', async () => {
  scheduled();
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  at(NOON);
  try {
    await restart();
    await expect.poll(mails, BESIDE_OTHERS).toEqual([expect.stringContaining('could not be started')]);
  } finally {
    process.execPath = execPath;
  }
});

it('keeps one backup that lacks uploads, which replaces no complete one', async () => {
  scheduled();
  await makeWholeCourse(await makeIssuer());
  const video = sqlite().prepare("select id from media where kind = 'video'").pluck().get() as string;
  const path = join(env().UPLOADS_DIR, filesOfMedia(video, 'video')[0] ?? '');
  const backUpAt = async (hour: number, expected: string[]) => {
    at(NOON + hour * HOUR);
    await restart();
    await expect.poll(names, BESIDE_OTHERS).toEqual(expected);
  };
  await backUpAt(0, ['certrace-20260131T120000Z.tar']);
  renameSync(path, `${path}.away`);
  const complete = 'certrace-20260131T120000Z.tar';
  await backUpAt(6, ['certrace-20260131T180000Z.incomplete.tar', complete]);
  await backUpAt(12, ['certrace-20260201T000000Z.incomplete.tar', complete]);
  expect(lastBackupAt()).toBe(NOON);
  renameSync(`${path}.away`, path);
  await backUpAt(18, ['certrace-20260201T060000Z.tar', complete]);
});

describe('while another backup of the site runs', () => {
  let release: (() => void) | null;
  const begin = () => {
    const backups = scheduled();
    release = lockBackup(env().DATABASE_FILE);
    return backups;
  };
  afterEach(() => release?.());

  const read = (pid: number, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return ''; // it has ended
    }
  };
  const isBackup = (pid: number) => read(pid, 'cmdline').includes('scripts/backup.ts');
  /** The processes that a process has started for backups and that have come as far as the lock. */
  const waitingOf = (pid: number) =>
    [...peakOfChildren(pid).keys()].filter(
      (child) => isBackup(child) && read(child, 'maps').includes('better-sqlite3'),
    );

  it('the next one waits for its end', async () => {
    const backups = begin();
    await restart();
    await expect.poll(() => waitingOf(process.pid), BESIDE_OTHERS).toHaveLength(1);
    const file = join(backups, 'mine.tar');
    const other = spawn(process.execPath, ['scripts/backup.ts', file], {
      env: { ...FAST_START.env, ...placesIn(dirname(backups)) },
    });
    const [said] = (await once(other.stderr, 'data')) as [Buffer];
    expect(said.toString()).toBe('Another backup of this site is running: waiting for its end.\n');
    expect(readdirSync(backups)).toEqual([]);
    release?.();
    expect(await once(other, 'exit')).toEqual([0, null]);
    await expect.poll(names, BESIDE_OTHERS).toHaveLength(1);
    expect(readdirSync(backups)).toHaveLength(2);
  });

  it('one that waits ends with the server, and has not failed', async () => {
    begin();
    await restart();
    await expect.poll(() => waitingOf(process.pid), BESIDE_OTHERS).toHaveLength(1);
    await stop?.();
    stop = undefined;
    expect(waitingOf(process.pid)).toEqual([]);
    expect(mails()).toEqual([]);
  });

  it('one that waits ends when its server is killed', async () => {
    const BACKUP_DIR = begin();
    const server = await startServer({
      folder: dirname(BACKUP_DIR),
      env: { BACKUP_EVERY: '6h', BACKUP_DIR },
    });
    await expect.poll(() => waitingOf(server.pid), BESIDE_OTHERS).toHaveLength(1);
    const [child = 0] = waitingOf(server.pid);
    server.kill('SIGKILL');
    await server.exited;
    await expect.poll(() => isBackup(child), BESIDE_OTHERS).toBe(false);
  });
});
