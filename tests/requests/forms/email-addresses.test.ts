import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { db, sqlite } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import {
  certificateInput,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const samples: Record<string, string[]> = JSON.parse(readFileSync('tests/inputs/31-addresses.json', 'utf8'));
const ADDRESSES = [...Object.values(samples).flat(), 'cem@exämple.test', 'Info@Пример.РФ', 'ada@students'];

let issuer: Person;
beforeEach(async () => {
  issuer = await makeIssuer();
});

const studentEmails = () =>
  sqlite().prepare('select student_email from certificates order by seq').pluck().all();

it('valid addresses are taken by registration, form, API and CSV alike', async () => {
  const person = { name: 'Ada', password: PASSWORD, role: 'individual' };
  for (const [index, email] of ADDRESSES.entries()) {
    const registered = await fetchApi('users/register', { json: { ...person, email } });
    expect([email, registered.status]).toEqual([email, 201]);
    const issued = await fetchApi('certs/issue', {
      token: issuer.token,
      json: certificateInput({ studentEmail: email, courseName: `Course ${index}` }),
    });
    expect([email, issued.status]).toEqual([email, 201]);
    const form = { ...certificateInput({ studentEmail: email, courseName: `Form ${index}` }) } as Record<
      string,
      string
    >;
    const posted = await fetchPage('/admin/issue-certificate', { cookie: issuer.cookie, form });
    expect([email, posted.status < 400]).toEqual([email, true]);
  }
  const rows = ADDRESSES.map((email, index) => `Ada,${email},CSV ${index},2026-02-28,`).join('\n');
  const csv = `studentName,studentEmail,courseName,issueDate,expiryDate\n${rows}`;
  const sent = await fetchApi('certs/batches', {
    token: issuer.token,
    method: 'POST',
    body: csv,
    headers: { 'content-type': 'text/csv' },
  });
  expect((await sent.json()).batch).toMatchObject({ total: ADDRESSES.length, failed: 0 });
  await issueBatches();
  const stored = ['cem@xn--exmple-cua.test', 'info@xn--e1afmkfd.xn--p1ai'];
  for (const address of stored) {
    expect(studentEmails().filter((each) => each === address).length).toBeGreaterThanOrEqual(3);
    expect(
      db()
        .select()
        .from(users)
        .all()
        .map(({ email }) => email),
    ).toContain(address);
  }
});

it('a list with an address in letters is issued, and both forms of it are one mailbox', async () => {
  const sent = await fetchApi('certs/batches', {
    token: issuer.token,
    method: 'POST',
    body: readFileSync('tests/inputs/batch-idn.csv'),
    headers: { 'content-type': 'text/csv' },
  });
  expect([sent.status, (await sent.json()).batch.failed]).toEqual([202, 0]);
  await issueBatches();
  const cem = await makeVerifier({ email: 'cem@xn--exmple-cua.test' });
  const { certificates } = await (await fetchApi('certificates/mine', { token: cem.token })).json();
  expect(certificates).toHaveLength(1);
  for (const email of ['cem@exämple.test', 'CEM@EXA\u0308MPLE.TEST', 'cem@xn--exmple-cua.test']) {
    const login = await fetchApi('users/login', { json: { email, password: PASSWORD } });
    expect([email, login.status]).toEqual([email, 200]);
    const found = await fetchApi(`certificates/my-issued?q=${encodeURIComponent(email)}`, {
      token: issuer.token,
    });
    expect([email, (await found.json()).certificates.length]).toEqual([email, 1]);
  }
  const list = await (await fetchPage('/admin/issued-certificates', { cookie: issuer.cookie })).text();
  expect(list.replaceAll('<wbr>', '')).toContain('cem@exämple.test');
  const again = await fetchApi('users/register', {
    json: { name: 'Cem', email: 'cem@exämple.test', password: PASSWORD, role: 'individual' },
  });
  // Nothing says that the address has an account.
  expect(again.status).toBe(201);
  expect(
    db()
      .select()
      .from(users)
      .all()
      .filter(({ email }) => email === 'cem@xn--exmple-cua.test'),
  ).toHaveLength(1);
});

it('a local part in UTF-8 is refused with the reason, by field', async () => {
  const answer = await fetchApi('certs/issue', {
    token: issuer.token,
    json: certificateInput({ studentEmail: 'jörg@students.example' }),
  });
  expect([answer.status, (await answer.json()).errors.studentEmail]).toEqual([
    400,
    [expect.stringContaining('has letters before the @')],
  ]);
});
