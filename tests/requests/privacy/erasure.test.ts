import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { pictureOf } from '#app/certificates/field-pictures.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { indexSome } from '#app/certificates/search-index.server.ts';
import { env } from '#app/config/env.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { restoreBackup } from '#app/operations/restore-backup.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { openDatabase, sqlite } from '#db/client.ts';
import { authenticateOverApi, download } from '#tests/support/authentication.ts';
import { openSite, placesIn, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { EMAIL, erase, HELD, NAME, rows } from '#tests/support/erasures.ts';
import {
  certificateInput,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  payFor,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const folders = temporaryFolders();
afterEach(folders.removeAll);

const statusAt = async (path: string, cookie?: string) => {
  const answer = await fetchPage(path, { cookie });
  await answer.arrayBuffer();
  return answer.status;
};

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** The spellings in which a text may stand in a file: in clear, as in URLs, in UTF-16, in Base64 at each offset, in hex, and hashed. */
function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );
  const hashes = (['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((algorithm) => {
    const digest = createHash(algorithm).update(bytes).digest();
    return [digest.toString('latin1'), digest.toString('hex'), digest.toString('base64').slice(0, -2)];
  });
  const hex = bytes.toString('hex');
  const inUrls = base64.map((part) => part.replaceAll('+', '-').replaceAll('/', '_'));
  return [
    ...[text, text.toLowerCase(), encodeURIComponent(text), Buffer.from(text, 'utf16le').toString('latin1')],
    ...[hex, hex.toUpperCase(), ...base64, ...inUrls, ...hashes],
  ];
}

/** Values of own fields: one for everybody, one for the issuer only. */
const OWN = { grade: 'Zephyrite', staffNumber: 'QXV48151' };

/** The hash of the holder's photograph, and a piece of its coded pixels. */
let photograph: (Buffer | string)[] = [];
const PIECE_BYTES = 48;

const SOUGHT = [NAME, 'Quillon', 'Vantongeren', EMAIL, 'quillon.v', ...Object.values(OWN)].flatMap(
  spellingsOf,
);

/** The files of a site in which a spelling of the holder's name or address stands. */
const traces = (folder: string) =>
  filesIn(folder).flatMap((path) => {
    const bytes = readFileSync(path);
    const texts = SOUGHT.filter((text) => bytes.includes(Buffer.from(text, 'latin1')));
    const isShown = photograph.some((piece) => bytes.includes(piece));
    return [...texts, ...(isShown ? ['photograph'] : [])].map((found) => `${path}: ${found}`);
  });

/** Terms of the search indexes with the holder's name or address, or with values of own fields. */
const termsOfHolder = () =>
  ['certificate_search_terms', 'verification_search_terms'].flatMap((table) =>
    rows(
      `select distinct term from ${table} where term like 'quil%' or term like 'vanton%' or term like 'zephy%' or term like 'qxv%'
       order by term`,
    ),
  );

