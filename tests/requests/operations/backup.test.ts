import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { type Pack, pack } from 'tar-stream';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import {
  DATABASE_ENTRY,
  formatManifest,
  MANIFEST_ENTRY,
  type ManifestEntry,
} from '#app/operations/archive.server.ts';
import { restoreBackup } from '#app/operations/restore-backup.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { lockBackup } from '#db/lock.ts';
import {
  DAMAGE,
  damageDatabase,
  openSite,
  placesIn,
  runScript,
  temporaryFolders,
} from '#tests/support/backups.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { smallDisk } from '#tests/support/small-disk.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

const PASSPHRASE = 'four words of a passphrase';

/** Creates a site with a certificate and a course, and backs it up. */
async function backedUp(passphrase?: string) {
  const home = folders.make();
  openSite(home);
  const issuer = await makeIssuer();
  const certificate = await makeCertificate(issuer);
  await makeWholeCourse(issuer);
  const file = join(folders.make(), 'site.tar');
  const report = await writeBackup(file, passphrase);
  return { home, issuer, certificate, file, report };
}

/** Creates an empty folder and configures this process to restore into it. */
function emptyPlace() {
  const folder = folders.make();
  testEnvironment(placesIn(folder));
  return folder;
}

const uploadsIn = (folder: string) =>
  readdirSync(join(folder, 'uploads'), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('tmp') && statSync(join(folder, 'uploads', name)).isFile())
    .sort();

const rowsOf = (folder: string, table: string) => {
  const database = new Database(placesIn(folder).DATABASE_FILE, { readonly: true });
  const rows = database.prepare(`select * from ${table}`).all();
  database.close();
  return rows;
};

