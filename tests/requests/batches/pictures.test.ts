import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { forgetStudent } from '#app/batches/forget-student.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { readPictures } from '#app/batches/pictures/read-pictures.server.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { env } from '#app/config/env.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeField, storePicture } from '#tests/support/own-fields.ts';
import { makeZip, type ZippedFile } from '#tests/support/zips.ts';

const HEADER = 'studentName,studentEmail,courseName,issueDate';
const line = (name: string, more = '') =>
  `${name},${name.toLowerCase().replace(/\W+/g, '.')}@students.example,Law,2026-02-28${more}`;
const list = (names: string[], header = HEADER) => [header, ...names].join('\n');

/** A small picture of a colour. */
const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 70, height: 90, channels: 3, background } })
    .jpeg()
    .toBuffer();
const [red, blue] = await Promise.all([photo('#ff0000'), photo('#0000ff')]);

async function makePhotographer(more: Partial<OwnField> = {}) {
  const issuer = await makeIssuer();
  makeField(issuer, 'photo', {
    name: 'Passport photo',
    kind: 'picture',
    visibility: [],
    isRequired: true,
    ...more,
  });
  return issuer;
}

const blob = (bytes: Buffer | string) => new Blob([bytes as BlobPart]);

async function upload({ cookie }: Person, csv: string, zip?: Buffer) {
  const form = new FormData();
  form.set('file', blob(csv), 'list.csv');
  form.set('designId', '');
  if (zip) form.set('pictures', blob(zip), 'photos.zip');
  const sent = await fetchPage('/admin/batches', { cookie, form });
  return { status: sent.status, path: sent.headers.get('location') ?? '', text: await sent.text() };
}

async function send({ cookie }: Person, path: string, file: Buffer, number = '') {
  const form = new FormData();
  form.set('line', number);
  form.set('pictures', blob(file), 'file');
  const sent = await fetchPage(path, { cookie, form });
  return { status: sent.status, text: (await sent.text()).replaceAll('<!-- -->', '') };
}

const open = async ({ cookie }: Person, path: string) =>
  (await (await fetchPage(path, { cookie })).text()).replaceAll('<!-- -->', '');

const never = new AbortController().signal;
/** Reads all ZIPs that wait. */
async function readAll() {
  while (await readPictures(never));
}

type Row = { line: number; fields: string | null; errors: string | null };
const rows = () =>
  sqlite().prepare<[], Row>('select line, fields, errors from batch_rows order by batch_seq, line').all();
/** The colour of the photograph of each row. */
async function colours() {
  const bytesOf = sqlite()
    .prepare<[string], Buffer>('select bytes from field_pictures where hash = ?')
    .pluck();
  const found = rows().map(({ fields }) => {
    const bytes = bytesOf.get((JSON.parse(fields ?? '{}') as { photo?: string }).photo ?? '');
    return bytes && sharp(bytes).raw().toBuffer();
  });
  return (await Promise.all(found)).map((pixels) =>
    pixels ? ((pixels[0] ?? 0) > 128 ? 'red' : 'blue') : null,
  );
}
const zips = () => readdirSync(join(env().UPLOADS_DIR, 'tmp')).filter((name) => !name.endsWith('.pending'));

describe('the form', () => {
  it('has a field for a ZIP where a field for pictures is declared', async () => {
    expect(await open(await makeIssuer(), '/admin/batches')).not.toContain('name="pictures"');
    expect(await open(await makePhotographer(), '/admin/batches')).toContain('name="pictures"');
  });

  it('takes a list without a ZIP, whose rows then lack their photographs', async () => {
    const issuer = await makePhotographer();
    const { status, path } = await upload(issuer, list([line('Ann')]));
    expect(status).toBe(302);
    const page = await open(issuer, path);
    expect(page).toContain('The photograph is missing.');
    expect(page).toContain('Rows without a photograph: 1');
  });
});

