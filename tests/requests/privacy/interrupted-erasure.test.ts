import { readFileSync } from 'node:fs';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { findIssuer } from '#app/accounts/issuers.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { issueChunk } from '#app/batches/issue-chunk.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { signAll, signCertificate } from '#app/certificates/new-certificate.server.ts';
import { fileStore } from '#app/files/store/file-store.server.ts';
import { checkLog } from '#app/log/check-log.server.ts';
import { writeBackup } from '#app/operations/write-backup.server.ts';
import { deleteDueAccounts } from '#app/privacy/account-deletion/delete-account.server.ts';
import { startMakingDataExports } from '#app/privacy/data-export/make-data-exports.server.ts';
import { finishErasures } from '#app/privacy/erasure/erase-holder.server.ts';
import { now, setClock } from '#app/shared/clock.server.ts';
import { db, sqlite, transaction } from '#db/client.ts';
import { batches, batchRows } from '#db/schema/batches.ts';
import { openSite, runScript, temporaryFolders } from '#tests/support/backups.ts';
import { EMAIL, erase, HELD, NAME, rows } from '#tests/support/erasures.ts';
import {
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  payFor,
  SUPER_ADMIN_PASSWORDS,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { filesInZip } from '#tests/support/stored-zip.ts';

const HEADER = 'studentName,studentEmail,courseName,issueDate,expiryDate';

const folders = temporaryFolders();
afterEach(folders.removeAll);

const run = (sql: string) => sqlite().exec(sql);

/** What of the holder is left in the database, besides the mailed links, which an issuer does not erase. */
function traces() {
  run('delete from holder_links');
  run('vacuum');
  const bytes = sqlite().serialize().toString('latin1').toLowerCase();
  return ['quillon', 'vantongeren'].filter((word) => bytes.includes(word));
}

const threeRows = `${HEADER}
Ada,ada@people.example,Rowing,2026-02-28,
${NAME},${EMAIL},Rowing,2026-02-28,
Bo,bo@people.example,Rowing,2026-02-28,`;

const states = () =>
  rows("select status || ' ' || issued || ' ' || failed || ' of ' || total from batches order by seq");

it('a batch that is being issued, or not started yet, goes on without the holder', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer, HELD);
  const started = await makeBatch(issuer, threeRows);
  startBatch(issuer.actor, started.id);
  const draft = await makeBatch(issuer, threeRows.replaceAll('Rowing', 'Sailing'));
  const alone = await makeBatch(issuer, `${HEADER}\n${NAME},${EMAIL},Knots,2026-02-28,`);
  startBatch(issuer.actor, alone.id);
  const counted = () => rows('select issued from issuer_quotas where user_id = ?', issuer.id);
  const before = Number(counted()[0]);

  expect((await erase(issuer)).status).toBe(200);
  expect(Number(counted()[0])).toBe(before - 2);
  await issueBatches();
  startBatch(issuer.actor, draft.id);
  await issueBatches();
  expect(states()).toEqual(['done 2 1 of 3', 'done 2 1 of 3', 'done 0 1 of 1']);
  expect(rows("select student_email from certificates where student_name <> 'Erased' order by seq")).toEqual([
    'ada@people.example',
    'bo@people.example',
    'ada@people.example',
    'bo@people.example',
  ]);
  expect(traces()).toEqual([]);
  expect(checkLog().problems).toEqual([]);
});

it('rows that were signed before and are stored after leave the holder out', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer, HELD);
  startBatch(issuer.actor, (await makeBatch(issuer, threeRows)).id);
  const batch = db().select().from(batches).all()[0] as typeof batches.$inferSelect;
  const waiting = db().select().from(batchRows).all();
  const of = findIssuer(issuer.id) as NonNullable<ReturnType<typeof findIssuer>>;
  const certificates = await signAll(waiting.map((row) => signCertificate(of, row)));
  expect((await erase(issuer)).status).toBe(200);
  transaction((tx) => issueChunk(tx, { batch, rows: waiting, certificates }));
  expect(states()).toEqual(['done 2 1 of 3']);
  expect(rows('select count(*) from certificates where student_email = ?', EMAIL)).toEqual([0]);
});