describe('a backup', () => {
  it('restores rows and files elsewhere, readable only by this user', async () => {
    const { home, file, report } = await backedUp();
    expect([report.uploads, report.missing, statSync(file).mode & 0o777]).toEqual([4, [], 0o600]);
    const place = emptyPlace();
    expect(await restoreBackup(file)).toMatchObject({ uploads: 4, keys: 'none', missing: [] });
    expect(readdirSync(place).sort()).toEqual(['certrace.sqlite', 'certrace.sqlite-lock', 'uploads']);
    expect(uploadsIn(place)).toEqual(uploadsIn(home));
    for (const name of uploadsIn(home)) {
      expect(
        readFileSync(join(place, 'uploads', name)).equals(readFileSync(join(home, 'uploads', name))),
      ).toBe(true);
    }
    for (const table of ['certificates', 'media', 'log_entries', 'users']) {
      expect(rowsOf(place, table)).toEqual(rowsOf(home, table));
    }
    expect(statSync(placesIn(place).DATABASE_FILE).mode & 0o777).toBe(0o600);
  });

  it('does not restore a file whose row was deleted during the backup', async () => {
    const { home } = await backedUp();
    const before = uploadsIn(home);
    mkdirSync(join(home, 'uploads/videos/00'), { recursive: true });
    writeFileSync(join(home, 'uploads/videos/00/01a2b3c4-0000-7000-8000-000000000000'), 'a deleted video');
    const file = join(folders.make(), 'later.tar');
    expect((await writeBackup(file)).uploads).toBe(5);
    const place = emptyPlace();
    expect((await restoreBackup(file)).uploads).toBe(4);
    expect(uploadsIn(place)).toEqual(before);
  });

  it('names files that were already missing', async () => {
    const { home } = await backedUp();
    const [lost = ''] = uploadsIn(home);
    rmSync(join(home, 'uploads', lost));
    const file = join(folders.make(), 'later.tar');
    expect((await writeBackup(file)).missing).toEqual([lost]);
    emptyPlace();
    expect((await restoreBackup(file)).missing).toEqual([lost]);
  });

  it('leaves nothing when it is stopped', async () => {
    await backedUp();
    const stop = new AbortController();
    const folder = folders.make();
    const backup = writeBackup(join(folder, 'site.tar'), undefined, { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(backup).rejects.toThrow('stopped');
    expect(readdirSync(folder)).toEqual([]);
    expect((await writeBackup(join(folder, 'site.tar'))).uploads).toBe(4);
  });

  it('fails when the database is damaged', async () => {
    await backedUp();
    damageDatabase(sqlite());
    const folder = folders.make();
    await expect(writeBackup(join(folder, 'site.tar'))).rejects.toThrow(`The database is damaged: ${DAMAGE}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fails when a restore would reject its database', async () => {
    await backedUp();
    sqlite().pragma('foreign_keys = OFF');
    sqlite().exec('delete from courses');
    const folder = folders.make();
    await expect(writeBackup(join(folder, 'site.tar'))).rejects.toThrow(
      /The database is damaged: \d+ references to rows that do not exist/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('contains only files of rows from UPLOADS_DIR', async () => {
    const { home } = await backedUp();
    // As if DATABASE_FILE, KEYS_DIR or BACKUP_DIR were below UPLOADS_DIR.
    mkdirSync(join(home, 'uploads/keys'));
    writeFileSync(join(home, 'uploads/keys/master.key'), 'a secret');
    const file = join(folders.make(), 'later.tar');
    expect((await writeBackup(file)).uploads).toBe(4);
    expect(readFileSync(file).includes('a secret')).toBe(false);
  });

  it('removes what killed ones left, and leaves running ones alone', async () => {
    await backedUp();
    const folder = folders.make();
    const names = ['.certrace-backup-killed', '.certrace-backup-running'];
    const [killed = '', running = ''] = names.map((name) => join(folder, name));
    for (const each of [killed, running]) {
      mkdirSync(each);
      writeFileSync(join(each, 'site.tar'), 'a part');
    }
    const release = lockBackup(join(running, 'folder'));
    const anHourAgo = Date.now() / 1_000 - 3_600;
    for (const each of [killed, running]) utimesSync(each, anHourAgo, anHourAgo);
    await writeBackup(join(folder, 'site.tar'));
    expect(readdirSync(folder).sort()).toEqual(['.certrace-backup-running', 'site.tar']);
    release?.();
  });

  it('is restored after an interrupted restore, whose temporary files are removed', async () => {
    const { file } = await backedUp();
    const place = emptyPlace();
    for (const name of ['certrace.sqlite-restore-a1B2c3', 'uploads/tmp/restore-a1B2c3/videos']) {
      mkdirSync(join(place, name), { recursive: true });
      writeFileSync(join(place, name, 'part'), 'a part');
    }
    expect(await restoreBackup(file)).toMatchObject({ uploads: 4 });
    expect(readdirSync(place).sort()).toEqual(['certrace.sqlite', 'certrace.sqlite-lock', 'uploads']);
    expect(readdirSync(join(place, 'uploads/tmp'))).toEqual([]);
  });

  it('overwrites no files, neither when it is written nor when it is restored', async () => {
    const { home, file } = await backedUp();
    await expect(writeBackup(file)).rejects.toThrow('already exists');
    await expect(restoreBackup(file)).rejects.toThrow(/^DATABASE_FILE: .* exists/);
    const place = emptyPlace();
    mkdirSync(join(place, 'uploads/videos'), { recursive: true });
    await expect(restoreBackup(file)).rejects.toThrow(/^UPLOADS_DIR: .* not empty/);
    expect(readdirSync(place).sort()).toEqual(['certrace.sqlite-lock', 'uploads']);
    expect(uploadsIn(home)).toHaveLength(4);
  });

  it('is not restored while a server or another restore works there', async () => {
    const { file } = await backedUp();
    const place = emptyPlace();
    // The lock of another process.
    const other = new Database(`${placesIn(place).DATABASE_FILE}-lock`);
    other.exec('begin immediate');
    await expect(restoreBackup(file)).rejects.toThrow(
      /^DATABASE_FILE: a server or another restore is running/,
    );
    other.close();
    expect(await restoreBackup(file)).toMatchObject({ uploads: 4 });
  });
});

describe('a check of a backup', () => {
  it('says what is in it and where it would be put, and changes nothing', async () => {
    const { home, file } = await backedUp(PASSPHRASE);
    const place = folders.make();
    const free = await runScript(place, 'restore', ['--check', file]);
    expect(free).toEqual({ code: 0, output: expect.stringContaining('4 uploads of') });
    expect(free.output).toContain('with encrypted keys, which --with-keys checks');
    expect(free.output).toContain(
      `DATABASE_FILE ${join(place, 'certrace.sqlite')}, UPLOADS_DIR ${join(place, 'uploads')}.\nThat place is empty.`,
    );
    expect(readdirSync(place)).toEqual([]);
    sqlite().close();
    const before = readdirSync(home, { recursive: true });
    const taken = await runScript(home, 'restore', ['--check', file, '--with-keys'], {
      BACKUP_PASSPHRASE: PASSPHRASE,
    });
    expect(taken).toEqual({
      code: 0,
      output: expect.stringContaining('with keys, which the passphrase opens'),
    });
    expect(taken.output).toMatch(/^It would refuse at present: DATABASE_FILE: .* exists/m);
    expect(readdirSync(home, { recursive: true })).toEqual(before);
  });

  it('says in one line that it is damaged, or of a newer version, as a restore does', async () => {
    const { file } = await backedUp();
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(600) ^ 1, 600);
    const damaged = join(folders.make(), 'damaged.tar');
    writeFileSync(damaged, bytes);
    const place = emptyPlace();
    expect(await runScript(place, 'restore', ['--check', damaged])).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The backup is damaged: .* is not as it was written\. Nothing was restored\.\n$/,
      ),
    });
    sqlite().exec("insert into __drizzle_migrations (hash, created_at) values ('', 9e15)");
    const newer = join(folders.make(), 'newer.tar');
    testEnvironment(placesIn(dirname(sqlite().name)));
    await writeBackup(newer);
    testEnvironment(placesIn(place));
    expect(await runScript(place, 'restore', ['--check', newer])).toEqual({
      code: 1,
      output:
        'The backup is of a newer version of Certrace, or of 0.3 or older: restore it with that version.\n',
    });
    expect(readdirSync(place)).toEqual([]);
    await expect(restoreBackup(newer)).rejects.toThrow('of a newer version');
    expect(uploadsIn(place)).toEqual([]);
  });
});

describe('keys', () => {
  it('are not in a backup by default', async () => {
    const { home, file } = await backedUp();
    for (const name of ['master.key', 'log.key']) {
      const key = readFileSync(join(home, 'keys', name));
      expect(readFileSync(file).includes(key.subarray(0, 64))).toBe(false);
    }
    emptyPlace();
    await expect(restoreBackup(file, { passphrase: PASSPHRASE })).rejects.toThrow('has no keys');
  });

  it('are not restored over other keys', async () => {
    const { file } = await backedUp(PASSPHRASE);
    const place = emptyPlace();
    mkdirSync(join(place, 'keys'));
    writeFileSync(join(place, 'keys/master.key'), 'the key of another site');
    await expect(restoreBackup(file, { passphrase: PASSPHRASE })).rejects.toThrow(
      /^KEYS_DIR: .* is not empty/,
    );
    expect(readdirSync(place).sort()).toEqual(['certrace.sqlite-lock', 'keys']);
    expect(readFileSync(join(place, 'keys/master.key'), 'utf8')).toBe('the key of another site');
    expect(await restoreBackup(file)).toMatchObject({ keys: 'kept' });
  });

  it('are encrypted with the passphrase, and stop the log after a restore', async () => {
    const { home, issuer, file } = await backedUp(PASSPHRASE);
    const keys = ['master.key', 'log.key'].map((name) => readFileSync(join(home, 'keys', name)));
    for (const key of keys) expect(readFileSync(file).includes(key.subarray(0, 64))).toBe(false);
    const place = emptyPlace();
    await expect(restoreBackup(file, { passphrase: 'another passphrase' })).rejects.toThrow(
      'passphrase is wrong',
    );
    expect(existsSync(placesIn(place).DATABASE_FILE)).toBe(false);
    expect(await restoreBackup(file, { passphrase: PASSPHRASE })).toMatchObject({ keys: 'restored' });
    const restored = ['master.key', 'log.key'].map((name) => readFileSync(join(place, 'keys', name)));
    expect(restored).toEqual(keys);
    const modes = ['keys', 'keys/master.key', 'keys/log.key'].map(
      (name) => statSync(join(place, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    sqlite().close();
    openDatabase(placesIn(place).DATABASE_FILE);
    expect(logState()).toEqual({ kind: 'restored', size: expect.any(Number) });
    await expect(makeCertificate(issuer)).rejects.toMatchObject({ code: 'busy' });
    beginNewOrigin();
    await makeCertificate(issuer);
    expect(logState()).toEqual({ kind: 'ok' });
  });

  it('continue the log at once after a final backup', async () => {
    const { file } = await backedUp(PASSPHRASE);
    const place = emptyPlace();
    await restoreBackup(file, { passphrase: PASSPHRASE, isFinal: true });
    sqlite().close();
    openDatabase(placesIn(place).DATABASE_FILE);
    expect(logState()).toEqual({ kind: 'ok' });
  });
});

describe('restoring rejects a damaged archive', () => {
  /** Expects a restore to fail without leaving files, and returns the error's name and message. */
  async function expectRejected(bytes: Buffer) {
    const place = emptyPlace();
    const file = join(folders.make(), 'damaged.tar');
    writeFileSync(file, bytes);
    const message = await restoreBackup(file).then(
      () => 'restored',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    expect(existsSync(placesIn(place).DATABASE_FILE)).toBe(false);
    expect(existsSync(join(place, 'uploads')) ? uploadsIn(place) : []).toEqual([]);
    return message;
  }

  it('that is truncated or changed', async () => {
    const { file } = await backedUp();
    const whole = readFileSync(file);
    for (const part of [0, 0.1, 0.5, 0.9]) {
      expect(await expectRejected(whole.subarray(0, Math.floor(whole.length * part)))).toMatch(
        /^AppError: .* is damaged/,
      );
    }
    // Cut within the manifest, at the end of the archive.
    expect(await expectRejected(whole.subarray(0, whole.length - 3_000))).toMatch(/is damaged/);
    for (const part of [0.2, 0.7]) {
      const changed = Buffer.from(whole);
      const at = Math.floor(whole.length * part);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(await expectRejected(changed)).toMatch(/is not as it was written|is damaged/);
    }
  });

  const archive = async (fill: (tar: Pack) => void) => {
    const tar = pack({});
    fill(tar);
    tar.finalize();
    return buffer(tar as unknown as AsyncIterable<Buffer>);
  };

  it.each([
    'uploads/../../escaped',
    '../escaped',
    '/tmp/escaped',
    'uploads//escaped',
    'uploads/videos/../../../escaped',
    'uploads/.hidden',
    'uploads\\..\\escaped',
    'server.ts',
  ])('with an entry named %s', async (name) => {
    expect(await expectRejected(await archive((tar) => tar.entry({ name }, 'x')))).toMatch(
      /has an entry named/,
    );
  });

  it.each([
    ['symlink', 'uploads/videos'],
    ['link', 'uploads/videos'],
    ['directory', 'uploads/videos'],
    ['fifo', 'uploads/videos'],
  ] as const)('with a %s', async (type, name) => {
    const bytes = await archive((tar) => tar.entry({ name, type, linkname: '/etc/passwd', size: 0 }));
    expect(await expectRejected(bytes)).toMatch(/is not a file/);
  });

  it('with a duplicate entry, without a manifest, or with files that the manifest lacks', async () => {
    const twice = await archive((tar) => {
      tar.entry({ name: 'uploads/a' }, 'x');
      tar.entry({ name: 'uploads/a' }, 'x');
    });
    expect(await expectRejected(twice)).toMatch(/twice/);
    expect(await expectRejected(await archive((tar) => tar.entry({ name: 'uploads/a' }, 'x')))).toMatch(
      /its end is missing/,
    );
    const manifest = JSON.stringify({
      format: 'certrace-backup-1',
      createdAt: '2026-01-01T00:00:00Z',
      entries: [],
    });
    const more = await archive((tar) => {
      tar.entry({ name: 'uploads/a' }, 'x');
      tar.entry({ name: 'manifest.json' }, manifest);
    });
    expect(await expectRejected(more)).toMatch(/uploads\/a is not as it was written/);
  });

  /** An archive of this database, changed by `change`, whose hashes are right. */
  async function archiveOf(change: (database: Database.Database) => void, more: ManifestEntry[] = []) {
    const copy = join(folders.make(), DATABASE_ENTRY);
    await sqlite().backup(copy);
    const database = new Database(copy);
    database.pragma('foreign_keys = OFF');
    change(database);
    database.close();
    const bytes = readFileSync(copy);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const entries = [{ name: DATABASE_ENTRY, size: bytes.length, sha256 }, ...more];
    return archive((tar) => {
      tar.entry({ name: DATABASE_ENTRY }, bytes);
      tar.entry({ name: MANIFEST_ENTRY }, formatManifest(new Date(), entries));
    });
  }

  it('with a damaged database, or without a file of its manifest', async () => {
    await backedUp();
    const damaged = await archiveOf(damageDatabase);
    const dangling = await archiveOf((database) => void database.exec('delete from courses'));
    const lost = { name: 'uploads/videos/00/a', size: 1, sha256: '0'.repeat(64) };
    const incomplete = await archiveOf(() => undefined, [lost]);
    expect(await expectRejected(damaged)).toContain(`its database: ${DAMAGE}`);
    expect(await expectRejected(dangling)).toMatch(/its database: \d+ references to rows that do not exist/);
    expect(await expectRejected(incomplete)).toContain(`${lost.name} is missing`);
  });
});

const disk = smallDisk(1);
const siteDisk = smallDisk(20);
/** With room for one file. */
const keysDisk = smallDisk(1, 2);
describe.skipIf(!disk.mounted || !keysDisk.mounted)('on a full disk (needs root to mount one)', () => {
  afterAll(() => {
    for (const each of [disk, siteDisk, keysDisk]) each.remove();
  });

  it('an interrupted restore leaves no keys that could continue the log', async () => {
    const { file } = await backedUp(PASSPHRASE);
    testEnvironment({ ...placesIn(folders.make()), KEYS_DIR: keysDisk.folder });
    await expect(restoreBackup(file, { passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'storage-full',
    });
    expect(readdirSync(keysDisk.folder)).toEqual(['restored']);
  });

  it('a backup to another disk succeeds', async () => {
    openSite(siteDisk.folder);
    await makeIssuer();
    siteDisk.fill();
    expect(await writeBackup(join(folders.make(), 'site.tar'))).toMatchObject({ missing: [] });
    sqlite().close();
  });

  it('a backup fails and leaves no file', async () => {
    await backedUp();
    const file = join(disk.folder, 'site.tar');
    await expect(writeBackup(file)).rejects.toMatchObject({ code: 'storage-full' });
    expect(readdirSync(disk.folder)).toEqual([]);
  });
});
