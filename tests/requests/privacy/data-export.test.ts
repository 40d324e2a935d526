import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { closeOrganisation } from '#app/accounts/organisations/close-organisation.server.ts';
import { leaveOrganisation, removeMember } from '#app/accounts/organisations/members.server.ts';
import { resetLimits } from '#app/accounts/rate-limits.server.ts';
import { pictureOf } from '#app/certificates/field-pictures.server.ts';
import { env } from '#app/config/env.server.ts';
import { designSchema } from '#app/designs/design.schema.server.ts';
import { checkedDesign } from '#app/designs/own-artwork/check-design.server.ts';
import { updateDesign } from '#app/designs/save-design.server.ts';
import { createWebhook } from '#app/events/webhooks/change-webhook.server.ts';
import { KINDS } from '#app/privacy/data-export/kinds-of-data.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { openOwnData } from '#app/privacy/data-export/own-data.server.ts';
import { eraseHolder } from '#app/privacy/erasure/erase-holder.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { sqlite } from '#db/client.ts';
import { makeLessonFile, makeWholeCourse, picture } from '#tests/support/course-factories.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
  payFor,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { handOver, makeMember } from '#tests/support/members.ts';
import { artworkFields, makeArtwork } from '#tests/support/own-artwork.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { filesInZip } from '#tests/support/stored-zip.ts';

const HOUR_MS = 3_600_000;

const exportsFolder = () => join(env().UPLOADS_DIR, 'exports');
const later = (ms: number) => {
  const at = now() + ms;
  setClock(() => at);
};

const ask = ({ cookie }: Person) => fetchPage('/settings/data', { cookie, form: { intent: 'export' } });

/** Runs the background task until its work is done. */
async function runTask(done: () => boolean) {
  const stop = startMakingDataExports();
  await expect.poll(done, { timeout: 10_000 }).toBe(true);
  await stop();
}

const ready = () => sqlite().prepare('select count(bytes) from data_exports').pluck().get() === 1;
const pathOf = async ({ cookie }: Person) =>
  /href="(\/settings\/data\/[^"]+\.zip)"/.exec(
    await (await fetchPage('/settings/data', { cookie })).text(),
  )?.[1] ?? '';

async function download(person: Person) {
  const answer = await fetchPage(await pathOf(person), { cookie: person.cookie });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  return filesInZip(Buffer.from(await answer.arrayBuffer()));
}

const rowsIn = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(`${name}.json`)?.toString() ?? '[]') as Record<string, unknown>[];

it('an account downloads everything held about it, and nothing about others', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const issuer = await makeIssuer({ name: 'Northwind' });
  const verifier = await makeVerifier({ name: '=Zoë "Quote"' });
  const other = await makeVerifier();
  const certificate = await makeCertificate(issuer, certificateInput());
  const own = await makeCertificate(issuer, certificateInput({ studentEmail: verifier.email }));
  await payFor(verifier, certificate.uniqueId);
  await payFor(other, own.uniqueId);
  const company = await makeVerifier({ name: 'Northwind Ltd', role: 'corporate' });
  await payFor(company, own.uniqueId);
  const root = await makeSuperAdmin();
  await lookUpCertificate(root.actor, { uniqueId: own.uniqueId });

  expect((await ask(verifier)).status).toBe(200);
  await runTask(ready);
  expect(mailsTo(verifier.email).at(-1)?.subject).toBe('Your data is ready');

  const files = await download(verifier);
  expect(files.get('README.txt')?.toString()).toContain('certificates-about-you: ');
  expect(rowsIn(files, 'account')).toMatchObject([{ email: verifier.email, name: '=Zoë "Quote"' }]);
  expect(rowsIn(files, 'look-ups')).toHaveLength(1);
  expect(rowsIn(files, 'payments')).toMatchObject([{ state: 'paid', card_last4: '4242' }]);
  expect(rowsIn(files, 'certificates-about-you')).toMatchObject([
    { student_email: verifier.email, revocation_reason: null, replaced_by: null },
  ]);
  expect(rowsIn(files, 'look-ups-of-your-certificates')).toMatchObject([
    { verifier: null },
    { verifier: 'Northwind Ltd' },
    { verifier: null },
  ]);
  // A formula is text in a spreadsheet, and times are readable.
  expect(files.get('account.csv')?.toString()).toContain(`"'=Zoë ""Quote"""`);
  expect(files.get('account.csv')?.toString()).toMatch(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/);
  expect(files.has('certificates-issued.json')).toBe(false);
  const all = [...files.values()].map(String).join('\n');
  for (const secret of [
    other.email,
    other.name,
    root.name,
    PASSWORD,
    '$argon2',
    certificate.studentEmail,
    'token_hash',
  ])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
});