/** A photograph whose bytes are like those of no other file. */
const noise = () =>
  sharp({
    create: {
      width: 70,
      height: 90,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

/** A holder of whom the site knows everything that it can: certificates, look-ups, files, mails, a batch, a copy of data. */
async function knownHolder() {
  const issuer = await makeIssuer({ name: 'Northwind' });
  makeField(issuer, 'grade', { visibility: ['certificate', 'verifiers', 'shared'], isSearched: true });
  makeField(issuer, 'staffNumber', { visibility: [], isSearched: true });
  makeField(issuer, 'photo', { kind: 'picture', visibility: [] });
  const photo = await storePicture(issuer.id, await noise());
  const stored = pictureOf(issuer.id, photo) ?? Buffer.alloc(0);
  photograph = [photo, stored.subarray(-2 * PIECE_BYTES, -PIECE_BYTES)];
  const held = { ...HELD, fields: { ...OWN, photo } };
  const [verifier, other] = [await makeVerifier(), await makeVerifier()];
  const certificates = [
    await makeCertificate(issuer, held),
    await makeCertificate(issuer, { ...held, courseName: 'Sailing', expiryDate: '2030-01-01' }),
  ] as const;
  const [{ uniqueId }] = certificates;
  await payFor(verifier, uniqueId);
  await fetchApi('cert/verify', {
    token: other.token,
    json: { uniqueId, purpose: 'other', purposeText: `Hiring ${NAME}` },
  });
  for (const format of ['png', 'pdf']) {
    expect(await statusAt(`/certificates/${uniqueId}.${format}`, issuer.cookie)).toBe(200);
  }
  // The holder follows the mailed link, shares the certificate and asks for a correction.
  const link = /\/holder\/[\w-]+/.exec(mailsTo(EMAIL)[0]?.text ?? '')?.[0] ?? '';
  const holder = browserSession();
  await (await holder.visit(link)).arrayBuffer();
  const page = `/my-certificates/${uniqueId}`;
  const sharing = { intent: 'share', shared: 'on', sharedFields: 'grade' };
  const shared = await holder.fetch(page, { form: sharing });
  const share = /\/c\/[\w-]{22}/.exec(await shared.text())?.[0] ?? '';
  expect(await statusAt(`${share}.png`)).toBe(200);
  const correction = {
    intent: 'correct',
    field: 'studentName',
    right: `${NAME}-King`,
    reason: `I am ${NAME}`,
  };
  expect((await holder.fetch(page, { form: correction })).status).toBe(200);
  // A batch with the holder, once issued and once refused as a duplicate.
  const row = `${NAME},${EMAIL}`;
  const { id } = await makeBatch(
    issuer,
    `studentName,studentEmail,courseName,issueDate,expiryDate\n${row},Rowing,2026-02-28,\n${row},Sailing,not a date,`,
  );
  startBatch(issuer.actor, id);
  await issueBatches();
  const keyed = { token: issuer.token, headers: { 'idempotency-key': 'k1' } };
  await fetchApi('certs/issue', { ...keyed, json: certificateInput({ ...held, courseName: 'Knots' }) });
  await fetchPage('/contact', {
    form: { name: NAME, email: EMAIL, subject: 'Hello', message: `I am ${NAME}` },
  });
  await fetchPage('/settings/data', { cookie: issuer.cookie, form: { intent: 'export' } });
  const stop = startMakingDataExports();
  await expect.poll(() => rows('select count(bytes) from data_exports')).toEqual([1]);
  await stop();
  while (indexSome());
  return { issuer, verifier, other, uniqueId, share, holder, batchId: id };
}

/** Lets the background delete the expired copies of data. */
async function removeExports() {
  const stop = startMakingDataExports();
  await expect.poll(() => rows('select count(*) from data_exports')).toEqual([0]);
  await stop();
}

/** Ways in which a text can be written. */
const PLANTED: [string, (text: string) => Buffer | string][] = [
  ['in clear', (text) => `x${text}x`],
  ['in lower case', (text) => text.toLowerCase()],
  ['in UTF-16', (text) => Buffer.from(`x${text}`, 'utf16le')],
  ['in a URL', (text) => encodeURIComponent(text)],
  ['in hex', (text) => Buffer.from(`x${text}x`).toString('hex')],
  ['in hex in upper case', (text) => Buffer.from(`x${text}x`).toString('hex').toUpperCase()],
  ...[0, 1, 2].flatMap((offset): [string, (text: string) => string][] => {
    const bytes = (text: string) => Buffer.from(`${'x'.repeat(offset)}${text} and more`);
    return [
      [`in Base64 after ${offset}`, (text) => bytes(text).toString('base64')],
      [`in Base64 of URLs after ${offset}`, (text) => bytes(text).toString('base64url')],
    ];
  }),
  ...(['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap(
    (algorithm): [string, (text: string) => Buffer | string][] => [
      [`as ${algorithm}`, (text) => createHash(algorithm).update(text).digest()],
      [`as ${algorithm} in hex`, (text) => createHash(algorithm).update(text).digest('hex')],
      [`as ${algorithm} in Base64`, (text) => createHash(algorithm).update(text).digest('base64')],
    ],
  ),
];

it.each(PLANTED)('the search finds a text %s', (_how, write) => {
  const folder = folders.make();
  for (const text of [NAME, EMAIL]) {
    writeFileSync(join(folder, 'planted'), write(text));
    expect(traces(folder).length).toBeGreaterThan(0);
  }
  writeFileSync(join(folder, 'planted'), write('Somebody Else'));
  expect(traces(folder)).toEqual([]);
});

it('the search looks into database, WAL, freed pages, index, outbox, files, copies of data, and backups', async () => {
  const folder = folders.make();
  openSite(folder);
  const found = () =>
    [...new Set(traces(folder).map((line) => relative(folder, line.split(': ')[0] ?? '')))].sort();
  const checkpoint = () => sqlite().pragma('wal_checkpoint(truncate)');
  const message = (id: string) =>
    sqlite()
      .prepare(
        "insert into support_messages (id, topic, name, email, subject, body, created_at) values (?, 'contact', ?, ?, 's', 'b', 1)",
      )
      .run(id, NAME, EMAIL);
  checkpoint();
  expect(found()).toEqual([]);
  message('m');
  expect(found()).toEqual(['certrace.sqlite-wal']);
  checkpoint();
  expect(found()).toEqual(['certrace.sqlite']);
  const backup = join(folder, 'backup.tar');
  await writeBackup(backup);
  expect(found()).toContain('backup.tar');
  rmSync(backup);
  sqlite().exec('delete from support_messages');
  checkpoint();
  // What is deleted is overwritten, and an earlier version left it.
  expect(found()).toEqual([]);
  sqlite().pragma('secure_delete = off');
  message('n');
  sqlite().exec('delete from support_messages');
  sqlite().pragma('secure_delete = on');
  checkpoint();
  expect(found()).toEqual(['certrace.sqlite']);
  sqlite().exec('vacuum');
  checkpoint();
  expect(found()).toEqual([]);
  // An index stores terms without the beginning that they share with the one before.
  await makeCertificate(await makeIssuer(), HELD);
  while (indexSome());
  expect(termsOfHolder()).toEqual(['quillon', 'vantongeren']);
  expect(rows('select count(*) from outbox where to_address = ?', EMAIL)).toEqual([1]);
  for (const name of ['uploads/exports/x.zip', 'uploads/drawn/x.pdf']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `%PDF ${NAME}`);
    expect(found()).toContain(name);
  }
});

it('leaves no name and no address anywhere, and the log still verifies', async () => {
  const folder = folders.make();
  openSite(folder);
  const office = await makeSuperAdmin();
  const { issuer, verifier, other, uniqueId, share, holder, batchId } = await knownHolder();
  sqlite().exec("update receipts set language = 'de'");
  expect(traces(folder).length).toBeGreaterThan(5);
  expect(traces(folder).join()).toContain('photograph');
  const entries = rows('select entry from log_entries order by seq');

  const answer = await erase(office, { password: SUPER_ADMIN_PASSWORDS[0] });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { success: true, message: 'The holder of 4 certificates was erased.', erased: 4 },
  ]);
  await removeExports();
  sqlite().pragma('wal_checkpoint(truncate)');

  expect(traces(folder)).toEqual([]);
  expect(termsOfHolder()).toEqual([]);
  const backup = join(folder, 'backup.tar');
  await writeBackup(backup);
  expect(traces(folder)).toEqual([]);

  // Nothing of the log changed, and it is whole.
  expect(rows('select entry from log_entries order by seq').slice(0, entries.length)).toEqual(entries);
  expect(checkLog().problems).toEqual([]);
  expect(sqlite().pragma('integrity_check', { simple: true })).toBe('ok');
  expect(rows("select act from audit_rows where act = 'holder.erased'")).toHaveLength(4);

  // What is left of the certificate, for everybody.
  const page = await (await fetchPage(`/verify?id=${uniqueId}`)).text();
  expect(page).toContain('was erased');
  // The lists say it in the reader's language, and the receipt in its own.
  const lists = [
    '/dashboard',
    '/admin/issued-certificates',
    '/admin/verified-certificates',
    `/admin/batches/${batchId}`,
  ];
  for (const path of [...lists, '/students']) {
    const { cookie } = path === '/students' ? verifier : issuer;
    const html = await (await fetchPage(path, { cookie, headers: { 'accept-language': 'zh-Hans' } })).text();
    const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, '');
    expect([path, shown.includes('已抹除'), shown.includes('Erased')]).toEqual([path, true, false]);
  }
  expect(rows('select facts from receipts')).toEqual([expect.stringContaining('"Anonymisiert"')]);
  for (const format of ['png', 'pdf', 'json'])
    for (const { cookie } of [issuer, verifier])
      expect([format, await statusAt(`/certificates/${uniqueId}.${format}`, cookie)]).toEqual([format, 409]);
  expect([await statusAt(share), await statusAt(`${share}.png`)]).toEqual([404, 404]);
  expect((await holder.fetch(`/my-certificates/${uniqueId}`)).status).not.toBe(200);
  const lookUp = await fetchApi('cert/verify', { token: other.token, json: { uniqueId } });
  expect([lookUp.status, (await lookUp.json()).status]).toEqual([409, 'erased']);
  const list = await (await fetchApi('certificates/my-issued', { token: issuer.token })).json();
  expect(list.certificates).toHaveLength(4);
  for (const certificate of list.certificates)
    expect(certificate).toMatchObject({ studentName: 'Erased', studentEmail: '', status: 'erased' });
  const search = await (await fetchApi('certificates/my-issued?q=Sailing', { token: issuer.token })).json();
  expect(search.certificates).toHaveLength(1);
  // Nothing can be done with it any more.
  for (const path of ['revocation', 'mail'])
    expect([
      path,
      (
        await fetchApi(`certificates/${uniqueId}/${path}`, {
          token: issuer.token,
          json: { reason: 'x' },
          method: 'POST',
        })
      ).status,
    ]).toEqual([path, 409]);
});