describe('a ZIP beside a list', () => {
  it.each<[string, string, string, string[]]>([
    [
      'the cell, in another case and folder',
      `${HEADER},photo`,
      ',Ann-1.JPG',
      ['pics/ann-1.jpg', 'pics/bob-2.jpg'],
    ],
    ['the cell without its extension', `${HEADER},Passport photo`, ',ann-1', ['ann-1.jpeg', 'bob-2.png']],
    ['the address', HEADER, '', ['Ann@Students.example.jpg', 'bob@students.example']],
    ['the name', HEADER, '', ['ann.jpg', 'BOB.jpg']],
  ])('gives each row the photograph that has the name of %s', async (_, header, cell, names) => {
    const issuer = await makePhotographer();
    const junk = ['__MACOSX/._ann-1.jpg', 'pics/', '.DS_Store', 'pics/Thumbs.db'].map((name) => ({ name }));
    const zip = makeZip([
      ...junk,
      { name: names[0] ?? '', bytes: red },
      { name: names[1] ?? '', bytes: blue, isStored: false },
    ]);
    const csv = list([line('Ann', cell), line('Bob', cell && ',BOB-2')], header);
    const { path } = await upload(issuer, csv, zip);
    expect(await open(issuer, path)).toContain('0 of 2 photographs read');
    await readAll();
    expect(await colours()).toEqual(['red', 'blue']);
    expect(rows().map(({ errors }) => errors)).toEqual([null, null]);
    expect(zips()).toEqual([]);
    const page = await open(issuer, path);
    expect(page).toContain('2 rows of 2 can be issued');
    expect(page).not.toContain('fit no row');
    const started = await fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start' } });
    expect(started.status).toBe(302);
    await issueBatches();
    expect(
      sqlite().prepare("select fields ->> '$[0].value' is not null from certificates").pluck().all(),
    ).toEqual([1, 1]);
  });

  it('leaves rows that waited for it the values of other fields', async () => {
    const issuer = await makePhotographer();
    makeField(issuer, 'grade');
    const csv = list([line('Ann', ',merit')], `${HEADER},grade`);
    const { path } = await upload(issuer, csv, makeZip([{ name: 'ann.jpg', bytes: red }]));
    await readAll();
    await fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start' } });
    await issueBatches();
    const grades = sqlite().prepare("select fields ->> '$[1].value' from certificates").pluck().all();
    expect(grades).toEqual(['merit']);
  });

  it.each<[string, ZippedFile['name'], number, string]>([
    ['in the other normal form', 'José.jpg'.normalize('NFD'), 0x800, 'José'.normalize('NFC')],
    ['in UTF-8 without saying so', 'José.jpg', 0, 'José'],
    ['in code page 437', Buffer.from('4a6f73822e6a7067', 'hex'), 0, 'José'],
  ])('reads names %s', async (_, name, flags, cell) => {
    const issuer = await makePhotographer();
    await upload(
      issuer,
      list([line('Ann', `,${cell}`)], `${HEADER},photo`),
      makeZip([{ name, flags, bytes: red }]),
    );
    await readAll();
    expect(await colours()).toEqual(['red']);
  });

  it('says which files fit no row, and which rows have no file or two', async () => {
    const issuer = await makePhotographer();
    const csv = list([line('Ann'), line('Bob'), line('Cy')]);
    const files = ['ann.jpg', 'a/bob.jpg', 'b/Bob.png', 'zoe.jpg'].map((name) => ({ name, bytes: red }));
    const { path } = await upload(issuer, csv, makeZip(files));
    await readAll();
    const page = await open(issuer, path);
    expect(page).toContain('a/bob.jpg and b/Bob.png in the ZIP both fit this row.');
    expect(page).toContain('The photograph is missing.');
    expect(page).toMatch(/Files of the ZIP that fit no row: 1.*zoe\.jpg/s);
    expect(page).toContain('Rows without a photograph: 2');
    expect(await colours()).toEqual(['red', null, null]);
  });

  it('gives each of several fields the file with its key, and shows the photographs of rows', async () => {
    const issuer = await makePhotographer();
    expect(await open(issuer, '/admin/batches')).not.toContain('a hyphen and the key');
    makeField(issuer, 'idCard', { name: 'Identity card', kind: 'picture', visibility: [] });
    expect(await open(issuer, '/admin/batches')).toContain('a hyphen and the key');
    const files = [
      { name: 'ann.jpg', bytes: red },
      { name: 'ann@students.example-IDCARD.jpg', bytes: blue },
      { name: 'Bob-photo.jpg', bytes: blue },
      { name: 'bob-other.jpg', bytes: red },
    ];
    const { path } = await upload(issuer, list([line('Ann'), line('Bob')]), makeZip(files));
    await readAll();
    const [ann, bob] = rows().map(({ fields }) => JSON.parse(fields ?? '{}'));
    expect([Object.keys(ann), Object.keys(bob)]).toEqual([['photo', 'idCard'], ['photo']]);
    expect([await colours(), bob.photo]).toEqual([['red', 'blue'], ann.idCard]);
    const page = await open(issuer, path);
    expect(page).toContain('Files of the ZIP that fit no row: 1');
    expect(page).toContain('bob-other.jpg');
    for (const [hash, name] of [
      [ann.photo, 'Passport photo'],
      [ann.idCard, 'Identity card'],
    ])
      expect(page).toContain(`<img src="/admin/fields/pictures/${hash}.jpg" alt="${name}"`);
  });

  it('gives nobody a photograph by a name that two students have', async () => {
    const issuer = await makePhotographer();
    const other = line('Ann').replace('ann@', 'ann2@');
    await upload(issuer, list([line('Ann'), other]), makeZip([{ name: 'ann.jpg', bytes: red }]));
    await readAll();
    expect(await colours()).toEqual([null, null]);
  });

  it('fails a row whose photograph cannot be read, and no other', async () => {
    const issuer = await makePhotographer();
    const files = [
      { name: 'ann.jpg', bytes: Buffer.from('no picture') },
      { name: 'bob.jpg', bytes: red, crc: 1 },
      { name: 'cy.jpg', bytes: blue },
      { name: 'dee.HEIC', bytes: Buffer.from('no picture') },
    ];
    const { path } = await upload(
      issuer,
      list(['Ann', 'Bob', 'Cy', 'Dee'].map((name) => line(name))),
      makeZip(files),
    );
    await readAll();
    expect(await colours()).toEqual([null, null, 'blue', null]);
    const page = await open(issuer, path);
    for (const name of ['ann', 'bob'])
      expect(page).toContain(`${name}.jpg in the ZIP is damaged, or no PNG, JPEG, WebP, GIF or AVIF.`);
    expect(page).toMatch(
      /dee\.HEIC in the ZIP is damaged[^<]*HEIC, the format of iPhones, cannot be read here/,
    );
    expect(page).not.toMatch(/(?:ann|bob)\.jpg in the ZIP is damaged[^<"]*HEIC, the format/);
  });

  it('is kept while its list is asked about', async () => {
    const issuer = await makePhotographer();
    const csv = 'Name,Email,Course,Date,Group\nAnn,ann@students.example,Law,2026-02-28,A';
    const { path } = await upload(issuer, csv, makeZip([{ name: 'ann.jpg', bytes: red }]));
    expect(path).toMatch(/\/columns$/);
    await readAll();
    const form = {
      column0: 'studentName',
      column1: 'studentEmail',
      column2: 'courseName',
      column3: 'issueDate',
      intent: 'check',
    };
    expect((await fetchPage(path, { cookie: issuer.cookie, form })).status).toBe(302);
    await readAll();
    expect(await colours()).toEqual(['red']);
    expect(zips()).toEqual([]);
  });
});

const many = (count: number, file: (index: number) => ZippedFile) =>
  Array.from({ length: count }, (_, at) => file(at));

describe('a ZIP that is refused', () => {
  const overlapping = [
    { name: 'ann.jpg', bytes: red },
    { name: 'bob.jpg', bytes: red, offset: 0 },
  ];
  it.each<[string, () => Buffer, string]>([
    [
      'with a password',
      () => makeZip([{ name: 'ann.jpg', bytes: red, flags: 1 }]),
      'ann.jpg in the ZIP has a password.',
    ],
    [
      'that leads out of its folder',
      () => makeZip([{ name: '../../ann.jpg', bytes: red }]),
      '../../ann.jpg in the ZIP has a name',
    ],
    [
      'with a path of Windows',
      () => makeZip([{ name: 'C:\\ann.jpg', bytes: red }]),
      'C:\\ann.jpg in the ZIP has a name',
    ],
    [
      'that is cut off',
      () => makeZip([{ name: 'ann.jpg', bytes: red }]).subarray(0, -30),
      'The file is no ZIP, or it is incomplete.',
    ],
    ['that is none', () => red, 'The file is no ZIP, or it is incomplete.'],
    [
      'of other kinds of compression',
      () => makeZip([{ name: 'ann.jpg', bytes: red, method: 12 }]),
      'ann.jpg in the ZIP is damaged, or packed',
    ],
    [
      'with a bomb',
      () => makeZip([{ name: 'ann.jpg', bytes: Buffer.alloc(9_000_000), isStored: false }]),
      'ann.jpg in the ZIP is damaged, or packed',
    ],
    ['whose files share bytes', () => makeZip(overlapping), 'ann.jpg in the ZIP is damaged, or packed'],
    [
      'with a file of more than 10 MB',
      () => makeZip([{ name: 'ann.jpg', bytes: red, size: 10_485_761 }]),
      'ann.jpg in the ZIP is larger than 10 MB.',
    ],
    [
      'with very many files',
      () => makeZip(many(70_000, (at) => ({ name: `${at}.jpg` }))),
      'The ZIP has more than 20,100 files.',
    ],
    [
      'that unpacks to very much',
      () =>
        makeZip(
          many(900, (at) => ({
            name: `${at}.jpg`,
            bytes: Buffer.alloc(105_000, at),
            size: 10_400_000,
            method: 8,
          })),
        ),
      'The ZIP unpacks to too much.',
    ],
  ])('%s names the file, and nothing changes', async (_, zip, message) => {
    const issuer = await makePhotographer();
    const { status, text } = await upload(issuer, list([line('Ann')]), zip());
    expect([status, text.replaceAll('&#x27;', "'").replaceAll('<!-- -->', '')]).toEqual([
      expect.toBeOneOf([400, 413]),
      expect.stringContaining(message),
    ]);
    expect(rows()).toEqual([]);
    expect(zips()).toEqual([]);
  });

  it('is to be chosen again when its list is refused', async () => {
    const issuer = await makePhotographer();
    const { status, text } = await upload(issuer, `${HEADER}\n`, makeZip([{ name: 'ann.jpg', bytes: red }]));
    expect(status).toBe(400);
    expect(text).toContain('Please choose the ZIP again.');
    expect(zips()).toEqual([]);
  });

  it('is left alone where no field for pictures is declared', async () => {
    const { status } = await upload(
      await makeIssuer(),
      list([line('Ann')]),
      makeZip([{ name: 'a.jpg', bytes: red }]),
    );
    expect(status).toBe(302);
    expect(zips()).toEqual([]);
    expect(sqlite().prepare('select count(*) from batch_zips').pluck().get()).toBe(0);
  });
});

describe('a batch that waits for its start', () => {
  it('is not started while its photographs are read', async () => {
    const issuer = await makePhotographer({ isRequired: false });
    const { path } = await upload(
      issuer,
      list([line('Ann'), line('Bob')]),
      makeZip([{ name: 'ann.jpg', bytes: red }]),
    );
    const started = await fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start' } });
    expect(started.status).toBe(409);
    expect(await started.text()).toContain('The photographs of this batch are still being read.');
    await readAll();
    const again = await fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start' } });
    expect(again.status).toBe(302);
  });

  it('takes another ZIP, and a photograph for one row', async () => {
    const issuer = await makePhotographer();
    const { path } = await upload(issuer, list([line('Ann'), line('Bob'), line('Cy')]));
    expect(
      (
        await send(
          issuer,
          path,
          makeZip([
            { name: 'ann.jpg', bytes: red },
            { name: 'bob.jpg', bytes: red },
          ]),
        )
      ).status,
    ).toBe(302);
    await readAll();
    expect((await send(issuer, path, blue, '4')).status).toBe(302);
    expect(await colours()).toEqual(['red', 'red', 'blue']);
    expect(rows().map(({ errors }) => errors)).toEqual([null, null, null]);
    await send(issuer, path, makeZip([{ name: 'bob.jpg', bytes: blue }]));
    await readAll();
    expect(await colours()).toEqual(['red', 'blue', 'blue']);
    const without = await send(issuer, path, blue);
    expect([without.status, without.text]).toEqual([
      400,
      expect.stringContaining('Enter the line of the row'),
    ]);
    expect((await send(issuer, path, Buffer.from('text'), '2')).status).toBe(400);
    expect((await send(issuer, path, blue, '99')).status).toBe(400);
    expect(zips()).toEqual([]);
  });

  it('keeps the photographs of rows that are corrected', async () => {
    const issuer = await makePhotographer();
    const csv = list([line('Ann').replace('Law', '')]);
    const { path } = await upload(issuer, csv, makeZip([{ name: 'ann.jpg', bytes: red }]));
    await readAll();
    const page = await open(issuer, path);
    expect(page).not.toContain('name="row2-own-photo"');
    const form = {
      intent: 'mend',
      'row2-studentName': 'Ann',
      'row2-studentEmail': 'ann@students.example',
      'row2-courseName': 'Law',
      'row2-issueDate': '2026-02-28',
    };
    expect((await fetchPage(path, { cookie: issuer.cookie, form })).status).toBe(302);
    expect(await colours()).toEqual(['red']);
    expect(rows()[0]?.errors).toBeNull();
  });

  it('does not take what is read after it was cancelled', async () => {
    const issuer = await makePhotographer();
    const { path } = await upload(issuer, list([line('Ann')]), makeZip([{ name: 'ann.jpg', bytes: red }]));
    await fetchPage(path, { cookie: issuer.cookie, form: { intent: 'cancel' } });
    await readAll();
    expect([await colours(), zips()]).toEqual([[null], []]);
  });

  it('forgets the files of a student who is erased', async () => {
    const issuer = await makePhotographer();
    const files = ['ann@students.example.jpg', 'bob@students.example.jpg', 'a/cy.jpg', 'b/cy.jpg'];
    await upload(
      issuer,
      list([line('Ann'), line('Cy')]),
      makeZip(files.map((name) => ({ name, bytes: red }))),
    );
    await forgetStudent('ann@students.example', issuer.id);
    await forgetStudent('bob@students.example', issuer.id);
    await forgetStudent('cy@students.example', issuer.id);
    await readAll();
    const left = JSON.stringify([rows(), sqlite().prepare('select unmatched from batch_zips').all()]);
    expect(left).not.toMatch(/ann|bob|cy/);
    expect(sqlite().prepare('select count(*) from field_pictures').pluck().get()).toBe(0);
  });
});

describe('the API', () => {
  const post = ({ token }: Person, path: string, body: FormData, key?: string) =>
    fetchApi(path, { token, method: 'POST', body, ...(key && { headers: { 'idempotency-key': key } }) });
  const withFile = (bytes: Buffer, number?: string) => {
    const form = new FormData();
    if (number) form.set('line', number);
    form.set('pictures', blob(bytes), 'file');
    return form;
  };

  it('takes a ZIP for a batch once, and tells how far it is read', async () => {
    const issuer = await makePhotographer();
    const sent = await fetchApi('certs/batches?onError=skip&start=false', {
      token: issuer.token,
      method: 'POST',
      body: list([line('Ann')]),
      headers: { 'content-type': 'text/csv' },
    });
    const { batch } = (await sent.json()) as { batch: { _id: string; pictures: unknown } };
    expect([sent.status, batch.pictures]).toEqual([202, null]);
    const path = `certs/batches/${batch._id}/pictures`;
    const zip = makeZip([
      { name: 'ann.jpg', bytes: red },
      { name: 'zoe.jpg', bytes: red },
    ]);
    const first = await post(issuer, path, withFile(zip), 'once');
    expect([first.status, await first.json()]).toEqual([
      202,
      expect.objectContaining({
        batch: expect.objectContaining({
          pictures: { status: 'reading', total: 1, read: 0, unmatched: ['zoe.jpg'], unmatchedCount: 1 },
        }),
      }),
    ]);
    await readAll();
    const again = await post(issuer, path, withFile(zip), 'once');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    const now = await fetchApi(`certs/batches/${batch._id}`, { token: issuer.token });
    expect(await now.json()).toMatchObject({ batch: { failed: 0, pictures: { status: 'read', read: 1 } } });
  });

  it('refuses rows of lists and of JSON whose photographs are not stored', async () => {
    const issuer = await makePhotographer();
    const certificate = {
      studentName: 'Ann',
      studentEmail: 'ann@students.example',
      courseName: 'Law',
      issueDate: '2026-02-28',
    };
    const answers = await Promise.all(
      [{}, { photo: 'a'.repeat(64) }].map((fields) =>
        fetchApi('certs/batches', {
          token: issuer.token,
          json: { certificates: [{ ...certificate, fields }] },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({
        rows: [{ errors: { 'fields.photo': ['The photograph is missing.'] } }],
      });
    expect(rows()).toEqual([]);
  });

  it('takes hashes of stored photographs from JSON and from lists', async () => {
    const issuer = await makePhotographer();
    const [first, second] = [await storePicture(issuer.id, red), await storePicture(issuer.id, blue)];
    const certificate = {
      studentName: 'Ann',
      studentEmail: 'ann@students.example',
      courseName: 'Law',
      issueDate: '2026-02-28',
      fields: { photo: first },
    };
    const json = await fetchApi('certs/batches', {
      token: issuer.token,
      json: { certificates: [certificate] },
    });
    const csv = await fetchApi('certs/batches', {
      token: issuer.token,
      method: 'POST',
      body: list([line('Bob', `,${second}`)], `${HEADER},photo`),
      headers: { 'content-type': 'text/csv' },
    });
    expect([json.status, csv.status]).toEqual([202, 202]);
    expect(await colours()).toEqual(['red', 'blue']);
  });
});
