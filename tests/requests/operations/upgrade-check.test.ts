import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { verifierKeyOf } from '@certrace/verify';
import { afterAll, afterEach, expect, it } from 'vitest';
import { logPrivateKey, masterKey } from '#app/log/log-key.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { migrateDatabase, schemaVersion } from '#db/migrate.ts';
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
import { migrationsUntil, migrationTags } from '#tests/support/old-databases.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { smallDisk } from '#tests/support/small-disk.ts';

const folders = temporaryFolders();
afterEach(() => {
  sqlite().close();
  folders.removeAll();
});

const check = (folder: string) => runScript(folder, 'upgrade-check', []);

/** The files in a folder with their hashes. SQLite's shared memory has the marks of readers. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('-shm') && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]);

/** A site of version 0.4.0, whose server runs. */
function openOldSite(folder: string) {
  sqlite().close();
  testEnvironment(placesIn(folder));
  openDatabase(placesIn(folder).DATABASE_FILE);
  const migrations = migrationsUntil(migrationTags.indexOf('0008_release-0-4-0') + 1);
  migrateDatabase(migrations);
  rmSync(migrations, { recursive: true });
}

/** Lets the migrations since 0.4.0 run again, which then find what they add. */
const forgetMigrations = () =>
  sqlite().exec(
    `delete from __drizzle_migrations where rowid > ${migrationTags.indexOf('0008_release-0-4-0') + 1}`,
  );

it('tries the migrations beside a server, and changes nothing', async () => {
  const home = folders.make();
  openOldSite(home);
  const before = filesIn(home);
  const { code, output } = await check(home);
  expect(output).toMatch(
    new RegExp(
      `^migration ok: 0008_release-0-4-0 to ${schemaVersion()} in [\\d.]+ s, after [\\d.]+ s for the copy$`,
      'm',
    ),
  );
  expect(output).toMatch(
    /^space {5}ok: [\d.]+ [KM]B for the copy, [\d.]+ [KM]B for the migration, of .+ free in /m,
  );
  expect(output).toMatch(/^database {2}ok: /m);
  expect(output).toMatch(/^audit {5}ok: /m);
  expect(code).toBe(0);
  expect(filesIn(home)).toEqual(before);
  sqlite().close();
  const stopped = filesIn(home);
  expect((await check(home)).code).toBe(0);
  expect(filesIn(home)).toEqual(stopped);
});

it('takes nothing for a problem that the server does meanwhile', async () => {
  const home = folders.make();
  openSite(home);
  const issuer = await makeIssuer();
  let isDone = false;
  const checked = check(home).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await makeCertificate(issuer);
    await makeWholeCourse(issuer);
  }
  const { code, output } = await checked;
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`migration ok: nothing to do, the schema is ${schemaVersion()}`),
  ]);
});

it('names in one line why a migration fails, and problems of the result', async () => {
  const home = folders.make();
  openSite(home);
  await makeWholeCourse(await makeIssuer());
  damageDatabase(sqlite());
  const damaged = await check(home);
  expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining(`\n  ${DAMAGE}\n`)]);
  forgetMigrations();
  const before = filesIn(home);
  const { code, output } = await check(home);
  expect(output).toMatch(
    /^migration 1 problem: .* to .*\n {2}.*(?:already exists|duplicate column name).*\n/,
  );
  expect(output).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
  expect(filesIn(home)).toEqual(before);
});

it('says in one line when the database is newer or missing', async () => {
  const home = folders.make();
  openSite(home);
  sqlite().exec("insert into __drizzle_migrations (hash, created_at) values ('', 9e15)");
  const file = placesIn(home).DATABASE_FILE;
  expect(await check(home)).toEqual({
    code: 2,
    output: `DATABASE_FILE: a newer version of Certrace has changed ${file}; start that version, or restore a backup of this one\n`,
  });
  const empty = folders.make();
  expect(await check(empty)).toEqual({
    code: 2,
    output: `DATABASE_FILE: there is no ${placesIn(empty).DATABASE_FILE}\n`,
  });
  expect(readdirSync(empty)).toEqual([]);
});

it('of a log whose key is derived from the master key names the command to run in 0.4, as a start does', async () => {
  const home = folders.make();
  openOldSite(home);
  const { DATABASE_FILE } = placesIn(home);
  const name = 'certs.example.org/log';
  const verifierKey = verifierKeyOf({ name, privateKey: logPrivateKey(masterKey(), name) });
  sqlite()
    .prepare(
      `insert into logs (number, origin, verifier_key, first_seq, size, checkpoint, started_at)
       values (1, ?, ?, 1, 0, '', 1)`,
    )
    .run(name, verifierKey);
  sqlite().close();
  const before = readFileSync(DATABASE_FILE);
  const problem =
    'DATABASE_FILE: the key of the log is derived from master.key; run `npm run keys:rotate -- --log` in version 0.4 first\n';
  expect(await check(home)).toEqual({
    code: 1,
    output: `migration 1 problem: 0008_release-0-4-0 to ${schemaVersion()}\n  ${problem}`,
  });
  expect(await runScript(home, 'fsck', [])).toEqual({ code: 2, output: problem });
  const start = await runScript(home, '../server', [], { SESSION_SECRET: 'x'.repeat(40) });
  expect(start).toEqual({ code: 1, output: expect.stringContaining(`\n${problem}`) });
  expect(readFileSync(DATABASE_FILE).equals(before)).toBe(true);
});

const disk = smallDisk(24);
afterAll(() => disk.remove());
it.skipIf(!disk.mounted)('tries nothing that could fill the disk of the server', async () => {
  openOldSite(disk.folder);
  disk.fill();
  const before = filesIn(disk.folder);
  expect(await check(disk.folder)).toEqual({
    code: 2,
    output: expect.stringMatching(
      /^DATABASE_FILE: trying the upgrade needs 2\d MB of free space in .*, which has 0 KB\.\n$/,
    ),
  });
  expect(filesIn(disk.folder)).toEqual(before);
});