it('a file that the holder kept can still be checked, but its credential alone is found nowhere', async () => {
  openSite(folders.make());
  const issuer = await makeIssuer();
  const [kept, revoked] = [await makeCertificate(issuer, HELD), await makeCertificate(issuer, HELD)];
  revokeCertificate(issuer.actor, revoked.uniqueId, { reason: 'An error' });
  const file = (id: string, format: string) => download(issuer, id, format);
  const files = [
    await file(kept.uniqueId, 'pdf'),
    await file(revoked.uniqueId, 'png'),
    await file(kept.uniqueId, 'json'),
  ];
  const verdicts = async () => {
    const reports = await Promise.all(files.map(authenticateOverApi));
    return { verdicts: reports.map(({ verdict }) => verdict), log: reports.at(-1)?.checks[3]?.message };
  };
  expect((await verdicts()).verdicts).toEqual(['genuine', 'revoked', 'genuine']);
  expect((await erase(issuer)).status).toBe(200);
  expect(await verdicts()).toEqual({
    verdicts: ['genuine', 'revoked', 'unknown'],
    log: 'The holder of this certificate was erased. Only its ID, course and dates are left.',
  });
  sqlite().exec('delete from certificate_revocations');
  expect((await verdicts()).verdicts).toEqual(['genuine', 'unknown', 'unknown']);
});

