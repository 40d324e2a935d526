import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { filedEntries, lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { log } from '#app/shared/log.server.ts';
import { installDatabase, sqlite, transaction } from '#db/client.ts';
import { logFile, ownEntries, ownLog } from '#tests/support/own-log.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { smallDisk } from '#tests/support/small-disk.ts';

const append = (document: string) => transaction((tx) => appendEntry(tx, 'issue', Buffer.from(document)));

/** Expects the entries of the database in the files, also after a restart. Entries of a failed commit may follow. */
function expectFilesAsDatabase() {
  installDatabase(new Database(sqlite().serialize()));
  expect(logState()).toEqual({ kind: 'ok' });
  expect(filedEntries(ownLog()).slice(0, ownLog().size)).toEqual(ownEntries());
  expect(lastFiledCheckpoint(ownLog())?.note).toBe(ownLog().checkpoint);
}

beforeEach(() => void vi.spyOn(log, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

it.each(['entries', 'checkpoints'] as const)(
  'commits nothing while there is no space for %s, and continues once there is',
  (kind) => {
    append('first');
    const path = logFile(kind);
    renameSync(path, `${path}.kept`);
    symlinkSync('/dev/full', path);
    expect(() => append('second')).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(ownEntries()).toHaveLength(1);
    rmSync(path);
    renameSync(`${path}.kept`, path);
    append('third');
    expect(ownEntries()).toHaveLength(2);
    expectFilesAsDatabase();
  },
);

it('commits nothing while KEYS_DIR is not writable, and continues once it is', () => {
  append('first');
  renameSync(env().KEYS_DIR, `${env().KEYS_DIR}.kept`);
  writeFileSync(env().KEYS_DIR, 'no folder');
  expect(() => append('second')).toThrow(expect.objectContaining({ code: 'busy' }));
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(ownEntries()).toHaveLength(1);
  rmSync(env().KEYS_DIR);
  renameSync(`${env().KEYS_DIR}.kept`, env().KEYS_DIR);
  append('third');
  expect(ownEntries()).toHaveLength(2);
  expectFilesAsDatabase();
});

it('overwrites the entries of a failed commit', () => {
  append('first');
  const fail = () =>
    transaction((tx) => {
      sqlite().pragma('defer_foreign_keys = ON');
      sqlite()
        .prepare("insert into certificate_revocations values ('none', 9, 'nobody', 'x', 'nobody', 0)")
        .run();
      appendEntry(tx, 'issue', Buffer.from('never committed'));
    });
  for (let count = 0; count < 100; count += 1) expect(fail).toThrow(/FOREIGN KEY/);
  expect(statSync(logFile('checkpoints')).size).toBeLessThanOrEqual(16_384);
  append('second');
  expect(ownEntries()).toHaveLength(2);
  expectFilesAsDatabase();
});

it('acknowledges a commit whose checkpoint cannot be written, and writes the checkpoint of the next', () => {
  append('first');
  transaction((tx) => {
    appendEntry(tx, 'issue', Buffer.from('second'));
    // The folder disappears between the commit and the write of the checkpoint.
    vi.spyOn(sqlite(), 'exec').mockImplementationOnce(() => {
      throw new Error('the disk was unplugged');
    });
  });
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(ownEntries()).toHaveLength(2);
  append('third');
  expectFilesAsDatabase();
});

it('creates no partial master key on a full disk', ({ skip }) => {
  const disk = smallDisk(1);
  try {
    skip(!disk.mounted, 'mounting a disk needs root');
    testEnvironment({ KEYS_DIR: disk.folder });
    disk.fill();
    expect(() => append('first')).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    disk.free();
    append('first');
    expectFilesAsDatabase();
  } finally {
    disk.remove();
  }
});

it('commits exactly the acknowledged entries on a disk that fills up', ({ skip }) => {
  const disk = smallDisk(1);
  try {
    skip(!disk.mounted, 'mounting a disk needs root');
    testEnvironment({ KEYS_DIR: disk.folder });
    append('first');
    disk.fill();
    let acknowledged = 1;
    const appendUntilFull = () => {
      for (;;) {
        append(`${acknowledged}`);
        acknowledged += 1;
      }
    };
    expect(appendUntilFull).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(appendUntilFull).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(acknowledged).toBeGreaterThan(3);
    expect(ownEntries()).toHaveLength(acknowledged);
    expectFilesAsDatabase();
    disk.free();
    append('last');
    expect(filedEntries(ownLog())).toEqual(ownEntries());
    expectFilesAsDatabase();
  } finally {
    disk.remove();
  }
});