it('an issuer gets its certificates, designs, courses and files', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const issuer = await makeIssuer();
  const { lesson } = await makeWholeCourse(issuer);
  await makeLessonFile(issuer, lesson.id);
  for (let count = 0; count < 3; count += 1)
    await makeCertificate(issuer, certificateInput({ studentEmail: `s${count}@people.example` }));
  await ask(issuer);
  await runTask(ready);
  const files = await download(issuer);
  expect(rowsIn(files, 'certificates-issued')).toHaveLength(3);
  expect(rowsIn(files, 'courses')).toHaveLength(1);
  expect([...files.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(
    rowsIn(files, 'files').length,
  );
  const pdf = [...files].find(([name]) => /^files\/file-[0-9a-f-]+\.pdf$/.test(name));
  expect(pdf?.[1].toString('latin1', 0, 5)).toBe('%PDF-');
});

it('an issuer gets drafts of designs, also of those that were never published', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const issuer = await makeIssuer();
  await makeArtwork(issuer, { name: 'Draft alone', draft: 'on' });
  const published = await makeArtwork(issuer, { name: 'Published' });
  const save = async (fields: Record<string, string>) =>
    updateDesign(
      issuer.actor,
      published,
      await checkedDesign(issuer.actor, parseInput(designSchema, artworkFields(fields))),
    );
  await save({ name: 'Published', version: '1', dateStyle: 'words' });
  await save({ name: 'Published', version: '2', draft: 'on', boxes: '[]' });
  await ask(issuer);
  await runTask(ready);
  const rows = rowsIn(await download(issuer), 'designs');
  expect(rows.map(({ name, number, draft }) => [name, number, draft !== null])).toEqual([
    ['Draft alone', null, true],
    ['Published', 1, false],
    ['Published', 2, true],
  ]);
  expect(JSON.parse(String(rows[0]?.draft))).toMatchObject({ design: { artwork: { page: 'a4' } } });
  expect(rows[0]?.created_at).toEqual(expect.any(String));
});

it('the files and certificates of an organisation are for its owner, also when another account registered it', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const founder = await makeIssuer();
  const { lesson } = await makeWholeCourse(founder);
  await makeLessonFile(founder, lesson.id);
  await makeCertificate(founder);
  const elsewhere = await makeCertificate(await makeIssuer());
  await payFor(founder, elsewhere.uniqueId);
  await createWebhook(founder.actor, { url: 'https://93.184.215.14/hooks', types: ['batch.done'] });
  await ask(founder);
  await runTask(ready);
  const owner = await handOver(founder, await makeMember(founder, 'issuer'));
  // Also a copy that was made before.
  expect(await pathOf(founder)).toBe('');
  const copyOf = async (person: Person) => {
    sqlite().prepare('delete from data_exports').run();
    await ask(person);
    await runTask(ready);
    const files = await download(person);
    const kinds = ['certificates-issued', 'courses', 'files', 'webhooks', 'payments'];
    const uploads = [...files.keys()].filter((name) => name.startsWith('files/'));
    return {
      ...Object.fromEntries(kinds.map((kind) => [kind, rowsIn(files, kind).length])),
      events: rowsIn(files, 'events').map(({ type }) => type),
      uploads: uploads.length,
    };
  };
  const none = { 'certificates-issued': 0, courses: 0, files: 0, webhooks: 0, uploads: 0 };
  expect(await copyOf(founder)).toEqual({ ...none, payments: 1, events: ['payment.paid'] });
  const all = await copyOf(owner);
  expect(all).toMatchObject({ 'certificates-issued': 1, courses: 1, webhooks: 1, payments: 0 });
  expect(all.events).toEqual(['certificate.issued']);
  expect(all.uploads).toBeGreaterThan(0);
  // An erasure reaches the copy of an owner who did not register the organisation.
  expect(await pathOf(owner)).not.toBe('');
  await eraseHolder(owner.actor, {
    email: certificateInput().studentEmail,
    reason: 'Asked for it',
    password: PASSWORD,
  });
  expect(await pathOf(owner)).toBe('');
});