it('what was cut off by a kill is finished by the next start, and is not begun again meanwhile', async () => {
  const [issuer, office] = [await makeIssuer(), await makeSuperAdmin()];
  const eraseAll = () => erase(office, { password: SUPER_ADMIN_PASSWORDS[0] });
  const [{ uniqueId }] = [await makeCertificate(issuer, HELD), await makeCertificate(issuer, HELD)];
  await makeBatch(issuer, threeRows);
  await (await fetchPage(`/certificates/${uniqueId}.png`, { cookie: issuer.cookie })).arrayBuffer();
  await fetchPage('/contact', {
    form: { name: NAME, email: EMAIL, subject: 'Hello', message: `I am ${NAME}` },
  });
  // The process dies after the first of its transactions.
  run(
    "create temp trigger killed before insert on erasures when (select count(*) from erasures) = 1 begin select raise(abort, 'killed'); end",
  );
  expect((await eraseAll()).status).toBe(500);
  run('drop trigger killed');
  expect((await eraseAll()).status).toBe(409);
  await finishErasures(now());
  expect(rows('select count(*) from open_erasures')).toEqual([0]);
  expect(rows('select erased_by from erasures')).toEqual([office.id, office.id]);
  expect(rows('select count(*) from support_messages')).toEqual([0]);
  expect(traces()).toEqual([]);
  expect(await (await eraseAll()).json()).toMatchObject({ erased: 0 });
});

it('two at once erase once', async () => {
  const issuer = await makeIssuer();
  for (let n = 0; n < 60; n += 1) await makeCertificate(issuer, { ...HELD, courseName: `Course ${n}` });
  const both = await Promise.all([erase(issuer), erase(issuer)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(rows('select count(*) from erasures')).toEqual([60]);
});

it('finds the address in any case, and not one with a plus', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer, { ...HELD, studentEmail: 'Quillon.V@People.Example' });
  const plus = await makeCertificate(issuer, {
    studentName: 'Ada',
    studentEmail: 'quillon.v+school@people.example',
  });
  expect(await (await erase(issuer, { email: ' QUILLON.V@people.example ' })).json()).toMatchObject({
    erased: 1,
  });
  expect(rows("select student_name from certificates where student_email <> ''")).toEqual([plus.studentName]);
  const page = `/admin/issued-certificates/${plus.uniqueId}/erasure`;
  const form = { email: 'Quillon.V+School@people.example', reason: 'Asked', password: PASSWORD };
  expect((await fetchPage(page, { cookie: issuer.cookie, form })).status).toBe(302);
});

it('leaves no words of people about the holder: reasons of revocations, refused corrections, its own', async () => {
  const issuer = await makeIssuer();
  const office = await makeSuperAdmin();
  const { uniqueId } = await makeCertificate(issuer, HELD);
  const { uniqueId: other } = await makeCertificate(issuer, { ...HELD, courseName: 'Sailing' });
  await fetchApi(`certificates/${other}/revocation`, {
    token: issuer.token,
    json: { reason: `${NAME} never took the exam` },
  });
  run(`insert into correction_requests (id, certificate_id, issuer_id, field, right, reason, asked_at, decision, decline_reason, decided_at)
    select 'c', id, issuer_id, 'studentName', 'Q', 'x', 1, 'declined', 'You are Quillon', 1 from certificates where seq = 1`);
  // The answer to a super admin's call with a key quotes the certificate.
  const keyed = { token: office.token, headers: { 'idempotency-key': 'k1' } };
  await fetchApi(`certificates/${uniqueId}/revocation`, { ...keyed, json: { reason: 'An error' } });
  const done = await erase(issuer, { reason: `Mail of Quillon, ${EMAIL}, of 14 March` });
  expect(done.status).toBe(200);
  expect(rows('select reason from erasures')).toEqual(Array(2).fill('Mail of […] […] of 14 March'));
  expect(rows('select sealed_body from remembered_answers')).toEqual([null]);
  expect(traces()).toEqual([]);
  const list = await (await fetchApi('certificates/my-issued', { token: issuer.token })).text();
  expect(list).not.toContain('exam');
});