it('an issuer erases from its own certificates only, a super admin from all', async () => {
  const [issuer, other] = [await makeIssuer(), await makeIssuer()];
  await makeCertificate(issuer, HELD);
  const theirs = await makeCertificate(other, HELD);
  expect((await erase(issuer)).status).toBe(200);
  expect((await erase(issuer)).status).toBe(404);
  expect(rows(`select student_name from certificates order by seq`)).toEqual(['Erased', NAME]);
  // The other issuer's holder keeps the mail with its link.
  expect(mailsTo(EMAIL)).toHaveLength(1);
  const office = await makeSuperAdmin();
  expect((await erase(office, { password: SUPER_ADMIN_PASSWORDS[0] })).status).toBe(200);
  expect(rows('select student_name from certificates')).toEqual(['Erased', 'Erased']);
  expect(mailsTo(EMAIL)).toEqual([]);
  expect(theirs.studentName).toBe(NAME);
});

it('leaves to the holder and to verifiers what is theirs when an issuer erases, until a super admin erases it', async () => {
  const { issuer, uniqueId, holder, other } = await knownHolder();
  const post = (path: string, form: Record<string, string>) => holder.fetch(path, { form });
  await post('/my-certificates', { intent: 'settings', consent: 'ask' });
  await post(`/my-certificates/${uniqueId}`, { intent: 'consent', consent: 'closed' });
  await fetchPage('/settings/data', { cookie: other.cookie, form: { intent: 'export' } });
  const stop = startMakingDataExports();
  await expect.poll(() => rows('select count(bytes) from data_exports')).toEqual([2]);
  await stop();
  const theirs = () => ({
    choices: rows('select consent from holder_settings where email = ?', EMAIL),
    choice: rows('select consent from certificate_consents'),
    messages: rows('select count(*) from support_messages where email = ?', EMAIL)[0],
    lookUps: rows(
      'select purpose_text from verifications where student_email = ? and purpose_text is not null',
      EMAIL,
    ),
    links: Number(rows('select count(*) from holder_links where email = ?', EMAIL)[0]) > 0,
    copies: rows('select count(*) from data_exports where user_id = ? and expires_at > 0', other.id)[0],
  });
  const before = theirs();
  expect(before).toEqual({
    choices: ['ask'],
    choice: ['closed'],
    messages: 1,
    lookUps: [`Hiring ${NAME}`],
    links: true,
    copies: 1,
  });
  expect((await erase(issuer)).status).toBe(200);
  expect(theirs()).toEqual(before);
  // A later certificate is under the choice that was made before.
  const { uniqueId: later } = await makeCertificate(issuer, { ...HELD, courseName: 'Later' });
  const asked = await fetchApi('cert/verify', {
    token: other.token,
    json: { uniqueId: later, purpose: 'employment' },
  });
  expect(asked.status).toBe(202);

  const office = await makeSuperAdmin();
  expect((await erase(office, { password: SUPER_ADMIN_PASSWORDS[0] })).status).toBe(200);
  expect(theirs()).toMatchObject({ choices: [], messages: 0, lookUps: [], links: false });
  // Also once no certificate names the address.
  await fetchPage('/contact', { form: { name: NAME, email: EMAIL, subject: 'Hello', message: 'Again' } });
  expect((await erase(office, { password: SUPER_ADMIN_PASSWORDS[0] })).status).toBe(200);
  expect(theirs().messages).toBe(0);
});

