import { expect, it } from 'vitest';
import { findBatch } from '#app/batches/batch.server.ts';
import { zipEntryName } from '#app/batches/batch-zip.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { cancelBatch, startBatch } from '#app/batches/run-batch.server.ts';
import { releaseCertificate, signAll, signCertificate } from '#app/certificates/new-certificate.server.ts';
import { db, sqlite } from '#db/client.ts';
import { issuerDecisions } from '#db/schema/accounts.ts';
import { type Span, spans } from '#db/spans.ts';
import {
  certificateInput,
  csvOf,
  makeBatch,
  makeCertificate,
  makeIssuer,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
const HEADER = 'studentName,studentEmail,courseName,issueDate,expiryDate';
const sendCsv = ({ token }: Person, body: BodyInit, query = '', headers = {}) =>
  fetchApi(`certs/batches${query}`, {
    token,
    method: 'POST',
    body,
    headers: { 'content-type': 'text/csv', ...headers },
  });

it('issues a CSV with any column order and case, semicolons and a byte order mark', async () => {
  const issuer = await makeIssuer();
  const csv = [
    '\uFEFFISSUEDATE;Course Name;studentEmail;studentname;expiresAfter',
    '28/02/2026;"Law; Ethics";a@students.example;Ana;P2Y',
    ';;;;',
    '2026-02-28;Law;b@students.example;"Bo ""B""";',
  ].join('\r\n');
  const sent = await sendCsv(issuer, csv);
  expect(sent.status).toBe(202);
  const { batch } = await sent.json();
  expect(batch).toMatchObject({ status: 'issuing', total: 2, failed: 0 });
  await issueBatches();
  const read = await (await fetchApi(`certs/batches/${batch._id}`, { token: issuer.token })).json();
  expect(read.batch).toMatchObject({ status: 'done', issued: 2 });
  expect(read.batch.rows.map(({ line, status }: { line: number; status: string }) => [line, status])).toEqual(
    [
      [2, 'issued'],
      [4, 'issued'],
    ],
  );
  expect(
    sqlite()
      .prepare('select student_name, course_name, issue_date, expiry_date from certificates')
      .raw()
      .all(),
  ).toEqual([
    ['Ana', 'Law; Ethics', '2026-02-28', '2028-02-28'],
    ['Bo "B"', 'Law', '2026-02-28', null],
  ]);
  expect(
    sqlite().prepare("select lane from outbox where to_address like '%@students.example'").pluck().all(),
  ).toEqual([2, 2]);
});

it('rejects a batch with invalid rows by line and field with onError=abort, and skips them with skip', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer, {
    studentName: 'Old',
    studentEmail: 'old@students.example',
    courseName: 'Law',
  });
  const csv = [
    HEADER,
    'Ana,a@students.example,Law,2026-02-28,',
    'Bo,not-an-address,,31/02/2026,',
    'Ana,A@students.example,Law,2026-02-28,',
    'Old,old@students.example,Law,2026-02-28,',
    'Cy,c@students.example,Law,2026-02-28,2020-01-01',
  ].join('\n');
  const aborted = await sendCsv(issuer, csv);
  expect(aborted.status).toBe(400);
  const body = await aborted.json();
  expect(
    body.rows.map(({ line, errors }: { line: number; errors: object }) => [line, Object.keys(errors)]),
  ).toEqual([
    [3, ['studentEmail', 'courseName', 'issueDate']],
    [4, ['studentEmail']],
    [5, ['studentEmail']],
    [6, ['expiryDate']],
  ]);
  expect(body.rows[1].errors.studentEmail[0]).toContain('Line 2');
  expect([count('batches'), count('batch_rows')]).toEqual([0, 0]);
  const skipped = await (await sendCsv(issuer, csv, '?onError=skip')).json();
  await issueBatches();
  const { batch } = await (
    await fetchApi(`certs/batches/${skipped.batch._id}`, { token: issuer.token })
  ).json();
  expect(batch).toMatchObject({ status: 'done', total: 5, issued: 1, failed: 4 });
  expect((await sendCsv(issuer, csv, '?onError=skip&allowDuplicate=true')).status).toBe(202);
});

it('lists the first 1,000 invalid rows of a rejected batch', async () => {
  const rows = Array.from({ length: 1_200 }, () => ',,,,x');
  const aborted = await sendCsv(await makeIssuer(), [HEADER, ...rows].join('\n'));
  const body = await aborted.json();
  expect([aborted.status, body.rows.length]).toEqual([400, 1_000]);
  expect(body.message).toContain('1,200 rows of 1,200 cannot be issued.');
});

