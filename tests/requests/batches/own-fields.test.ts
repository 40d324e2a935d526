import { readFileSync } from 'node:fs';
import * as spreadsheets from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { exampleValue } from '#app/certificates/example-values.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { readValue } from '#app/certificates/read-value.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer, makeSuperAdmin, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField } from '#tests/support/own-fields.ts';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADER = 'studentName,studentEmail,courseName,issueDate';
const row = (name: string, more: string) =>
  `${name},${name.toLowerCase()}@students.example,Law,2026-02-28${more}`;

const send = ({ token }: Person, body: string | Buffer, { type = CSV, query = '' } = {}) =>
  fetchApi(`certs/batches${query}`, {
    token,
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': type },
  });

/** The frozen values of each certificate by key. */
const issued = () =>
  (sqlite().prepare('select fields from certificates order by seq').pluck().all() as (string | null)[]).map(
    (fields) =>
      Object.fromEntries(
        (JSON.parse(fields ?? '[]') as { key: string; value: unknown }[]).map(({ key, value }) => [
          key,
          value,
        ]),
      ),
  );

/** Issues a list of a program. @returns the values of its certificates, or its answer */
async function valuesOf(issuer: Person, body: string | Buffer, options: Parameters<typeof send>[2] = {}) {
  const sent = await send(issuer, body, options);
  const answer = await sent.json();
  if (sent.status !== 202) return answer;
  await issueBatches();
  return issued();
}

const retire = (key: string) =>
  sqlite().prepare('update certificate_fields set retired_at = 1 where key = ?').run(key);

async function upload({ cookie }: Person, file: string) {
  const form = new FormData();
  form.set('file', new Blob([file]), 'list.csv');
  const sent = await fetchPage('/admin/batches', { cookie, form });
  return sent.headers.get('location') ?? '';
}

const open = async ({ cookie }: Person, path: string) =>
  (await (await fetchPage(path, { cookie })).text()).replaceAll('<!-- -->', '');

/** An issuer with one field of each kind that a list has. */
async function makeDeclaring() {
  const issuer = await makeIssuer();
  makeField(issuer, 'hours', { name: 'Contact hours', kind: 'number', rules: { min: 1, max: 500 } });
  makeField(issuer, 'grade', { name: 'Grade', kind: 'choice', rules: { choices: ['A', 'B'] } });
  makeField(issuer, 'born', { name: 'Birth date', kind: 'date', visibility: [] });
  makeField(issuer, 'honours', { name: 'With honours', kind: 'boolean' });
  return issuer;
}

