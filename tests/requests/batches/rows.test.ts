import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIELD_NAMES } from '#app/certificates/fields.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const OWN = 'studentName,studentEmail,courseName,issueDate';
const file = (name: string) => readFileSync(`tests/inputs/lists/${name}.csv`);

async function upload({ cookie }: Person, list: string | Buffer) {
  const form = new FormData();
  form.set('file', new Blob([list as BlobPart]), 'list.csv');
  const sent = await fetchPage('/admin/batches', { cookie, form });
  return { status: sent.status, path: sent.headers.get('location') ?? '' };
}

const open = async ({ cookie }: Person, path: string) => {
  const page = await fetchPage(path, { cookie });
  return { status: page.status, text: (await page.text()).replaceAll('<!-- -->', '') };
};

const rows = () =>
  sqlite()
    .prepare('select student_name, course_name, issue_date, errors from batch_rows order by batch_seq, line')
    .raw()
    .all() as [string, string, string, string | null][];

describe('rows that look damaged', () => {
  const list = (...names: string[]) =>
    [
      OWN,
      ...names.map((name, at) => `"${name.replaceAll('"', '""')}",s${at}@students.example,Law,2026-02-28`),
    ].join('\n');
  const warned = (text: string) => /(\d+) rows? with warnings/.exec(text)?.[1] ?? '0';

  it.each([
    ['characters that were lost', 'Jos\ufffd'],
    ['UTF-8 as Windows-1252', 'JosÃ© PÃ©rez'],
    ['an í of which the second half is invisible', 'MarÃ\u00ada Lee'],
    ['the last name first', 'García Lorca, José'],
    ['an à of which the second half is a space', 'Ann SarÃ\u00a0'],
    ['an apostrophe so', 'Oâ€™Brien'],
    ['Cyrillic so', 'ÐÐ½Ð½Ð°'],
    ['Arabic so', 'Ù…Ø­Ù…Ø¯'],
    ['Chinese so', 'å¼\u00a0ä¼Ÿ'],
    ['Polish so', 'Å\u0081ukasz'],
    ['UTF-8 as MacRoman', 'Jos√©'],
    ['question marks within a word', 'J?rg'],
    ['HTML', 'M&amp;M'],
    ['numbered HTML', 'O&#39;Brien'],
    ['an error of a formula', '#N/A'],
    ["another language's error", '#BEZUG!'],
    ['capitals', 'ADA LOVELACE'],
    ['capitals with marks', "JEAN-PAUL O'NEILL ÉLODIE"],
  ])('have a warning: %s', async (_, name) => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, list('Ann Lee', name));
    const { text } = await open(issuer, path);
    const stored = sqlite()
      .prepare('select line from batch_rows where warnings is not null or errors is not null')
      .pluck()
      .all();
    expect([stored, text.includes('warnings') || text.includes('problems')]).toEqual([[3], true]);
  });

  it.each([
    'Ann Lee',
    'MARY',
    'J. Smith',
    'Ann Lee, Ph.D.',
    'Martin Luther King, Jr.',
    'JK Rowling',
    'Łukasz Żółć',
    '山田 太郎',
    'محمد علي',
    'Ælfric Øst',
    'Ann & Bob',
    'Who? Me',
    'ÀÉ Ô',
    'Course “Ñ”',
    'São João',
    'naïve café’s',
    'Weiß',
    'Đặng Thị',
    'C# & F#',
    '#1',
  ])('are no others: %s', async (name) => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, list(name));
    expect(warned((await open(issuer, path)).text)).toBe('0');
  });

  it.each(['mojibake', 'replacement-characters'])('are issued once they are confirmed: %s', async (name) => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, file(name));
    const start = (form: Record<string, string>) =>
      fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start', ...form } });
    const refused = await start({});
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('rows with warnings first'),
    ]);
    expect((await start({ confirm: 'on' })).status).toBe(302);
  });
});

