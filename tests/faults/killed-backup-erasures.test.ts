import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { restoreBackup } from '#app/operations/restore-backup.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { EMAIL, erase, HELD, NAME, rows } from '#tests/support/erasures.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { crashPoints } from '#tests/support/killed-site.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** Where the command is killed, and whether the archive is the new one afterwards. */
const POINTS = [
  { inside: 'eraseCertificates enter#1', isNew: false },
  { inside: 'eraseCertificates leave#1', isNew: false },
  { inside: 'recordBackup leave#1', isNew: false },
  { inside: 'syncFolder enter#1', isNew: true },
];

const folders = temporaryFolders();
afterEach(folders.removeAll);
afterAll(() => sqlite().close());

const names = (bytes: Buffer) => [NAME, EMAIL].filter((text) => bytes.includes(text));

it.each(POINTS)(
  'a killed erasure leaves the old archive or the new one: $inside',
  { timeout: 60_000 },
  async ({ inside, isNew }) => {
    const [home, place, backups] = [folders.make(), folders.make(), folders.make()];
    openSite(home);
    const issuer = await makeIssuer();
    for (const courseName of ['Rowing', 'Sailing']) await makeCertificate(issuer, { ...HELD, courseName });
    const file = join(backups, 'site.tar');
    await writeBackup(file);
    const old = readFileSync(file);
    expect(names(old)).toEqual([NAME, EMAIL]);
    const office = await makeSuperAdmin();
    expect((await erase(office, { password: SUPER_ADMIN_PASSWORDS[0] })).status).toBe(200);

    const CRASH_FILE = join(home, 'crash');
    writeFileSync(CRASH_FILE, inside);
    const killed = await runScript(home, 'erase', ['--apply-to', file], crashPoints(CRASH_FILE));
    expect(killed.code).toBe(null);
    rmSync(CRASH_FILE);
    expect(readFileSync(file).equals(old)).toBe(!isNew);

    // The next run finishes, and removes what the killed one left as soon as that is a minute old.
    for (const name of readdirSync(backups)) if (name !== 'site.tar') utimesSync(join(backups, name), 1, 1);
    const again = await runScript(home, 'erase', ['--apply-to', file]);
    expect([again.code, again.output]).toEqual([
      0,
      expect.stringContaining(isNew ? 'names no holder' : '2 certificates lost the holder'),
    ]);
    expect(readdirSync(backups)).toEqual(['site.tar']);
    expect(names(readFileSync(file))).toEqual([]);
    sqlite().close();
    testEnvironment(placesIn(place));
    await restoreBackup(file);
    openDatabase(placesIn(place).DATABASE_FILE);
    expect(rows('select student_name from certificates')).toEqual(['Erased', 'Erased']);
    expect(sqlite().pragma('integrity_check', { simple: true })).toBe('ok');
  },
);