describe('a list with own fields', () => {
  it.each([
    ['their keys', 'hours,grade,born,honours'],
    ['their names, however they are written', '"CONTACT-Hours",Grade, birth  date ,with honours'],
    ['the names of controls', 'fields.hours,fields.grade,fields.born,fields.honours'],
  ])('has columns with %s', async (_, columns) => {
    const list = [`${HEADER},${columns}`, row('Ann', ',"12,5",b,28 March 1999,yes'), row('Bob', ',,,,')].join(
      '\n',
    );
    expect(await valuesOf(await makeDeclaring(), list)).toEqual([
      { hours: 12.5, grade: 'B', born: '1999-03-28', honours: true },
      {},
    ]);
  });

  it('of a spreadsheet has its numbers and dates, also one that may be read as two', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'points', { kind: 'number' });
    makeField(issuer, 'born', { kind: 'date' });
    const day = (year: number) => new Date(Date.UTC(year, 1, 28));
    const sheet = spreadsheets.utils.aoa_to_sheet(
      [
        [...HEADER.split(','), 'points', 'born'],
        ['Ann', 'ann@students.example', 'Law', day(2026), 1500, day(1999)],
      ],
      { cellDates: true, UTC: true },
    );
    const cell = sheet.E2 as spreadsheets.CellObject;
    Object.assign(cell, { z: '#,##0', w: '1,500' });
    const book = spreadsheets.utils.book_new(sheet, 'List');
    const bytes = spreadsheets.write(book, { type: 'buffer', bookType: 'xlsx', cellDates: false }) as Buffer;
    expect(await valuesOf(issuer, bytes, { type: XLSX })).toEqual([{ points: 1500, born: '1999-02-28' }]);
  });

  it('is matched by a program to keys', async () => {
    const columns = { studentName: 'N', studentEmail: 'M', courseName: 'C', issueDate: 'D', hours: 'Std.' };
    const query = `?columns=${encodeURIComponent(JSON.stringify(columns))}`;
    const list = 'N,M,C,D,Std.,Grade\nAnn,ann@students.example,Law,2026-02-28,40,A';
    expect(await valuesOf(await makeDeclaring(), list, { query })).toEqual([{ hours: 40 }]);
    const unknown = await send(await makeIssuer(), list, { query });
    expect([unknown.status, (await unknown.json()).errors]).toEqual([
      400,
      { columns: [expect.stringMatching(/^columns must be a JSON object/)] },
    ]);
  });

  it('names the row and the field of each error', async () => {
    const list = [
      `${HEADER},hours,grade`,
      row('Ann', ',501,A'),
      row('Bob', ',12,C'),
      row('Cy', ',"1,500",A'),
    ].join('\n');
    const answer = await valuesOf(await makeDeclaring(), list);
    expect(answer.rows).toEqual([
      { line: 2, errors: { 'fields.hours': ['Contact hours must be from 1 to 500.'] } },
      { line: 3, errors: { 'fields.grade': ['Grade must be one of these: A, B.'] } },
      {
        line: 4,
        errors: {
          'fields.hours': ['Contact hours may be two numbers. Write it without a separator of thousands.'],
        },
      },
    ]);
    expect(issued()).toEqual([]);
  });

  it('needs a column of a required field without a default, and blank cells have the default', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'level', { name: 'Level', isRequired: true });
    makeField(issuer, 'place', { isRequired: true, rules: { default: 'Riga' } });
    const without = await valuesOf(issuer, [HEADER, row('Ann', '')].join('\n'));
    expect(without.message).toBe('Line 1 lacks the columns level.');
    const list = [`${HEADER},level,place`, row('Ann', ',1,'), row('Bob', ',2,Oslo')].join('\n');
    expect(await valuesOf(issuer, list)).toEqual([
      { level: '1', place: 'Riga' },
      { level: '2', place: 'Oslo' },
    ]);
  });

  it('is asked for the order of the dates of own fields, which show that of all', async () => {
    const list = (born: string) =>
      [`${HEADER},born`, row('Ann', `,${born}`), row('Bob', ',04/05/2001')].join('\n');
    const open = await valuesOf(await makeDeclaring(), list('01/02/1999'));
    expect(open.message).toContain('born');
    expect(await valuesOf(await makeDeclaring(), list('31/01/1999'))).toEqual([
      { born: '1999-01-31' },
      { born: '2001-05-04' },
    ]);
  });

  it('may be any list of others: own fields leave what people have as it was', async () => {
    const list = readFileSync('tests/inputs/lists/german-header.csv');
    const sent = await send(await makeDeclaring(), list);
    expect(sent.status).toBe(202);
  });
});

describe('a batch in JSON', () => {
  const certificate = (name: string, fields?: unknown) => ({
    studentName: name,
    studentEmail: `${name.toLowerCase()}@students.example`,
    courseName: 'Law',
    issueDate: '2026-02-28',
    fields,
  });
  const post = ({ token }: Person, certificates: unknown[], more = {}) =>
    fetchApi('certs/batches', { token, json: { certificates, ...more } });

  it('has values by key, and shows them with its rows', async () => {
    const issuer = await makeDeclaring();
    const sent = await post(issuer, [certificate('Ann', { hours: 40, honours: false }), certificate('Bob')]);
    const { batch } = await sent.json();
    await issueBatches();
    expect(issued()).toEqual([{ hours: 40, honours: false }, {}]);
    const { token } = issuer;
    const shown = await (await fetchApi(`certs/batches/${batch._id}`, { token })).json();
    expect(shown.batch.rows.map(({ fields }: { fields: unknown }) => fields)).toEqual([
      { hours: { name: 'Contact hours', value: 40 }, honours: { name: 'With honours', value: false } },
      {},
    ]);
  });

  it.each([
    ['a field that is not declared', { level: 1 }, { 'fields.level': ['There is no field level.'] }],
    [
      'a list',
      [1],
      { fields: ['Fields must be an object with at most 100 members.'], 'fields.0': [expect.any(String)] },
    ],
    ['a text', 'hours', { fields: ['Fields must be an object with at most 100 members.'] }],
    ['a wrong value', { hours: {} }, { 'fields.hours': ['Contact hours must be text.'] }],
  ])('is refused with %s', async (_, fields, errors) => {
    const sent = await post(await makeDeclaring(), [certificate('Ann', fields)]);
    expect([sent.status, (await sent.json()).rows]).toEqual([400, [{ line: 1, errors }]]);
  });
});