it.each([
  ['a NUL', `${HEADER}\nA\0na,a@s.example,Law,2026-02-28,`, 400, 'Line 2 contains a NUL'],
  [
    'broken UTF-8',
    Buffer.concat([Buffer.from(`${HEADER}\n\nZoé`), Buffer.from([0xc3, 0x28])]),
    400,
    'Line 3 is not UTF-8',
  ],
  ['a million columns', ','.repeat(1_000_000), 400, 'Line 1 is longer than 64 KB'],
  ['an unknown column', 'studentName,shoeSize\nAna,43', 400, 'unknown columns: “shoeSize”'],
  ['a missing column', 'studentName,studentEmail\nAna,a@s.example', 400, 'courseName, issueDate'],
  ['an open quotation mark', `${HEADER}\n"Ana,a@s.example`, 400, 'Line 2 has a quotation mark'],
  ['no rows', `${HEADER}\n\n`, 400, 'The file has no rows.'],
  ['10,001 rows', csvOf(10_001), 400, 'at most 10,000 rows'],
  // The parser takes 50 µs for each blank line, in the thread that checks the files of all issuers.
  ['30,001 lines', HEADER + '\n'.repeat(30_002), 400, 'at most 30,000 lines'],
  ['257 columns', `${HEADER}\n\n${','.repeat(256)}`, 400, 'Line 3 has more than 256 columns.'],
  ['11 MB', 'x'.repeat(11 * 1_048_576), 413, 'at most 10 MB'],
])('rejects a file with %s and stores nothing', async (_, csv, status, message) => {
  const issuer = await makeIssuer();
  const answer = await sendCsv(issuer, csv);
  expect(answer.status).toBe(status);
  expect((await answer.json()).message).toContain(message);
  expect(count('batches')).toBe(0);
});

it('rejects an oversized file or body by its Content-Length, and names the limit', async () => {
  const issuer = await makeIssuer();
  const headers = (type: string) => ({ 'content-type': type, 'content-length': String(11 * 1_048_576) });
  const messageOf413 = async (answer: Promise<Response>) => {
    const { status } = await answer;
    expect(status).toBe(413);
    return (await answer).text();
  };
  const json = { token: issuer.token, method: 'POST', body: '{}', headers: headers('application/json') };
  expect(await messageOf413(fetchApi('certs/batches', json))).toContain('The body must have at most 2 MB.');
  const page = {
    cookie: issuer.cookie,
    method: 'POST',
    body: '',
    headers: headers('multipart/form-data; boundary=x'),
  };
  expect(await messageOf413(fetchPage('/admin/batches', page))).toContain(
    'The file must have at most 10 MB.',
  );
});

it('names the line of an entry that is no object', async () => {
  const { token } = await makeIssuer();
  const answer = await fetchApi('certs/batches', {
    token,
    method: 'POST',
    body: '{"certificates":[null]}',
    headers: { 'content-type': 'application/json' },
  });
  expect((await answer.json()).message).toContain('Line 1: A certificate must be a JSON object.');
});

it('gives files in a ZIP names that are valid on every file system', () => {
  const nameOf = (student: string) => zipEntryName(student, '7K3M-9QZX-2HVB-4TND', 'pdf');
  expect(nameOf('李'.repeat(200))).toMatch(/^李{66} 7K3M-9QZX-2HVB-4TND\.pdf$/);
  expect(nameOf('𠮷'.repeat(100))).toMatch(/^𠮷{50} 7K3M-9QZX-2HVB-4TND\.pdf$/u);
  expect(nameOf('../..\\.profile:')).toBe('profile 7K3M-9QZX-2HVB-4TND.pdf');
  expect(nameOf('<>')).toBe('7K3M-9QZX-2HVB-4TND.pdf');
});

it('reads durations in the language of the request, for readers of all languages', async () => {
  const issuer = await makeIssuer();
  const row = (expiresAfter: string) =>
    certificateInput({ studentName: expiresAfter, issueDate: '2026-01-31', expiryDate: null, expiresAfter });
  const answer = await fetchApi('certs/batches', {
    token: issuer.token,
    json: {
      certificates: [row('2 Jahre'), row('1 Monat'), row('nie'), row('2 ans')],
      start: false,
      onError: 'skip',
    },
    headers: { 'accept-language': 'de' },
  });
  expect(answer.status).toBe(202);
  const checked = sqlite()
    .prepare('select expiry_date, errors is null from batch_rows order by line')
    .raw()
    .all();
  expect(checked).toEqual([
    ['2028-01-31', 1],
    ['2026-02-28', 1],
    [null, 1],
    ['2 ans', 0],
  ]);
});