it('a copy of somebody who left an organisation, or closed it, is not readable any more', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const founder = await makeIssuer();
  await makeCertificate(founder);
  const [removed, leaver, second] = [
    await makeMember(founder, 'issuer'),
    await makeMember(founder, 'viewer'),
    await makeMember(founder, 'issuer'),
  ];
  const owner = await handOver(founder, second);
  for (const person of [removed, leaver, owner]) await ask(person);
  await runTask(() => sqlite().prepare('select count(bytes) from data_exports').pluck().get() === 3);
  const linksOf = async (people: Person[]) => Promise.all(people.map(pathOf));
  const paths = await linksOf([removed, leaver, owner]);
  expect(paths.every((path) => path !== '')).toBe(true);
  await removeMember(owner.browser, removed.id);
  leaveOrganisation(leaver.browser, founder.id);
  await closeOrganisation(owner.browser);
  // Log-ins for the account itself.
  expect(await linksOf([leaver, owner])).toEqual(['', '']);
  const answers = [
    await fetchPage(paths[1] ?? '', { cookie: leaver.cookie }),
    await fetchPage(paths[2] ?? '', { cookie: owner.cookie }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(sqlite().prepare('select count(*) from data_exports where expires_at > 0').pluck().get()).toBe(0);
  // The files go at once.
  await runTask(() => readdirSync(exportsFolder()).length === 0);
});

it('a copy of the holder goes with an erasure, also one of another address of the account', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const [office, holder] = [await makeSuperAdmin(), await makeVerifier()];
  const { studentEmail: email } = await makeCertificate(await makeIssuer());
  sqlite().prepare('insert into account_addresses values (?, ?, 1)').run(email, holder.id);
  await ask(holder);
  await runTask(ready);
  expect((await download(holder)).get('certificates-about-you.json')?.toString() ?? '').toContain(email);
  await eraseHolder(office.actor, { email, reason: 'Asked for it', password: SUPER_ADMIN_PASSWORDS[0] });
  expect(await pathOf(holder)).toBe('');
});

it('one is made at a time, it opens for nobody else, and is deleted after 24 hours', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const [person, other] = [await makeVerifier(), await makeVerifier()];
  const answers = await Promise.all([ask(person), ask(person), ask(person)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await runTask(ready);
  const path = await pathOf(person);
  expect((await fetchPage(path, { cookie: other.cookie })).status).toBe(404);
  expect((await fetchPage(path)).headers.get('location')).toMatch(/^\/\?/);
  expect((await fetchPage(path, { cookie: person.cookie })).status).toBe(200);
  expect(readdirSync(exportsFolder())).toHaveLength(1);
  later(24 * HOUR_MS + 1);
  sqlite()
    .prepare('update sessions set expires_at = ?, last_used_at = ?')
    .run(now() + HOUR_MS, now());
  expect((await fetchPage(path, { cookie: person.cookie })).status).toBe(404);
  await runTask(() => readdirSync(exportsFolder()).length === 0);
  expect(sqlite().prepare('select count(*) from data_exports').pluck().get()).toBe(0);
});

it('a copy replaces the one before, and five are made a day', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  testEnvironment({ RATE_LIMITS: 'on' });
  onTestFinished(() => testEnvironment());
  resetLimits();
  const person = await makeVerifier();
  for (let copies = 0; copies < 5; copies += 1) {
    expect((await ask(person)).status).toBe(200);
    const rows = sqlite().prepare('select bytes is not null from data_exports').pluck();
    await runTask(() => rows.all().join() === '1');
    expect(readdirSync(exportsFolder())).toHaveLength(1);
  }
  await download(person);
  expect((await ask(person)).status).toBe(429);
});

