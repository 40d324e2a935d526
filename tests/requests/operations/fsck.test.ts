import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { beginNewOrigin } from '#app/credentials/new-origin.server.ts';
import { filesOfMedia } from '#app/files/media/files.server.ts';
import { checkPayments } from '#app/operations/check-payments.server.ts';
import { checkStorage } from '#app/operations/check-storage.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { sqlite } from '#db/client.ts';
import {
  DAMAGE,
  damageDatabase,
  openSite,
  placesIn,
  runScript,
  temporaryFolders,
} from '#tests/support/backups.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

/** Creates a site with two logs that have every type of entry. */
async function site() {
  const home = folders.make();
  openSite(home);
  const issuer = await makeIssuer();
  const certificate = await makeCertificate(issuer);
  await makeCertificate(issuer);
  await payFor(await makeVerifier(), certificate.uniqueId);
  revokeCertificate(issuer.actor, certificate.uniqueId, { reason: 'An error' });
  await makeWholeCourse(issuer);
  beginNewOrigin();
  await makeCertificate(issuer);
  const video = sqlite().prepare("select id from media where kind = 'video'").pluck().get() as string;
  const [path = ''] = filesOfMedia(video, 'video');
  return { home, video: join(home, 'uploads', path), name: path };
}

const problems = async (backup?: string) =>
  (await checkStorage({ backup })).flatMap((check) => check.problems);

it('finds no problems in an intact site and exits with 0', async () => {
  const { home } = await site();
  expect(await problems()).toEqual([]);
  const { code, output } = await runScript(home, 'fsck', []);
  expect(output).toMatch(
    /^contents: 4 of 4 files, .*\ndatabase +ok: .*\npayments +ok: .*\nuploads +ok: 4 of 4 files of rows\nlog +ok: \d+ entries.*\nrecords +ok: .*\naudit +ok: \d+ rows.*\ncontents +ok: 4 files of uploads, /m,
  );
  expect(code).toBe(0);
});

it('leaves a row in the audit trail, but not in one that was changed', async () => {
  const { home, video } = await site();
  const rows = () =>
    sqlite().prepare("select after from audit_rows where act = 'storage.checked' order by seq").pluck().all();
  rmSync(video);
  expect((await runScript(home, 'fsck', [])).code).toBe(1);
  expect(rows()).toEqual(['{"problems":1,"quick":false}']);
  sqlite().exec(
    "drop trigger audit_rows_unchanged; update audit_rows set address = '192.0.2.99' where seq = 1",
  );
  const { code, output } = await runScript(home, 'fsck', ['--quick']);
  expect(code).toBe(1);
  expect(output).toContain('row 1 was changed');
  expect(output).toContain('This check is not in the audit trail, which is left as it was found.');
  expect(rows()).toHaveLength(1);
});

it('names missing, truncated, changed and orphaned files and exits with 1', async () => {
  const { home, video, name } = await site();
  const whole = readFileSync(video);
  const backup = join(folders.make(), 'site.tar');
  await writeBackup(backup);
  expect(await problems(backup)).toEqual([]);

  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
  writeFileSync(video, changed);
  const isChanged = `${name}: its bytes have changed`;
  expect(await problems()).toEqual([isChanged]);
  expect(await problems(backup)).toEqual([`${name} differs from the backup`, isChanged]);

  appendFileSync(video, 'x');
  expect(await problems()).toEqual([`${name}: ${whole.length + 1} bytes instead of ${whole.length}`]);

  rmSync(video);
  const orphan = 'videos/00/01a2b3c4-0000-7000-8000-000000000000';
  mkdirSync(join(home, 'uploads/videos/00'), { recursive: true });
  writeFileSync(join(home, 'uploads', orphan), 'x');
  expect(await problems()).toEqual([`${name} is missing`, `${orphan} belongs to no row`]);
  const { code, output } = await runScript(home, 'fsck', []);
  expect(code).toBe(1);
  expect(output).toContain(`uploads   2 problems: 3 of 4 files of rows\n  ${name} is missing\n`);
});