it('accepts 1,000 certificates as JSON, honours start=false and Idempotency-Key, and starts once', async () => {
  const issuer = await makeIssuer();
  const certificates = [
    certificateInput(),
    certificateInput({ studentName: 'Two', expiryDate: null, expiresAfter: 'P1Y' }),
  ];
  const send = (json: unknown, key = 'once') =>
    fetchApi('certs/batches', { token: issuer.token, json, headers: { 'idempotency-key': key } });
  const [first, second] = await Promise.all([
    send({ certificates, start: false }),
    send({ certificates, start: false }),
  ]);
  expect([first.status, second.status]).toEqual([202, 202]);
  const { batch } = await first.json();
  expect((await second.json()).batch._id).toBe(batch._id);
  expect(batch.status).toBe('ready');
  expect((await send({ certificates })).status).toBe(422);
  await issueBatches();
  expect(count('certificates')).toBe(0);
  const start = () => fetchApi(`certs/batches/${batch._id}/start`, { method: 'POST', token: issuer.token });
  expect([(await start()).status, (await start()).status]).toEqual([202, 409]);
  await issueBatches();
  expect(count('certificates')).toBe(2);
  expect((await send({ certificates: Array(1_001).fill(certificateInput()) }, 'many')).status).toBe(400);
});

it('takes the quota of a batch when it starts, and returns that of cancelled rows', async () => {
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '5' });
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(4));
  startBatch(issuer.actor, id);
  const other = await makeBatch(issuer, csvOf(2, 'Other'));
  expect(() => startBatch(issuer.actor, other.id)).toThrow("today's quota of 5");
  expect(await cancelBatch(issuer.actor, id)).toMatchObject({ status: 'cancelled', issued: 0 });
  await issueBatches();
  expect(count('certificates')).toBe(0);
  startBatch(issuer.actor, other.id);
  await issueBatches();
  expect(count('certificates')).toBe(2);
});

it('skips a row that became a duplicate after the check, and returns its quota', async () => {
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '4' });
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(2));
  await makeCertificate(issuer, {
    studentName: 'Student 0',
    studentEmail: 'student0@students.example',
    courseName: 'Graduation',
  });
  startBatch(issuer.actor, id);
  await issueBatches();
  expect(findBatch(issuer.actor, id)).toMatchObject({ status: 'done', issued: 1, failed: 1 });
  const more = await makeBatch(issuer, csvOf(2, 'Other'));
  expect(startBatch(issuer.actor, more.id).status).toBe('issuing');
  const [stored] = sqlite().prepare('select errors from batch_rows where errors is not null').pluck().all();
  expect(String(stored)).toMatch(/^\{"studentEmail":\["duplicate\|[0-9A-Z-]{19}"\]\}$/);
  const words = async (language: string) => {
    const headers = { 'accept-language': language };
    const response = await fetchApi(`certs/batches/${id}`, { token: issuer.token, headers });
    return JSON.stringify((await response.json()).batch.rows);
  };
  expect(await words('en')).toContain('This student already has a valid certificate for the course: ');
  expect(await words('de')).toContain('Diese Person hat bereits ein gültiges Zertifikat für den Kurs: ');
});

it('issues each row once when a commit in the middle of a batch fails', async () => {
  const issuer = await makeIssuer();
  const [one, other] = [await makeBatch(issuer, csvOf(150)), await makeBatch(issuer, csvOf(70, 'Other'))];
  for (const { id } of [one, other]) startBatch(issuer.actor, id);
  sqlite().exec(
    `create trigger broken before insert on certificates when new.student_name = 'Student 100'
     begin select raise(abort, 'broken'); end`,
  );
  await expect(issueBatches()).rejects.toThrow('broken');
  // The first 64 rows of the broken batch, and the whole other batch, which it does not hold up.
  expect(count('certificates')).toBe(64 + 70);
  expect(count('batch_rows where certificate_id is not null')).toBe(64 + 70);
  expect(findBatch(issuer.actor, other.id).status).toBe('done');
  sqlite().exec('drop trigger broken');
  await issueBatches();
  expect(count('certificates')).toBe(220);
  expect(count("log_entries where type = 'issue'")).toBe(220);
  for (const { id } of [one, other]) expect(findBatch(issuer.actor, id).status).toBe('done');
});

it('issues nothing of a batch that is cancelled while its rows are being signed', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(150));
  startBatch(issuer.actor, id);
  const issuing = issueBatches();
  const { issued } = await cancelBatch(issuer.actor, id);
  await issuing;
  expect([issued, count('certificates')]).toEqual([0, 0]);
});

