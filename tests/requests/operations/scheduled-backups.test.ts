import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listBackups, startBackups } from '#app/operations/scheduled-backups.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { openSite, placesIn, temporaryFolders } from '#tests/support/backups.ts';
import { testEnvironment } from '#tests/support/setup.ts';

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
  sqlite.prepare('select text from outbox where to_address = ?').pluck().all(OPERATOR) as string[];

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
    .poll(names, { timeout: 20_000 })
    .toEqual(['certrace-20260131T120000Z.tar', 'certrace-20260131T060000Z.tar']);
  expect(readdirSync(backups)).toContain('mine.tar');
  expect(mails()).toEqual([]);
});

it('mails the operator once when backups begin to fail and once when one succeeds', async () => {
  const backups = scheduled();
  const fails = async (time: number, expected: number) => {
    at(time);
    rmSync(backups, { recursive: true });
    writeFileSync(backups, 'a file where the folder was');
    await restart();
    await expect.poll(mails).toHaveLength(expected);
  };
  await fails(NOON, 1);
  await fails(NOON + HOUR, 1);
  expect(mails()[0]).toContain('BACKUP_DIR');
  rmSync(backups);
  mkdirSync(backups);
  await restart();
  await expect.poll(names, { timeout: 20_000 }).toHaveLength(1);
  await expect.poll(() => sqlite.prepare('select count(*) from operator_alerts').pluck().get()).toBe(0);
  expect(mails()[1]).toContain('Resolved: The backup failed');
  await fails(NOON + 9 * HOUR, 3);
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
  await expect
    .poll(mails, { timeout: 20_000 })
    .toEqual([expect.stringContaining('DATABASE_FILE: there is no')]);
});