it('a copy of data that is being made meanwhile is made again without the holder', async () => {
  const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
  const { uniqueId } = await makeCertificate(issuer, HELD);
  await payFor(verifier, uniqueId);
  await fetchPage('/settings/data', { cookie: verifier.cookie, form: { intent: 'export' } });
  // The file is complete and not placed yet when the holder is erased.
  const place = vi.spyOn(fileStore(), 'place');
  onTestFinished(() => place.mockRestore());
  place.mockImplementationOnce(async () => {
    expect((await erase(issuer)).status).toBe(200);
  });
  const stop = startMakingDataExports();
  await expect.poll(() => rows('select count(bytes) from data_exports'), { timeout: 5_000 }).toEqual([1]);
  await stop();
  expect(place).toHaveBeenCalledTimes(2);
  const html = await (await fetchPage('/settings/data', { cookie: verifier.cookie })).text();
  const path = /href="(\/settings\/data\/[^"]+\.zip)"/.exec(html)?.[1] ?? '';
  const zip = Buffer.from(await (await fetchPage(path, { cookie: verifier.cookie })).arrayBuffer());
  expect(filesInZip(zip).size).toBeGreaterThan(3);
  expect(zip.includes('Vantongeren')).toBe(false);
});

it('reaches rows of a batch that a backup has and that were issued later', async () => {
  const home = folders.make();
  openSite(home);
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, threeRows);
  const backups = folders.make();
  const file = `${backups}/site.tar`;
  await writeBackup(file);
  startBatch(issuer.actor, id);
  await issueBatches();
  expect((await erase(issuer)).status).toBe(200);
  expect(readFileSync(file).includes(EMAIL)).toBe(true);
  const applied = await runScript(home, 'erase', ['--apply-to', file]);
  expect([applied.code, applied.output]).toEqual([0, expect.stringContaining('Rewrote')]);
  expect(readFileSync(file).includes(EMAIL)).toBe(false);
});

it('the names that a verifier had before a rename go from the search index with its account', async () => {
  const [issuer, verifier] = [await makeIssuer(), await makeVerifier({ name: 'Quillon Vantongeren' })];
  const certificates = [];
  for (let n = 0; n < 3; n += 1) certificates.push(await makeCertificate(issuer, { courseName: `C${n}` }));
  const rename = (name: string) =>
    fetchApi('users/me', { token: verifier.token, method: 'PATCH', json: { name } });
  await payFor(verifier, certificates[0]?.uniqueId ?? '');
  expect((await rename('Ludmilla Vantongeren')).status).toBe(200);
  await rename('Ottokar Vantongeren');
  await payFor(verifier, certificates[1]?.uniqueId ?? '');
  await rename('Radegund Vantongeren');
  await payFor(verifier, certificates[2]?.uniqueId ?? '');
  const terms = () =>
    rows(
      "select term from verification_search_terms where term in ('quillon', 'ludmilla', 'ottokar', 'radegund', 'vantongeren')",
    );
  expect(terms()).toEqual(['ottokar', 'quillon', 'radegund', 'vantongeren']);
  await fetchPage('/settings/delete-account', { cookie: verifier.cookie, form: { password: PASSWORD } });
  const at = now() + 8 * 86_400_000;
  setClock(() => at);
  await deleteDueAccounts();
  expect(terms()).toEqual([]);
  expect(rows('select count(*) from former_verifier_texts')).toEqual([0]);
  run("insert into verification_search (verification_search) values ('optimize')");
});

it('a super admin erases from all issuers, also those that are suspended', async () => {
  const [issuer, office] = [await makeIssuer(), await makeSuperAdmin()];
  await makeCertificate(issuer, HELD);
  await fetchApi(`issuers/${issuer.id}/decision`, { token: office.token, json: { decision: 'suspend' } });
  expect((await erase(office, { password: SUPER_ADMIN_PASSWORDS[0] })).status).toBe(200);
  expect(traces()).toEqual([]);
});