it('issues nothing of a batch whose issuer is suspended while its signed rows wait for their commit', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(150));
  startBatch(issuer.actor, id);
  const suspend = () =>
    queueMicrotask(() => {
      db()
        .insert(issuerDecisions)
        .values({ userId: issuer.id, decision: 'suspended', decidedAt: Date.now() })
        .run();
    });
  const onStart = (operation: unknown) => {
    if ((operation as Span).name === 'group commit') suspend();
  };
  spans.start.subscribe(onStart);
  await issueBatches().finally(() => spans.start.unsubscribe(onStart));
  expect(count('certificates')).toBe(0);
  expect(count("batches where status = 'cancelled'")).toBe(1);
});

it('issues each row once when two processes issue the same batch', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(100));
  startBatch(issuer.actor, id);
  await Promise.allSettled([issueBatches(), issueBatches()]);
  await issueBatches();
  expect(findBatch(issuer.actor, id)).toMatchObject({ status: 'done', issued: 100, failed: 0 });
  expect(count('certificates')).toBe(100);
});

it('releases the signed certificates when another cannot be signed', async () => {
  const issuer = await makeIssuer();
  const content = { ...certificateInput(), designVersionId: null };
  const signing = signCertificate(issuer, content);
  await expect(signAll([signing, Promise.reject(new Error('no signature'))])).rejects.toThrow('no signature');
  expect(releaseCertificate(await signing)).toBe(false);
});

it('uploads, previews and starts a batch on its pages, and serves the results and the ZIP', async () => {
  const issuer = await makeIssuer();
  const upload = (csv: string) => {
    const form = new FormData();
    form.set('file', new File([csv], '../class.csv', { type: 'text/csv' }));
    return fetchPage('/admin/batches', { cookie: issuer.cookie, form });
  };
  const refused = await upload('nonsense');
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('The file has no rows');
  const sent = await upload(`${csvOf(2)}\n=cmd,wrong,Law,2026-02-28,31/02/2027`);
  expect(sent.status).toBe(302);
  const path = sent.headers.get('location') ?? '';
  const page = async (target = path) => (await fetchPage(target, { cookie: issuer.cookie })).text();
  const preview = await page();
  expect(preview).toContain('class.csv');
  expect(preview).toContain('Student Email must be a valid email address.');
  // Months are in words, and invalid dates as they were entered.
  expect(preview).toContain('28 February 2026');
  expect(preview).toContain('31/02/2027');
  expect(preview).toContain('Issue 2 certificates');
  expect(await page(`${path}?show=problems`)).not.toContain('student0@students.example');
  expect(count('certificates')).toBe(0);
  const start = () => fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start' } });
  expect((await start()).status).toBe(302);
  expect(await page()).toContain('http-equiv="refresh"');
  await issueBatches();
  expect(await page()).toContain('2 certificates issued.');
  expect((await start()).status).toBe(409);
  const results = await page(`${path}/results.csv`);
  expect(results).toMatch(/"2","issued","[0-9A-Z-]{19}","Student 0"/);
  expect(results).toContain(`"'=cmd"`);
  const zip = await fetchPage(`${path}/certificates.zip?format=pdf`, { cookie: issuer.cookie });
  expect(zip.headers.get('content-type')).toBe('application/zip');
  const bytes = Buffer.from(await zip.arrayBuffer());
  expect(bytes.toString('latin1').match(/%PDF-/g)?.length).toBe(2);
  expect(bytes.toString('latin1')).toContain('Student 1 ');
  expect(await page('/admin/batches')).toContain('class.csv');
});

it('stops drawing a ZIP without an error when its download is aborted', async () => {
  const issuer = await makeIssuer();
  const { id } = await makeBatch(issuer, csvOf(4));
  startBatch(issuer.actor, id);
  await issueBatches();
  for (const chunks of [0, 1, 3]) {
    const zip = await fetchApi(`certs/batches/${id}/certificates.zip`, { token: issuer.token });
    const reader = zip.body?.getReader();
    for (let read = 0; read < chunks; read += 1) await reader?.read();
    await expect(reader?.cancel()).resolves.toBeUndefined();
  }
  for (const send of [fetchApi, fetchPage]) {
    const path = send === fetchApi ? 'certs/batches' : '/admin/batches';
    const head = await send(`${path}/${id}/certificates.zip`, { ...issuer, method: 'HEAD' });
    expect(head.status).toBe(200);
  }
});