describe('rows of a batch', () => {
  const LIST = [
    `${OWN},expiryDate`,
    'Ann,not an address,Law,2026-02-28,',
    'Bob,bob@students.example,Law,soon,P2Y',
    'ADA LOVELACE,ada@students.example,Law,2026-02-28,',
    'Cy,cy@students.example,Law,2026-02-28,',
  ].join('\n');
  const mend = (issuer: Person, path: string, form: Record<string, string>) =>
    fetchPage(path, { cookie: issuer.cookie, form: { intent: 'mend', ...form } });
  const row = (line: number, name: string, email: string, date: string, expiryDate = '') => ({
    [`row${line}-studentName`]: name,
    [`row${line}-studentEmail`]: email,
    [`row${line}-courseName`]: 'Law',
    [`row${line}-issueDate`]: date,
    [`row${line}-expiryDate`]: expiryDate,
  });
  const counts = () => sqlite().prepare('select total, failed, warned from batches').raw().get();

  it('are corrected on its page and checked again', async () => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, LIST);
    expect(counts()).toEqual([4, 2, 1]);
    const { text: entries } = await open(issuer, path);
    // A field without an entry would be emptied.
    for (const name of FIELD_NAMES) expect(entries).toContain(`name="row2-${name}"`);
    const sent = await mend(issuer, path, {
      ...row(2, 'Ann', 'still not', '28 February 2026'),
      ...row(3, 'Bob', 'bob@students.example', '28.2.2026', 'P2Y'),
      ...row(4, 'Ada Lovelace', 'ada@students.example', '2026-02-28'),
      ...row(5, 'Mallory', 'm@students.example', '2026-02-28'),
      ...row(99, 'Nobody', 'n@students.example', '2026-02-28'),
    });
    expect(sent.status).toBe(302);
    expect(counts()).toEqual([4, 1, 0]);
    const problems = `${path}?show=problems`;
    expect((await open(issuer, problems)).text).not.toContain('Ada Lovelace');
    await mend(issuer, path, row(2, 'Ann', 'ann@students.example', '28 February 2026'));
    expect(counts()).toEqual([4, 0, 0]);
    expect((await open(issuer, problems)).text).toContain('Ada Lovelace');
    expect(rows().map(([name, , date, errors]) => [name, date, errors])).toEqual(
      ['Ann', 'Bob', 'Ada Lovelace', 'Cy'].map((name) => [name, '2026-02-28', null]),
    );
    expect(sqlite().prepare('select expiry_date from batch_rows where line = 3').pluck().get()).toBe(
      '2028-02-28',
    );
  });

  it('name their problems in the language of each reader', async () => {
    const issuer = await makeIssuer();
    const headers = { 'accept-language': 'de' };
    const form = new FormData();
    const list = [
      `${OWN},expiryDate`,
      'Ann,wrong,Law,2026-02-28,',
      'Bob,,Law,2026-02-28,2026-01-01',
      `Cy,cy@students.example,${'x'.repeat(201)},soon,`,
    ];
    form.set('file', new Blob([list.join('\n')]), 'list.csv');
    const sent = await fetchPage('/admin/batches', { cookie: issuer.cookie, form, headers });
    const path = sent.headers.get('location') ?? '';
    const textIn = async (language: string) => {
      const page = await fetchPage(path, { cookie: issuer.cookie, headers: { 'accept-language': language } });
      return (await page.text()).replaceAll('\u00ad', '');
    };
    const english = await textIn('en');
    expect(english).toContain('Student Email must be a valid email address.');
    expect(english).toContain('Course Name must have at most 200 characters.');
    expect(english).not.toContain('common.label');
    expect(english).not.toContain('\u0002');
    expect(await textIn('fr')).toContain('adresse');
    const { errors } = sqlite().prepare('select errors from batch_rows limit 1').get() as { errors: string };
    expect(errors).not.toContain('E-Mail');
    sqlite()
      .prepare(`update batch_rows set errors = ? where line = 2`)
      .run(JSON.stringify({ studentName: ['\u0002["gone",{}]\u0003', 'Old words.'] }));
    expect(await textIn('en')).toContain('Old words.');
  });

  it('keep a date in the order of their list', async () => {
    const issuer = await makeIssuer();
    const { path } = await upload(
      issuer,
      `${OWN}\nAnn,wrong,Law,02/03/2026\nBob,bob@students.example,Law,02/28/2026`,
    );
    expect((await open(issuer, path)).text).toMatch(
      /name="row2-issueDate"[^>]*value="2026-02-03"|value="2026-02-03"[^>]*name="row2-issueDate"/,
    );
  });

  it('are compared with the others, and with each other', async () => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, LIST);
    await mend(issuer, path, {
      ...row(2, 'ＣＹ', 'cy@students.example', '2026-02-28'),
      ...row(3, 'cy', 'cy@students.example', '2026-02-28'),
    });
    expect(counts()).toEqual([4, 2, 1]);
    expect((await open(issuer, path)).text).toContain('Line 5 has the same student');
  });

  it('say whose line somebody has corrected meanwhile, in another tab', async () => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, LIST);
    const toast = async (email: string) => {
      const sent = await mend(issuer, path, row(2, 'Ann', email, '2026-02-28'));
      const [, flash = ''] = /certrace_flash=([^;]*)/.exec(sent.headers.get('set-cookie') ?? '') ?? [];
      return [sent.status, `${Buffer.from(flash, 'base64url')}`.includes('corrected these lines meanwhile')];
    };
    expect(await toast('ann@students.example')).toEqual([302, false]);
    expect(await toast(' Ann@Students.example')).toEqual([302, false]);
    expect(await toast('anna@students.example')).toEqual([302, true]);
  });

  it('are corrected by their organisation, until the batch is started', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const { path } = await upload(issuer, LIST);
    const corrected = row(2, 'Ann', 'ann@students.example', '2026-02-28');
    expect((await mend(other, path, corrected)).status).toBe(404);
    await fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start', confirm: 'on' } });
    expect((await mend(issuer, path, corrected)).status).toBe(409);
    expect(rows()[0]?.[3]).not.toBeNull();
  });

  it('of which none can be issued do not count as a batch that waits', async () => {
    const issuer = await makeIssuer();
    for (let count = 0; count < 21; count += 1) {
      const { status, path } = await upload(issuer, `${OWN}\nAnn,wrong,Law,2026-02-28`);
      expect(status).toBe(302);
      if (count > 0) continue;
      const { text } = await open(issuer, path);
      expect([text.includes('No row of this file can be issued'), text.includes('Nothing to issue')]).toEqual(
        [true, true],
      );
    }
  });
});

