import { describe, expect, it } from 'vitest';
import { findBatch } from '#app/batches/batch.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { checkRecords } from '#app/operations/check-records.server.ts';
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
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
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

describe('a declared pattern', () => {
  const answers = async (issuer: Person, more: FieldRules) => {
    const json = { key: 'no', name: 'Number', kind: 'running', ...more };
    const body = await (await fetchApi('fields', { token: issuer.token, json })).json();
    const { pattern, start, per } = body.field ?? {};
    return body.errors ?? { pattern, start, per };
  };
  const once = 'Pattern must have {number}, and each placeholder only once, such as {year}-{number:5}.';
  const separated =
    'Pattern must have a character that is no digit between {course} and {number}. Otherwise two courses could share numbers.';
  const only = 'Only {number}, {number:5}, {year} and {course} are filled in.';
  const byCourse = { per: 'course' } as const;
  it.each<[string, FieldRules, unknown]>([
    [
      'counts from 1 for the organisation',
      { pattern: '{number}' },
      { pattern: '{number}', start: 1, per: 'organisation' },
    ],
    [
      'starts where it is declared',
      { pattern: 'MT/{course}/{number:9}', start: 0, ...byCourse },
      { pattern: 'MT/{course}/{number:9}', start: 0, per: 'course' },
    ],
    ['is required', {}, { pattern: ['Pattern is required.'] }],
    ['needs a number', { pattern: '{year}' }, { pattern: [once] }],
    ['needs it once', { pattern: '{number}-{number:2}' }, { pattern: [once] }],
    [
      'has no other placeholder',
      { pattern: '{number}{name}' },
      { pattern: [`Pattern must not have {name}. ${only}`] },
    ],
    ['has no open brace', { pattern: '{number' }, { pattern: [`Pattern must not have {. ${only}`] }],
    [
      'has no other width',
      { pattern: '{number:12}' },
      { pattern: [`Pattern must not have {number:12}. ${only}`] },
    ],
    [
      'names the course that it counts',
      { pattern: '{number}', ...byCourse },
      {
        pattern: [
          'Pattern must have {course} to be counted per course. Otherwise two courses would share numbers.',
        ],
      },
    ],
    ['separates the course', { pattern: '{course}2{year}{number}', ...byCourse }, { pattern: [separated] }],
    ['separates it behind the number', { pattern: '{number}{course}' }, { pattern: [separated] }],
    [
      'is not too long',
      { pattern: `{number}${'x'.repeat(100)}` },
      { pattern: ['Pattern must have at most 100 characters.'] },
    ],
    [
      'starts at 0 or above',
      { pattern: '{number}', start: -1 },
      { start: ['First number must be a whole number from 0 to 1000000000.'] },
    ],
    [
      'starts at a billion at most',
      { pattern: '{number}', start: 1_000_000_001 },
      { start: ['First number must be a whole number from 0 to 1000000000.'] },
    ],
    [
      'counts what can be counted',
      { pattern: '{number}', per: 'student' as never },
      { per: ['Counted per must be one of organisation, course.'] },
    ],
  ])('%s', async (_what, rules, expected) => {
    expect(await answers(await makeIssuer(), rules)).toEqual(expected);
  });

  it('never changes, and is counted in one way', async () => {
    const issuer = await makeIssuer();
    const { token } = issuer;
    const json = { key: 'no', name: 'Number', kind: 'running', pattern: '{course}-{number}' };
    const { field } = await (await fetchApi('fields', { token, json })).json();
    for (const change of [{ pattern: '{number}' }, { start: 2 }, { per: 'course' }]) {
      const answer = await fetchApi(`fields/${field._id}`, { token, method: 'PATCH', json: change });
      expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([400, Object.keys(change)]);
    }
    const rename = await fetchApi(`fields/${field._id}`, {
      token,
      method: 'PATCH',
      json: { name: 'Register' },
    });
    expect((await rename.json()).field).toMatchObject({ name: 'Register', pattern: json.pattern });
    await fetchApi(`fields/${field._id}`, { token, method: 'DELETE' });
    expect(await answers(issuer, { pattern: json.pattern, per: 'course' })).toEqual({
      per: [
        'Your retired field Register had this pattern and was counted otherwise. Choose the same, or another pattern.',
      ],
    });
    expect(await answers(issuer, { pattern: json.pattern })).toMatchObject({ pattern: json.pattern });
    const other = { key: 'another', name: 'Another', pattern: json.pattern, per: 'course' as const };
    expect(await answers(issuer, other)).toEqual({
      per: ['Your fields with this pattern are counted otherwise. Choose the same, or another pattern.'],
    });
  });

  it('is declared by a form, and shown on the page of the field', async () => {
    const issuer = await makeIssuer();
    const { cookie } = issuer;
    const form = {
      key: 'no',
      name: 'Number',
      kind: 'running',
      pattern: '{year}-{number:5}',
      start: '',
      per: 'organisation',
    };
    const refused = await fetchPage('/admin/fields/new?kind=running', {
      cookie,
      form: { ...form, pattern: '{year}' },
    });
    expect(await refused.text()).toContain(once);
    const answer = await fetchPage('/admin/fields/new?kind=running', { cookie, form });
    expect(answer.status).toBe(302);
    const id = sqlite().prepare('select id from certificate_fields').pluck().get();
    expect(await (await fetchPage(`/admin/fields/${id}`, { cookie })).text()).toContain('{year}-{number:5}');
    const saved = { intent: 'save', name: 'Register' };
    expect((await fetchPage(`/admin/fields/${id}`, { cookie, form: saved })).status).toBe(302);
    expect((await issued(issuer)).fields).toEqual({
      no: { name: 'Register', value: expect.stringMatching(/^\d{4}-00001$/) },
    });
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

it('signs the number with the certificate, also in a batch', async () => {
  const issuer = await makeNumbering({ pattern: '{number}' });
  startBatch(issuer.actor, (await makeBatch(issuer, csvOf(2))).id);
  await issueBatches();
  await issue(issuer);
  const credentials = sqlite().prepare<[], Buffer>('select bytes from certificate_credentials').pluck().all();
  expect(credentials.map((bytes) => JSON.parse(String(bytes)).credentialSubject.fields[0].value)).toEqual([
    '1',
    '2',
    '3',
  ]);
  expect(checkRecords()).toEqual([]);
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
