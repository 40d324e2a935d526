import { describe, expect, it } from 'vitest';
import { findBatch } from '#app/batches/batch.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/start-batch.server.ts';
import { sqlite } from '#db/client.ts';
import type { FieldRules } from '#db/schema/fields.ts';
import { erase, HELD } from '#tests/support/erasures.ts';
import {
  certificateInput,
  csvOf,
  makeBatch,
  makeIssuer,
  makeSuperAdmin,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

async function makeNumbering(rules: FieldRules, more = {}): Promise<Person> {
  const issuer = await makeIssuer();
  makeField(issuer, 'no', { kind: 'running', name: 'Number', rules, ...more });
  return issuer;
}

let students = 0;

const issue = ({ token }: Person, more = {}, headers = {}) => {
  students += 1;
  const json = certificateInput({ studentEmail: `student${students}@students.example`, ...more });
  return fetchApi('certs/issue', { token, json, headers });
};

type Issued = { uniqueId: string; fields: Record<string, { name: string; value: string }> };

async function issued(issuer: Person, more = {}): Promise<Issued> {
  const answer = await issue(issuer, more);
  expect(answer.status).toBe(201);
  return (await answer.json()).certificate;
}

const numberOf = async (issuer: Person, more = {}) => (await issued(issuer, more)).fields.no?.value;

/** Calls a path of a certificate and returns the number of the certificate that it makes. */
async function successor({ token }: Person, { uniqueId }: Issued, path: string, json: unknown) {
  const answer = await fetchApi(`certificates/${uniqueId}/${path}`, { token, json });
  expect(answer.status).toBe(201);
  return (await answer.json()).certificate as Issued;
}

const storedNumbers = () =>
  sqlite().prepare("select fields ->> '$[0].value' from certificates order by seq").pluck().all();

describe('a pattern', () => {
  it.each<[string, FieldRules, string[]]>([
    ['counts from 1', { pattern: '{number}' }, ['1', '2', '3', '1/2']],
    ['counts from its start', { pattern: 'A{number:3}', start: 999 }, ['A999', 'A1000', 'A1001', 'A999/2']],
    ['may start at 0', { pattern: '{number:2}', start: 0 }, ['00', '01', '02', '00/2']],
    [
      'counts anew in each year of the issue date',
      { pattern: '{year}-{number:5}' },
      ['2026-00001', '2025-00001', '2026-00002', '2026-00001/2'],
    ],
    [
      'counts for the organisation with the name of the course in it',
      { pattern: 'MT/{course}/{number}' },
      ['MT/Algebra/1', 'MT/Algebra/2', 'MT/ALGEBRA I-II/3', 'MT/Algebra/1/2'],
    ],
    [
      'counts for each course',
      { pattern: 'MT/{course}/{number}', per: 'course' },
      ['MT/Algebra/1', 'MT/Algebra/2', 'MT/ALGEBRA I-II/1', 'MT/Algebra/1/2'],
    ],
  ])('%s', async (_what, rules, expected) => {
    const issuer = await makeNumbering(rules);
    const at2026 = { courseName: 'Algebra', issueDate: '2026-01-01' };
    const first = await issued(issuer, at2026);
    const numbers = [
      first.fields.no?.value,
      await numberOf(issuer, { courseName: 'Algebra', issueDate: '2025-12-31' }),
      await numberOf(issuer, { courseName: 'ALGEBRA I/II', issueDate: '2026-12-31' }),
      (await successor(issuer, first, 'replacement', certificateInput(at2026))).fields.no?.value,
    ];
    expect(numbers).toEqual(expected);
  });
});

it('counts each field and each organisation by itself', async () => {
  const [issuer, other] = await Promise.all([
    makeNumbering({ pattern: 'A{number}' }),
    makeNumbering({ pattern: '{number}' }),
  ]);
  makeField(issuer, 'book', { kind: 'running', rules: { pattern: 'Book {number}', start: 7 } });
  await issue(issuer);
  const { fields } = await issued(issuer);
  expect(fields).toEqual({ no: { name: 'Number', value: 'A2' }, book: { name: 'book', value: 'Book 8' } });
  expect(await numberOf(other)).toBe('1');
});

it('goes on with the count of a retired field with the same pattern, or from a later start', async () => {
  const issuer = await makeNumbering({ pattern: '{number}' });
  expect(await numberOf(issuer)).toBe('1');
  sqlite().prepare('update certificate_fields set retired_at = 1').run();
  makeField(issuer, 'no', { kind: 'running', rules: { pattern: '{number}' } });
  expect(await numberOf(issuer)).toBe('2');
  makeField(issuer, 'again', { kind: 'running', rules: { pattern: '{number}', start: 9 } });
  expect(Object.values((await issued(issuer)).fields).map(({ value }) => value)).toEqual(['9', '10']);
});

it('uses no number for what is refused, repeated or only tried', async () => {
  const issuer = await makeNumbering({ pattern: '{number}' });
  const same = { studentEmail: 'ada@students.example' };
  const headers = { 'idempotency-key': 'once' };
  const first = await (await issue(issuer, same, headers)).json();
  expect(await (await issue(issuer, same, headers)).json()).toEqual(first);
  expect((await issue(issuer, same)).status).toBe(409);
  expect((await issue(issuer, { fields: { no: '2' } })).status).toBe(400);
  expect((await issue(issuer, { issueDate: 'someday' })).status).toBe(400);
  expect(await numberOf(issuer)).toBe('2');
});

it('gives numbers to the rows of batches, and none to a row that has become a duplicate', async () => {
  const issuer = await makeNumbering({ pattern: '{number}' });
  const batches = await Promise.all([makeBatch(issuer, csvOf(70)), makeBatch(issuer, csvOf(80, 'Diploma'))]);
  const second = {
    studentName: 'Student 1',
    studentEmail: 'student1@students.example',
    courseName: 'Graduation',
  };
  expect(await numberOf(issuer, { ...second, expiryDate: '' })).toBe('1');
  for (const { id } of batches) startBatch(issuer.actor, id);
  await issueBatches();
  expect(batches.map(({ id }) => findBatch(issuer.actor, id).failed)).toEqual([1, 0]);
  expect(storedNumbers()).toEqual(Array.from({ length: 150 }, (_, index) => String(index + 1)));
});

it('keeps the number of a replacement with a suffix, and gives a renewal a new one', async () => {
  const issuer = await makeNumbering({ pattern: '{year}/{number}' });
  const dates = { issueDate: '2025-01-01', expiryDate: '2026-01-01' };
  const json = certificateInput({ ...dates, allowDuplicate: true });
  let certificate = await issued(issuer, dates);
  const numbers = [certificate.fields.no?.value];
  for (const [path, body] of [
    ['replacement', json],
    ['replacement', json],
    ['renewal', { issueDate: '2026-01-02' }],
    ['replacement', json],
  ] as const) {
    certificate = await successor(issuer, certificate, path, body);
    numbers.push(certificate.fields.no?.value);
  }
  expect(numbers).toEqual(['2025/1', '2025/1/2', '2025/1/3', '2026/1', '2026/1/2']);
  expect(await numberOf(issuer, dates)).toBe('2025/2');
  const refused = await fetchApi(`certificates/${certificate.uniqueId}/replacement`, {
    token: issuer.token,
    json: { ...(json as object), fields: { no: '1' } },
  });
  expect((await refused.json()).errors).toEqual({
    'fields.no': ['Number is given by the site. Leave it out.'],
  });
});

it('gives a replacement the number that its certificate lacks, and a renewal none of a retired field', async () => {
  const issuer = await makeIssuer();
  const dates = { issueDate: '2025-01-01', expiryDate: '2026-01-01' };
  const json = certificateInput({ ...dates, allowDuplicate: true });
  const older = await issued(issuer, dates);
  makeField(issuer, 'no', { kind: 'running', rules: { pattern: '{number}' } });
  const replacement = await successor(issuer, older, 'replacement', json);
  expect(replacement.fields.no?.value).toBe('1');
  sqlite().prepare('update certificate_fields set retired_at = 1').run();
  const again = await successor(issuer, replacement, 'replacement', json);
  expect(again.fields.no?.value).toBe('1/2');
  expect((await successor(issuer, again, 'renewal', {})).fields).toEqual({});
});

it('takes the number away with an erasure and never gives it again', async () => {
  const issuer = await makeNumbering({ pattern: 'Register {number:4}' }, { isSearched: true });
  await issued(issuer, HELD);
  expect((await erase(issuer)).status).toBe(200);
  expect(storedNumbers()).toEqual([null]);
  expect(sqlite().prepare('select searched_fields from certificates').pluck().all()).toEqual([null]);
  expect(await numberOf(issuer)).toBe('Register 0002');
});

it('finds a certificate by its number where the issuer marks it, in lists and for super admins', async () => {
  const issuer = await makeNumbering({ pattern: 'MT{number:5}', start: 77 }, { isSearched: true });
  const { uniqueId } = await issued(issuer);
  await issued(issuer);
  const office = await makeSuperAdmin();
  for (const [path, { token }] of [
    ['certificates/my-issued?q=mt00077', issuer],
    ['certificates/all?q=mt00077', office],
  ] as const) {
    const { certificates } = await (await fetchApi(path, { token })).json();
    expect(certificates.map((each: Issued) => each.uniqueId)).toEqual([uniqueId]);
  }
});

it('gives no number twice and leaves no gap when many are issued at once, some of them in vain', async () => {
  const issuer = await makeNumbering({ pattern: '{number}' });
  const twin = { studentEmail: 'twin@students.example' };
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => issue(issuer, index % 10 === 9 ? twin : {})),
  );
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(storedNumbers()).toEqual(Array.from({ length: 181 }, (_, index) => String(index + 1)));
});
