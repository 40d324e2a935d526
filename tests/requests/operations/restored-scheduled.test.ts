import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { findBatch } from '#app/batches/batch.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { changeScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { setHoldMinutes } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { findScheduled } from '#app/certificates/scheduled/scheduled-certificate.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { restoreBackup } from '#app/operations/restore-backup.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { stopClock } from '#tests/support/clock.ts';
import { csvOf, makeBatch, makeCertificate, makeIssuer } from '#tests/support/factories.ts';
import { subjectsTo } from '#tests/support/mails.ts';
import { schedule } from '#tests/support/scheduled.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

const PASSPHRASE = 'four words of a passphrase';
const HOUR_MS = 3_600_000;

/** Restores a backup in which a certificate and a row of a batch wait, and lets their time come. */
async function restoredWaiting(isFinal: boolean) {
  const forward = stopClock();
  openSite(folders.make());
  const issuer = await makeIssuer();
  await makeCertificate(issuer, { courseName: 'Optics' });
  const { uniqueId } = await schedule(issuer);
  setHoldMinutes(issuer.actor, { holdMinutes: 1 });
  const { id } = await makeBatch(issuer, csvOf(1));
  startBatch(issuer.actor, id);
  await issueBatches();
  const file = join(folders.make(), 'site.tar');
  await writeBackup(file, PASSPHRASE);
  const place = folders.make();
  testEnvironment(placesIn(place));
  await restoreBackup(file, { passphrase: PASSPHRASE, isFinal });
  sqlite().close();
  openDatabase(placesIn(place).DATABASE_FILE);
  forward(HOUR_MS);
  await issueScheduled();
  return { issuer, uniqueId, id, forward };
}
const count = (what: string) => sqlite().prepare(`select count(*) from ${what}`).pluck().get();

it('certificates that wait in a backup are not issued, because they may have been withdrawn since, unless the issuer confirms them', async () => {
  const { issuer, uniqueId, id, forward } = await restoredWaiting(false);
  beginNewOrigin();
  await issueScheduled();
  expect([count('certificates'), count('scheduled_certificates')]).toEqual([1, 2]);
  expect(findScheduled(issuer.actor, uniqueId)?.notIssued).toMatch(/^A backup was restored\./);
  expect(findBatch(issuer.actor, id)).toMatchObject({ status: 'done', issued: 0, failed: 1 });
  expect(subjectsTo(issuer.email)).toContain('2 scheduled certificates were not issued');
  expect(await changeScheduled(issuer.actor, uniqueId, {})).toMatchObject({ notIssued: null });
  forward(HOUR_MS);
  await issueScheduled();
  expect([count('certificates'), count('scheduled_certificates')]).toEqual([2, 1]);
});

it('they are issued after a final backup', async () => {
  await restoredWaiting(true);
  expect([count('certificates'), count('scheduled_certificates')]).toEqual([3, 0]);
});

it('those of a standby are not issued if its database lacks entries of the log', async () => {
  const [home, standby] = [folders.make(), folders.make()];
  openSite(home);
  const issuer = await makeIssuer();
  await makeCertificate(issuer);
  await schedule(issuer, { courseName: 'Law' });
  const { DATABASE_FILE } = placesIn(standby);
  sqlite().exec(`vacuum into '${DATABASE_FILE}'`);
  const { KEYS_DIR } = placesIn(home);
  const catchUp = async () => {
    const { output } = await runScript(standby, 'log-catch-up', [], { KEYS_DIR });
    const database = new Database(DATABASE_FILE, { readonly: true });
    const isDue = database.prepare('select due_at = 0 from scheduled_certificates').pluck().get();
    database.close();
    return [output.split('.')[0], isDue];
  };
  expect(await catchUp()).toEqual(['Restored 0 entries', 0]);
  await makeCertificate(issuer, { courseName: 'Optics' });
  expect(await catchUp()).toEqual(['Restored 1 entry', 1]);
});
