import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCheckpoint, parseEntry, parseVerifierKey, verifierKeyOf } from '@certrace/verify';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { beginNewOrigin, rotateLogKey } from '#app/credentials/new-origin.server.ts';
import { appendEntry } from '#app/log/append-entry.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { originDigest, verifierKeys } from '#app/log/log.server.ts';
import { lastFiledCheckpoint } from '#app/log/log-files.server.ts';
import { logPrivateKey, masterKey } from '#app/log/log-key.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { installDatabase, sqlite, transaction } from '#db/client.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { ownLog } from '#tests/support/own-log.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let home: string;
let keys: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'certrace-log-key-'));
  keys = join(home, 'keys');
  testEnvironment({ KEYS_DIR: keys });
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const append = (document: string) => transaction((tx) => appendEntry(tx, 'issue', Buffer.from(document)));
const read = (name: string) => readFileSync(join(keys, name), 'utf8');
/** As after a restart of the server. */
const restart = () => installDatabase(new Database(sqlite().serialize()));
const derived = (origin: string) =>
  verifierKeyOf({ name: origin, privateKey: logPrivateKey(masterKey(), origin) });

/** Expects that the log signs with a key that the master key does not reveal. */
function expectOwnKey() {
  const { verifierKey, origin, checkpoint } = ownLog();
  const key = parseVerifierKey(verifierKey);
  expect(key && openCheckpoint(checkpoint, key)).not.toBeNull();
  expect(verifierKey).not.toBe(derived(origin));
  expect(statSync(join(keys, 'log.key')).mode & 0o777).toBe(0o600);
}

describe('the log’s key', () => {
  it('is random, beside the master key, also when KEYS_DIR had a master key only', () => {
    const master = Buffer.alloc(32, 3).toString('hex');
    mkdirSync(keys);
    writeFileSync(join(keys, 'master.key'), `${master}\n`);
    append('first');
    expectOwnKey();
    expect(read('master.key').trim()).toBe(master);
  });

  it('is another one after a rotation, whose first entry commits to the last checkpoint', () => {
    append('first');
    append('second');
    const [old, oldKey] = [ownLog(), read('log.key')];
    rotateLogKey();
    append('third');
    expectOwnKey();
    expect(read('log.key')).not.toBe(oldKey);
    expect(existsSync(join(keys, 'log.key.next'))).toBe(false);
    const entry = sqlite().prepare("select entry from log_entries where type = 'origin'").pluck().get();
    expect(parseEntry(Buffer.from(String(entry)))?.digest).toBe(originDigest(old.checkpoint));
    expect(verifierKeys()).toEqual([old.verifierKey, ownLog().verifierKey]);
    expect(checkLog().problems).toEqual([]);
  });

  it('is a new one after log:new-origin too', () => {
    append('first');
    const before = read('log.key');
    beginNewOrigin();
    expect(read('log.key')).not.toBe(before);
    expectOwnKey();
  });

  it('of the old log stays while the commit of a new one fails', () => {
    append('first');
    const before = read('log.key');
    const fail = () =>
      transaction(() => {
        beginNewOrigin();
        throw new Error('a fault');
      });
    expect(fail).toThrow('a fault');
    expect(existsSync(join(keys, 'log.key.next'))).toBe(true);
    expect(read('log.key')).toBe(before);
    append('second');
    expect([ownLog().origin, ownLog().size]).toEqual(['localhost:3000/log', 2]);
    rotateLogKey();
    expect(checkLog().problems).toEqual([]);
  });

  it('is found after a crash between the commit and the renaming of its file', () => {
    append('first');
    copyFileSync(join(keys, 'log.key'), join(home, 'old.key'));
    rotateLogKey();
    renameSync(join(keys, 'log.key'), join(keys, 'log.key.next'));
    renameSync(join(home, 'old.key'), join(keys, 'log.key'));
    renameSync(keys, `${keys}-after`);
    // Another path, so that nothing is cached.
    testEnvironment({ KEYS_DIR: `${keys}-after` });
    keys = `${keys}-after`;
    restart();
    expect(logState()).toEqual({ kind: 'ok' });
    append('second');
    expect(existsSync(join(keys, 'log.key.next'))).toBe(false);
    expectOwnKey();
    expect(lastFiledCheckpoint(ownLog())?.note).toBe(ownLog().checkpoint);
  });
});

describe('lost keys', () => {
  /** Moves KEYS_DIR, so that no key is cached, and changes it. */
  function elsewhere(change: (folder: string) => void) {
    renameSync(keys, `${keys}-moved`);
    keys = `${keys}-moved`;
    change(keys);
    testEnvironment({ KEYS_DIR: keys });
    restart();
  }

  it.each([
    ['log.key is missing', 'log.key', null, 1],
    ['log.key is another one', 'log.key', Buffer.alloc(32, 9).toString('hex'), 1],
    ['master.key is missing', 'master.key', null, 2],
    ['master.key is another one', 'master.key', Buffer.alloc(32, 9).toString('hex'), 2],
  ])('stop the log when %s, until a new origin', async (_what, name, content, versions) => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer);
    elsewhere((folder) =>
      content === null ? rmSync(join(folder, name)) : writeFileSync(join(folder, name), content),
    );
    expect(logState()).toEqual({ kind: 'keys-lost' });
    await expect(makeCertificate(issuer, { allowDuplicate: true })).rejects.toMatchObject({ code: 'busy' });
    expect(rotateLogKey).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(checkLog().problems).toEqual([expect.stringContaining('master.key or log.key')]);
    expect(beginNewOrigin()).toBe('localhost:3000/log/2');
    await makeCertificate(issuer, { allowDuplicate: true });
    expect(logState()).toEqual({ kind: 'ok' });
    // Only the loss of the master key costs the issuers their keys.
    const count = sqlite().prepare('select count(*) from issuer_keys').pluck().get();
    expect(count).toBe(versions);
  });

  it('are a problem of fsck when a file is damaged', async () => {
    await makeCertificate(await makeIssuer());
    elsewhere((folder) => writeFileSync(join(folder, 'log.key'), 'damaged'));
    expect(checkLog().problems).toEqual([`KEYS_DIR: ${join(env().KEYS_DIR, 'log.key')} is damaged`]);
  });
});