describe('a batch of a program', () => {
  const send = ({ token }: Person, body: object) => fetchApi('certs/batches', { token, json: body });
  const certificates = [
    {
      studentName: 'ADA LOVELACE',
      studentEmail: 'ada@students.example',
      courseName: 'Tom &amp; Jerry',
      issueDate: '2026-02-28',
    },
  ];

  it('is issued with warnings, or waits for its start', async () => {
    const issuer = await makeIssuer();
    expect((await (await send(issuer, { certificates })).json()).batch).toMatchObject({
      status: 'issuing',
      warned: 1,
    });
    const other = await makeIssuer();
    const { batch } = await (await send(other, { certificates, onWarning: 'wait' })).json();
    expect(batch).toMatchObject({ status: 'ready', warned: 1 });
    const { rows: found } = (
      await (await fetchApi(`certs/batches/${batch._id}`, { token: other.token })).json()
    ).batch;
    expect(found[0].warnings).toEqual({
      studentName: ['Student Name is in capital letters.'],
      courseName: ['Course Name has HTML codes such as “&amp;”.'],
    });
    const started = await fetchApi(`certs/batches/${batch._id}/start`, {
      token: other.token,
      method: 'POST',
    });
    expect(started.status).toBe(202);
    const whole = { ...certificates[0], studentName: 'Ada', courseName: 'Law' };
    expect(
      (await (await send(other, { certificates: [whole], onWarning: 'wait' })).json()).batch.status,
    ).toBe('issuing');
  });

  it('has no certificate that differs from one only in case, width and white space', async () => {
    const issuer = await makeIssuer();
    await makeCertificate(issuer, {
      studentName: 'Ada Lovelace',
      courseName: 'Law I',
      studentEmail: 'ada@students.example',
    });
    const same = { ...certificates[0], studentName: 'ＡＤＡ  lovelace', courseName: 'LAW\u00a0i' };
    const answer = await send(issuer, { certificates: [same] });
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      expect.stringContaining('already has'),
    ]);
  });
});