it('needs the password, and the address of that holder on the page', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, HELD);
  expect((await erase(issuer, { password: 'wrong-horse-battery' })).status).toBe(400);
  expect((await erase(await makeVerifier())).status).toBe(403);
  expect((await erase(await makeIssuer())).status).toBe(404);
  const path = `/admin/issued-certificates/${uniqueId}/erasure`;
  const post = (fields: Record<string, string>) =>
    fetchPage(path, {
      cookie: issuer.cookie,
      form: { email: EMAIL, reason: 'Asked', password: PASSWORD, ...fields },
    });
  const wrong = await post({ email: 'somebody@people.example' });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('not the address of')]);
  expect((await post({ reason: '' })).status).toBe(400);
  expect(rows('select student_name from certificates')).toEqual([NAME]);
  const done = await post({});
  expect([done.status, done.headers.get('location')]).toEqual([302, '/admin/issued-certificates']);
  expect(rows('select student_name from certificates')).toEqual(['Erased']);
});

it('a payment that was open when the holder was erased is not taken', async () => {
  const issuer = await makeIssuer();
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(issuer, HELD);
  await fetchApi('cert/verify', { token: verifier.token, json: { uniqueId } });
  await erase(issuer);
  await expect(payFor(verifier, uniqueId)).rejects.toMatchObject({ code: 'conflict' });
  expect(rows("select count(*) from payments where state = 'paid'")).toEqual([0]);
});

