import { expect, it } from 'vitest';
import { forgetStudent } from '#app/batches/forget-student.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { cancelBatch, startBatch } from '#app/batches/run-batch.server.ts';
import { withdrawScheduled } from '#app/certificates/scheduled/change-scheduled.server.ts';
import { issueScheduled } from '#app/certificates/scheduled/issue-scheduled.server.ts';
import { setHoldMinutes } from '#app/certificates/scheduled/schedule-certificate.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { EMAIL, erase, HELD, NAME } from '#tests/support/erasures.ts';
import {
  csvOf,
  makeBatch,
  makeCertificate,
  makeDesign,
  makeIssuer,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';
import { schedule } from '#tests/support/scheduled.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const MINUTE_MS = 60_000;

const count = (what: string) => sqlite().prepare(`select count(*) from ${what}`).pluck().get();
const issuedToday = () => sqlite().prepare('select issued from issuer_quotas').pluck().get();
const readBatch = async ({ token }: Person, id: string) =>
  (await (await fetchApi(`certs/batches/${id}`, { token })).json()).batch;

/** A batch of an issuer whose certificates wait for ten minutes. */
async function waitingBatch(csv = csvOf(3)) {
  const forward = stopClock();
  const issuer = await makeIssuer();
  setHoldMinutes(issuer.actor, { holdMinutes: 10 });
  const { id } = await makeBatch(issuer, csv);
  startBatch(issuer.actor, id);
  await issueBatches();
  return { issuer, id, forward, read: () => readBatch(issuer, id) };
}

it('waits with a list of its certificates, is issued at its time, and is then done', async () => {
  const { issuer, id, forward, read } = await waitingBatch(csvOf(70));
  const waiting = await read();
  expect(waiting).toMatchObject({ status: 'scheduled', issued: 0, failed: 0 });
  expect(waiting.rows[0]).toMatchObject({ status: 'scheduled', issuedAt: null });
  expect([
    count('scheduled_certificates'),
    count('certificates'),
    count("outbox where subject like '%ertificate%'"),
  ]).toEqual([70, 0, 0]);
  const [first] = (
    await (await fetchApi('certificates/my-issued?state=scheduled&limit=1', { token: issuer.token })).json()
  ).certificates;
  const withdrawn = `certificates/scheduled/${first.uniqueId}`;
  expect((await fetchApi(withdrawn, { token: issuer.token, method: 'DELETE' })).status).toBe(200);
  expect(issuedToday()).toBe(69);
  const page = await (await fetchPage(`/admin/batches/${id}`, { cookie: issuer.cookie })).text();
  expect(page).toContain('Withdraw all');
  forward(10 * MINUTE_MS - 1);
  await issueScheduled();
  expect(count('certificates')).toBe(0);
  forward(1);
  await issueScheduled();
  const done = await read();
  expect(done).toMatchObject({ status: 'done', issued: 69, failed: 1 });
  expect(done.rows[0].uniqueId).toBe(waiting.rows[0].uniqueId);
  expect([count('certificates'), count('scheduled_certificates'), issuedToday()]).toEqual([69, 0, 69]);
  expect(count("events where type = 'batch.done'")).toBe(1);
});

it('has what a certificate was changed to, and forgets it with the holder', async () => {
  const issuer = await makeIssuer();
  makeField(issuer, 'grade');
  makeField(issuer, 'number', { kind: 'running', rules: { pattern: '{number}' } });
  setHoldMinutes(issuer.actor, { holdMinutes: 10 });
  const [header = '', student = ''] = csvOf(1).split('\n');
  const { id } = await makeBatch(issuer, `${header},grade\n${student},B`);
  startBatch(issuer.actor, id);
  await issueBatches();
  const changes = { studentName: NAME, studentEmail: EMAIL, fields: { grade: 'A' } };
  const { uniqueId } = (await readBatch(issuer, id)).rows[0];
  const path = `certificates/scheduled/${uniqueId}`;
  await fetchApi(path, { token: issuer.token, method: 'PATCH', json: changes });
  const results = await fetchPage(`/admin/batches/${id}/results.csv`, { cookie: issuer.cookie });
  expect(await results.text()).toContain(`"${NAME}","${EMAIL}","Graduation","2026-02-28","","A",`);
  await forgetStudent(EMAIL, issuer.id);
  const row = 'select student_name, student_email, fields from batch_rows';
  expect(sqlite().prepare(row).raw().all()).toEqual([['Erased', '', null]]);
});

it('says before its start how long its certificates wait', async () => {
  const issuer = await makeIssuer();
  const review = async ({ id }: { id: string }) =>
    (await fetchPage(`/admin/batches/${id}`, { cookie: issuer.cookie })).text();
  const batch = await makeBatch(issuer);
  expect(await review(batch)).not.toContain('A new certificate waits');
  setHoldMinutes(issuer.actor, { holdMinutes: 1 });
  expect(await review(batch)).toContain('A new certificate waits for 1 minute.');
});

it('is done once its last certificate is withdrawn', async () => {
  const { issuer, read } = await waitingBatch(csvOf(1));
  const { uniqueId } = (await read()).rows[0];
  withdrawScheduled(issuer.actor, uniqueId);
  expect(await read()).toMatchObject({ status: 'done', issued: 0, failed: 1 });
  expect(issuedToday()).toBe(0);
});

it('is withdrawn as a whole in steps, and its quota is given back', async () => {
  const { issuer, id, forward, read } = await waitingBatch(csvOf(70));
  let turns = 0;
  let isCancelled = false;
  const takeTurn = () => {
    turns += 1;
    if (!isCancelled) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await cancelBatch(issuer.actor, id);
  isCancelled = true;
  expect(turns).toBeGreaterThan(1);
  expect([count('scheduled_certificates'), issuedToday()]).toEqual([0, 0]);
  forward(10 * MINUTE_MS);
  await issueScheduled();
  expect(await read()).toMatchObject({ status: 'cancelled', issued: 0 });
  expect(count('certificates')).toBe(0);
});

it('is withdrawn to its end after a kill, and nothing of it is issued', async () => {
  const { id, forward, read } = await waitingBatch();
  // As if no step was committed.
  sqlite().prepare("update batches set status = 'cancelled' where id = ?").run(id);
  forward(10 * MINUTE_MS);
  await issueScheduled();
  expect([count('certificates'), count('scheduled_certificates where problem is null')]).toEqual([0, 3]);
  await issueBatches();
  expect([count('scheduled_certificates'), issuedToday()]).toEqual([0, 0]);
  expect(await read()).toMatchObject({ status: 'cancelled', issued: 0, failed: 0 });
});

it('keeps the version of its design, and issues what can be issued', async () => {
  const forward = stopClock();
  const issuer = await makeIssuer();
  const designId = makeDesign(issuer);
  const json = {
    certificates: ['Ada', 'Bea'].map((studentName) => ({
      studentName,
      studentEmail: 'ada@students.example',
      courseName: 'Law',
      issueDate: '2026-02-28',
      designId,
    })),
    holdMinutes: 5,
  };
  const { batch } = await (await fetchApi('certs/batches', { token: issuer.token, json })).json();
  await issueBatches();
  sqlite().prepare('update designs set retired_at = 1').run();
  const taken = { studentName: 'Bea', studentEmail: 'ada@students.example', courseName: 'Law' };
  await makeCertificate(issuer, taken);
  forward(5 * MINUTE_MS);
  await issueScheduled();
  const read = await readBatch(issuer, batch._id);
  expect(read).toMatchObject({ status: 'done', issued: 1, failed: 1 });
  expect(read.rows[1].errors.row[0]).toContain('It is listed with the scheduled certificates.');
  expect(count('certificates where design_version_id is not null')).toBe(1);
  expect(count('scheduled_certificates where problem is not null and batch_seq is null')).toBe(1);
});

it('issues no row of a student who has such a certificate that waits', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, `${csvOf(1)}\n${NAME},${EMAIL},Law,2026-02-28,`);
  const { uniqueId } = await schedule(issuer, { ...HELD, courseName: 'LAW' });
  startBatch(issuer.actor, id);
  await issueBatches();
  const read = await readBatch(issuer, id);
  expect(read).toMatchObject({ status: 'done', issued: 1, failed: 1 });
  expect(read.rows[1].errors.studentEmail[0]).toContain(uniqueId);
});

it('loses the rows of an erased holder, and counts them once', async () => {
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '3' });
  const csv = `${csvOf(2)}\n${NAME},${EMAIL},Graduation,2026-02-28,`;
  const { issuer, forward, read } = await waitingBatch(csv);
  expect((await erase(issuer)).status).toBe(200);
  expect(await read()).toMatchObject({ status: 'scheduled', issued: 0, failed: 1 });
  expect([count('scheduled_certificates'), issuedToday()]).toEqual([2, 2]);
  forward(10 * MINUTE_MS);
  await issueScheduled();
  expect(await read()).toMatchObject({ status: 'done', issued: 2, failed: 1 });
});

it('goes on scheduling after a kill, each row once', async () => {
  const { id, read } = await waitingBatch(csvOf(70));
  // As if the second chunk was not committed.
  sqlite().prepare("update batches set status = 'issuing' where id = ?").run(id);
  sqlite().prepare('delete from scheduled_certificates where batch_line > 65').run();
  await issueBatches();
  expect(await read()).toMatchObject({ status: 'scheduled', issued: 0, failed: 0 });
  expect(count('scheduled_certificates')).toBe(70);
});