it('the file of a deleted account goes, too', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const person = await makeVerifier();
  await ask(person);
  await runTask(ready);
  sqlite().prepare('delete from users where id = ?').run(person.id);
  expect(readdirSync(exportsFolder())).toHaveLength(1);
  await runTask(() => readdirSync(exportsFolder()).length === 0);
});

it('a copy that is given up leaves no query open', async () => {
  const { id, email } = await makeVerifier();
  const data = openOwnData({ userId: id, emails: [email] });
  for (const kind of KINDS) await data.rowsOf(kind).next();
  data.close();
});

/** Tables that refer to an account and hold nothing about it that its owner does not see elsewhere. */
const LEFT_OUT = [
  'account_deletions',
  'audit_salts',
  'data_exports',
  'design_images',
  'design_backgrounds',
  'issuer_days',
  'issuer_name_skeletons',
  'login_addresses',
  'login_challenges',
  'passkey_challenges',
  'recovery_codes',
  'remembered_answers',
  'status_lists',
  'unconfirmed_registrations',
  'expiry_summaries',
  'field_pictures',
];

it('has photographs as files, for the holder and for the owner of the organisation, and for nobody else', async () => {
  onTestFinished(() => rmSync(exportsFolder(), { recursive: true, force: true }));
  const [issuer, holder, other] = [await makeIssuer(), await makeVerifier(), await makeVerifier()];
  makeField(issuer, 'photo', { kind: 'picture', visibility: [] });
  const [hash, another] = [
    await storePicture(issuer.id, await picture(70, 90)),
    await storePicture(issuer.id, await picture(70, 80)),
  ];
  await makeCertificate(issuer, { studentEmail: holder.email, fields: { photo: hash } });
  await makeCertificate(issuer, { studentEmail: other.email });
  const photographsOf = async (person: Person) => {
    sqlite().exec('delete from data_exports');
    await ask(person);
    await runTask(ready);
    const files = [...(await download(person))].filter(([name]) => name.startsWith('files/photograph-'));
    return files.map(([name, bytes]) => [name.slice('files/photograph-'.length, -'.jpg'.length), bytes]);
  };
  expect(await photographsOf(holder)).toEqual([[hash, pictureOf(issuer.id, hash)]]);
  expect(await photographsOf(other)).toEqual([]);
  const all = (await photographsOf(issuer)).map(([name]) => name);
  expect(all.sort()).toEqual([hash, another].sort());
});

it('covers every table that refers to accounts', () => {
  const tables = sqlite()
    .prepare("select name from sqlite_master where type = 'table'")
    .pluck()
    .all() as string[];
  const ofAccounts = tables.filter((table) =>
    (sqlite().pragma(`foreign_key_list(${table})`) as { table: string; from: string }[]).some(
      // These name who decided or handled something about somebody else.
      ({ table: to, from }) => to === 'users' && !/_by$|^by$/.test(from),
    ),
  );
  const covered = new Set([...KINDS.flatMap(({ tables: names }) => names), ...LEFT_OUT]);
  expect(ofAccounts.filter((table) => !covered.has(table))).toEqual([]);
});

it.each(KINDS.map(({ name, sql }) => [name, sql] as const))(
  '%s is read row by row from an index',
  (_, sql) => {
    const plan = sqlite().prepare(`explain query plan ${sql}`).all({ user: 'x', emails: '[]' }) as {
      detail: string;
    }[];
    const slow = /^SCAN (?!json_each)|TEMP B-TREE|AUTOMATIC/;
    expect(plan.map(({ detail }) => detail).filter((step) => slow.test(step))).toEqual([]);
  },
);