it('does not migrate the database of a running server', async () => {
  const home = folders.make();
  openSite(home);
  const { DATABASE_FILE } = placesIn(home);
  // As if an older version had made the database.
  sqlite().exec(
    'delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)',
  );
  sqlite().close();
  // The lock of a server.
  const server = new Database(`${DATABASE_FILE}-lock`);
  server.exec('begin immediate');
  expect(await runScript(home, 'fsck', [])).toEqual({
    code: 2,
    output: `DATABASE_FILE: a server of an older version is running on ${DATABASE_FILE}. Stop it, or run this command in its version\n`,
  });
  expect(readdirSync(home).filter((name) => name.includes('.before-'))).toEqual([]);
  server.close();
});

it('finds changed documents and log entries, broken references and a damaged database', async () => {
  await site();
  const credential = sqlite()
    .prepare('select bytes from certificate_credentials where certificate_seq = 1')
    .pluck()
    .get();
  const change = (sql: string, ...values: unknown[]) =>
    sqlite()
      .prepare(sql)
      .run(...values);
  change("update certificate_credentials set bytes = x'00' where certificate_seq = 1");
  expect(await problems()).toEqual([
    expect.stringMatching(/entry \d does not match its document$/),
    expect.stringMatching(/^certificate .* differs from its signed documents in credential$/),
  ]);
  change('update certificate_credentials set bytes = ? where certificate_seq = 1', credential);

  const entry = sqlite()
    .prepare("select entry from log_entries where type = 'revoke'")
    .pluck()
    .get() as string;
  change("update log_entries set entry = ? where type = 'revoke'", entry.replace(/20\d\d-/, '1999-'));
  expect(await problems()).toEqual([expect.stringMatching(/its entries do not match its checkpoint$/)]);
  change("update log_entries set entry = ? where type = 'revoke'", entry);

  sqlite().pragma('foreign_keys = OFF');
  change("update lessons set module_id = 'nothing'");
  expect(await problems()).toEqual([expect.stringMatching(/^row 1 of lessons refers to no row of modules$/)]);
  change('update lessons set module_id = (select id from modules)');

  damageDatabase(sqlite());
  expect(await problems()).toEqual([DAMAGE]);
});

it('finds missing, repeated and mismatched document numbers, and wrong totals', async () => {
  openSite(folders.make());
  const [issuer, verifier, superAdmin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { uniqueId } = await makeCertificate(issuer, { allowDuplicate: true });
    ids.push((await payFor(verifier, uniqueId)).payment.id);
  }
  await refundAsSuperAdmin(superAdmin.browser, ids[0] ?? '', { reason: 'By mistake' });
  expect(checkPayments()).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  sqlite().exec('update payment_days set received_minor = 1, refunded_minor = refunded_minor + 1');
  expect(checkPayments()).toEqual([
    `${today}: 1 cents received instead of 1260000`,
    `${today}: 420001 cents refunded instead of 420000`,
  ]);
  sqlite().exec('update payment_days set received_minor = 1260000, refunded_minor = 420000');

  sqlite().exec('update receipts set number = 7 where number = 2; update credit_notes set number = 2');
  expect(checkPayments()).toEqual([
    'receipts: 2 missing',
    'receipts: 4 to 6 missing',
    'receipts: the last number is 7, but 3 were assigned',
    'credit_notes: 1 missing',
    'credit_notes: the last number is 2, but 1 were assigned',
    `payment ${ids[1]} has another number than its receipt`,
  ]);
  sqlite().exec('drop index receipts_number_unique; update receipts set number = 3 where number = 7');
  expect(checkPayments()).toContain('receipts: 3 was assigned twice');
});

it.each([
  ['fsck', 2],
  ['log-catch-up', 1],
  ['log-new-origin', 1],
  ['keys-rotate', 1],
])(
  '%s creates no database, which would prevent a restore, and exits with %i if there is none',
  async (script, code) => {
    const place = folders.make();
    expect(await runScript(place, script, [])).toEqual({
      code,
      output: expect.stringMatching(/^DATABASE_FILE: there is no [^\n]+\n$/),
    });
    expect(readdirSync(place)).toEqual([]);
  },
);