describe('a batch on its page', () => {
  const level = (issuer: Person, more = {}) =>
    makeField(issuer, 'level', { name: 'Level', isRequired: true, ...more });

  it('is asked about columns, which may be own fields, or one value for all rows, and remembers them', async () => {
    const issuer = await makeIssuer();
    level(issuer);
    makeField(issuer, 'hours', { name: 'Hours', kind: 'number' });
    const list =
      'Name,Mail,Kurs,Datum,Std\nAnn,ann@students.example,Law,2026-02-28,12\nBob,bob@students.example,Law,2026-02-28,';
    const path = await upload(issuer, list);
    expect(path).toMatch(/columns$/);
    const page = await open(issuer, path);
    expect(page).toContain('<option value="fields.hours">Hours</option>');
    const columns = ['studentName', 'studentEmail', 'courseName', 'issueDate', 'fields.hours'];
    const chosen = Object.fromEntries(columns.map((target, at) => [`column${at}`, target]));
    const answer = (more: Record<string, string>) =>
      fetchPage(path, { cookie: issuer.cookie, form: { intent: 'check', ...chosen, ...more } });
    const lacking = await answer({});
    expect(await lacking.text()).toContain('Level');
    expect(lacking.status).toBe(400);
    const done = await answer({ 'all-level': 'Advanced', 'all-hours': '40' });
    expect(done.status).toBe(302);
    startBatch(issuer.actor, done.headers.get('location')?.split('/').at(-1) ?? '');
    await issueBatches();
    expect(issued()).toEqual([
      { level: 'Advanced', hours: 12 },
      { level: 'Advanced', hours: 40 },
    ]);
    const again = await open(issuer, await upload(issuer, list.replace('12', '13')));
    expect(again).toContain('<option value="fields.hours" selected="">Hours</option>');
  });

  it('is corrected with the controls of its fields', async () => {
    const issuer = await makeIssuer();
    level(issuer, { kind: 'choice', rules: { choices: ['Basic', 'Advanced'] } });
    const path = await upload(
      issuer,
      [`${HEADER},level`, row('Ann', ',Expert'), row('Bob', ',Basic')].join('\n'),
    );
    const page = await open(issuer, path);
    expect(page).toContain('Level must be one of these: Basic, Advanced.');
    expect(page).toMatch(/<select[^>]*name="row2-own-level"[^>]*>.*?<option value="Expert" selected=""/s);
    const entered = {
      'row2-studentName': 'Ann',
      'row2-studentEmail': 'ann@students.example',
      'row2-courseName': 'Law',
      'row2-issueDate': '2026-02-28',
    };
    const mend = (value: string) =>
      fetchPage(path, {
        cookie: issuer.cookie,
        form: { intent: 'mend', ...entered, 'row2-own-level': value },
      });
    await mend('');
    expect(await open(issuer, path)).toContain('Level is required.');
    await mend('advanced');
    startBatch(issuer.actor, path.split('/').at(-1) ?? '');
    await issueBatches();
    expect(issued()).toEqual([{ level: 'Advanced' }, { level: 'Basic' }]);
  });

  it('warns of errors of formulas and other damage in texts of own fields', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'place', { name: 'Place' });
    makeField(issuer, 'instructor', { name: 'Instructor' });
    const rows = [',#N/A,Ren\u00c3\u00a9', ',#REF!,Zoë', ',####,Zoë', ',#1 Main Street,Zoë'];
    const list = [`${HEADER},place,instructor`, ...rows.map((more, at) => row(`Ann${at}`, more))];
    const path = await upload(issuer, list.join('\n'));
    expect(sqlite().prepare('select warned from batches').pluck().get()).toBe(3);
    const page = await open(issuer, path);
    expect(page).toContain('Place is an error of a spreadsheet formula.');
    expect(page).toContain('Instructor seems to be read in a wrong encoding.');
    const { batch } = await (
      await fetchApi(`certs/batches/${path.split('/').at(-1)}`, { token: issuer.token })
    ).json();
    expect(batch.rows.map(({ warnings = {} }: { warnings?: object }) => Object.keys(warnings))).toEqual([
      ['fields.place', 'fields.instructor'],
      ['fields.place'],
      ['fields.place'],
      [],
    ]);
  });

  it('corrects a page of fifty rows with the most fields', async () => {
    const issuer = await makeIssuer();
    const keys = Array.from({ length: 30 }, (_, index) => `own${index}`);
    for (const key of keys) makeField(issuer, key, { isRequired: key === 'own0' });
    const names = Array.from({ length: 50 }, (_, index) => `Student${index}`);
    const path = await upload(issuer, [`${HEADER},own0`, ...names.map((name) => row(name, ','))].join('\n'));
    const form: Record<string, string> = { intent: 'mend' };
    names.forEach((name, index) => {
      const line = `row${index + 2}-`;
      Object.assign(form, {
        [`${line}studentName`]: name,
        [`${line}studentEmail`]: `${name}@students.example`,
        [`${line}courseName`]: 'Law',
        [`${line}issueDate`]: '2026-02-28',
        [`${line}expiryDate`]: '',
      });
      for (const key of keys) form[`${line}own-${key}`] = 'a'.repeat(100);
    });
    expect((await fetchPage(path, { cookie: issuer.cookie, form })).status).toBe(302);
    expect(sqlite().prepare('select failed from batches').pluck().get()).toBe(0);
  });

  it('says which fields were retired or became required since its check, and issues its rows as checked', async () => {
    const issuer = await makeIssuer();
    makeField(issuer, 'hours', { name: 'Hours', kind: 'number' });
    makeField(issuer, 'place', { name: 'Place' });
    const path = await upload(issuer, [`${HEADER},hours,place`, row('Ann', ',12,Riga')].join('\n'));
    expect(await open(issuer, path)).toContain('Hours: 12');
    retire('hours');
    makeField(issuer, 'hours', { name: 'Hours', kind: 'text' });
    level(issuer);
    sqlite().prepare("update certificate_fields set name = 'Town' where key = 'place'").run();
    const page = await open(issuer, path);
    expect(page).toContain('Retired since: Hours');
    expect(page).toContain('Required since the check: Level');
    startBatch(issuer.actor, path.split('/').at(-1) ?? '');
    await issueBatches();
    expect(sqlite().prepare('select fields from certificates').pluck().get()).toBe(
      '[{"key":"place","name":"Town","kind":"text","visibility":["certificate"],"value":"Riga"}]',
    );
  });
});