it('is applied to an older backup, which can still be restored', async () => {
  const [home, place] = [folders.make(), folders.make()];
  openSite(home);
  const office = await makeSuperAdmin();
  const { issuer } = await knownHolder();
  await makeCertificate(issuer, { studentEmail: 'other@people.example', studentName: 'Somebody Else' });
  // Earlier versions left what was deleted in free pages.
  sqlite().pragma('secure_delete = off');
  sqlite().exec(`create table freed as select '${NAME}' as name; drop table freed`);
  sqlite().pragma('secure_delete = on');
  const backups = folders.make();
  const file = join(backups, 'site.tar');
  await writeBackup(file, 'four words of a passphrase');
  expect(traces(backups).length).toBeGreaterThan(5);
  expect((await erase(office, { password: SUPER_ADMIN_PASSWORDS[0] })).status).toBe(200);

  const applied = await runScript(home, 'erase', ['--apply-to', file]);
  expect([applied.code, applied.output]).toEqual([
    0,
    expect.stringContaining('4 certificates lost the holder'),
  ]);
  expect(traces(backups)).toEqual([]);
  expect(readdirSync(backups)).toEqual(['site.tar']);
  const again = await runScript(home, 'erase', ['--apply-to', file]);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('names no holder')]);

  sqlite().close();
  testEnvironment(placesIn(place));
  await restoreBackup(file);
  openDatabase(placesIn(place).DATABASE_FILE);
  expect(rows('select student_name from certificates order by seq')).toEqual([
    ...Array(4).fill('Erased'),
    'Somebody Else',
  ]);
  expect(sqlite().pragma('integrity_check', { simple: true })).toBe('ok');
});

it('takes certificates that wait out of an older backup, of a holder who has no others', async () => {
  const home = folders.make();
  openSite(home);
  const [issuer, other] = [await makeIssuer(), await makeIssuer()];
  // One is issued before the holder is erased.
  const ofIssuer = [await schedule(issuer, HELD), await schedule(issuer, { ...HELD, courseName: 'Law' })];
  await schedule(other, { ...HELD, studentName: 'Q. V.', holdMinutes: 60 });
  const file = join(folders.make(), 'site.tar');
  await writeBackup(file);
  expect(readFileSync(file).includes('Vantongeren')).toBe(true);
  sqlite().prepare('update scheduled_certificates set due_at = 1 where id = ?').run(ofIssuer[1]?.id);
  await issueScheduled();
  expect(rows('select count(*) from certificates')).toEqual([1]);
  expect((await erase(issuer)).status).toBe(200);
  const applied = await runScript(home, 'erase', ['--apply-to', file]);
  expect([applied.code, applied.output]).toEqual([0, expect.stringContaining('Rewrote')]);
  sqlite().close();
  testEnvironment(placesIn(folders.make()));
  await restoreBackup(file);
  openDatabase(env().DATABASE_FILE);
  expect(rows('select student_name from scheduled_certificates')).toEqual(['Q. V.']);
  expect(readFileSync(file).includes('Vantongeren')).toBe(false);
});