describe('files of a batch', () => {
  it('are a template with the fields, which is read without a question', async () => {
    const issuer = await makeDeclaring();
    makeField(issuer, 'level', { name: 'Level, of 3', isRequired: true });
    const required = (kind: OwnField['kind'], rules: OwnField['rules'] = {}) =>
      makeField(issuer, `any${kind}${rules.max ?? ''}`, { kind, rules, isRequired: true });
    const last = [
      required('number', { min: 0 }),
      required('number', { max: 5 }),
      required('date', { max: '2020-01-01' }),
      required('choice', { choices: ['Gold'] }),
      required('boolean'),
    ];
    expect(last.map((field) => readValue(field, exampleValue(field)))).toEqual(
      [12, 5, '2020-01-01', 'Gold', true].map((value) => ({ value })),
    );
    const template = await (await fetchPage('/admin/batches/template.csv', issuer)).text();
    expect(template).toContain('"Contact hours","Grade","Birth date","With honours","Level, of 3",');
    expect(template).toContain(',"Level, of 3","12","5","2020-01-01","Gold","Yes"');
    const path = await upload(issuer, template);
    expect(path).not.toMatch(/columns$/);
    expect(sqlite().prepare('select failed from batches').pluck().get()).toBe(0);
  });

  it('are results with a column for each field, which are read again', async () => {
    const issuer = await makeDeclaring();
    const path = await upload(
      issuer,
      [`${HEADER},hours,grade`, row('Ann', ',12,A'), row('Bob', ',9999,B')].join('\n'),
    );
    const results = await (await fetchPage(`${path}/results.csv`, issuer)).text();
    const lines = results.replace('\ufeff', '').split('\r\n');
    expect(lines[0]).toBe(
      '"line","status","certificateId","studentName","studentEmail","courseName","issueDate","expiryDate","fields.hours","fields.grade","fields.born","fields.honours","problems"',
    );
    expect(lines[2]).toContain('"","9999","B","","","Contact hours must be from 1 to 500."');
    expect(await upload(issuer, results.replace('9999', '99'))).not.toMatch(/columns$/);
  });
});

describe('exports of certificates', () => {
  it('have a column for each field of an issuer, and one of all that others see', async () => {
    const issuer = await makeDeclaring();
    makeField(await makeIssuer(), 'foreign', { name: 'Foreign' });
    makeField(issuer, 'remarks', { name: 'Remarks' });
    const list = [`${HEADER},hours,born,remarks`, row('Ann', ',12,1999-03-28,old')].join('\n');
    await valuesOf(issuer, list);
    retire('remarks');
    const csv = async (path: string, person: { cookie: string }) =>
      (await (await fetchPage(path, { cookie: person.cookie })).text()).split('\r\n');
    const [header, first] = await csv('/admin/issued-certificates.csv', issuer);
    expect(header).toMatch(/,"Remarks","Contact hours","Grade","Birth date","With honours"$/);
    expect(first).toMatch(/,"old","12","","1999-03-28",""$/);
    const all = await csv('/superadmin/issued-certificates.csv', await makeSuperAdmin());
    expect(all[0]).toMatch(/,"Own fields"$/);
    expect(all[1]).toMatch(/,"Contact hours: 12; Remarks: old"$/);
  });
});
