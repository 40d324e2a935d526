import { readFileSync } from 'node:fs';
import * as spreadsheets from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { sweepBatches } from '#app/batches/forget-student.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { withXml } from '#tests/support/spreadsheets.ts';

type File = string | Buffer;

async function upload({ cookie }: Person, file: File, name = 'list.csv') {
  const form = new FormData();
  form.set('file', new Blob([file as BlobPart]), name);
  const sent = await fetchPage('/admin/batches', { cookie, form });
  return { status: sent.status, path: sent.headers.get('location') ?? '', text: await sent.text() };
}

/** Uploads a file about which its reader is asked. */
async function ask(issuer: Person, file: File, name?: string) {
  const { status, path } = await upload(issuer, file, name);
  expect([status, path]).toEqual([302, expect.stringMatching(/^\/admin\/batches\/[\w-]+\/columns$/)]);
  return path;
}

const open = async ({ cookie }: Person, path: string) => {
  const page = await fetchPage(path, { cookie });
  return { status: page.status, text: (await page.text()).replaceAll('<!-- -->', '') };
};

/** Sends the form of the page as it is shown, but for what is chosen. */
async function answer(issuer: Person, path: string, chosen: Record<string, string> = {}, intent = 'check') {
  const { text } = await open(issuer, path);
  const shown = [...text.matchAll(/<select[^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']) => {
      const selected =
        /<option value="([^"]*)" selected=""/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
      return [name, selected?.[1] ?? ''];
    },
  );
  const form = { ...Object.fromEntries(shown), ...chosen, intent };
  const sent = await fetchPage(path, { cookie: issuer.cookie, form });
  return { status: sent.status, path: sent.headers.get('location') ?? '', text: await sent.text() };
}

const rows = () =>
  sqlite()
    .prepare('select student_name, course_name, issue_date, errors from batch_rows order by batch_seq, line')
    .raw()
    .all() as [string, string, string, string | null][];

const waiting = () => sqlite().prepare('select count(*) from batches where file is not null').pluck().get();

const file = (name: string) => readFileSync(`tests/inputs/lists/${name}.csv`);
const OWN = 'studentName,studentEmail,courseName,issueDate';

describe('an upload with our own header', () => {
  it.each([
    ['that the template has', `${OWN}\nAnn,a@students.example,Law,2026-02-28`],
    [
      'and other case and spaces',
      `Student Name;STUDENTEMAIL;Course name;issue date\nAnn;a@students.example;Law;28.2.2026`,
    ],
    ['of the results of a batch', file('results-of-a-batch')],
    [
      'of an exported list',
      'Issued To,Course,Contact,Issue Date,Expiry Date,Certificate ID,Issued By,Status,Created,Revoked,Reason\nAnn,Law,a@students.example,2026-02-28,,X,North,valid,2026-02-28T00:00:00.000Z,,',
    ],
  ])('asks nothing: %s', async (_, list) => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, list);
    expect(path).toMatch(/^\/admin\/batches\/[\w-]+$/);
    expect((await open(issuer, `${path}/columns`)).status).toBe(302);
    expect(waiting()).toBe(0);
  });
});

describe('the template', () => {
  it.each([
    ['en', 'Student Name'],
    ['de', 'Kursname'],
    ['ar', 'اسم'],
    ['zh-Hans', '课程'],
  ])("is in the page's language, and asks nothing: %s", async (language, header) => {
    const issuer = await makeIssuer();
    const headers = { 'accept-language': language };
    const template = await fetchPage('/admin/batches/template.csv', { cookie: issuer.cookie, headers });
    const text = await template.text();
    expect(text.split('\r\n')[0]).toContain(header);
    expect((await upload(issuer, text)).path).toMatch(/^\/admin\/batches\/[\w-]+$/);
    expect(rows().map(([, , date, errors]) => [date, errors])).toEqual([['2026-02-28', null]]);
  });
});

describe('the page of an upload', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['usual names', file('german-header').toString(), {}, 'Ada Lovelace'],
    ['others, left out', file('extra-columns').toString(), {}, 'Ada Lovelace'],
    [
      'two columns for a name',
      'Vorname;Nachname;E-Mail;Kurs;Datum\nAnn;Lee;a@students.example;Law;28.02.2026',
      {},
      'Ann Lee',
    ],
    [
      'names that tell nothing',
      'A,B,C,D,E\nAnn,Lee,a@students.example,Law,2026-02-28',
      {
        column0: 'firstName',
        column1: 'lastName',
        column2: 'studentEmail',
        column3: 'courseName',
        column4: 'issueDate',
      },
      'Ann Lee',
    ],
    [
      'names in one cell',
      'Who;Mail;Course;Date\nLee, Ann;a@students.example;Law;28.02.2026',
      { column0: 'lastFirst' },
      'Ann Lee',
    ],
    [
      'a middle name, and two surnames',
      'A,B,C,D,E,F,G\nLee,Ann,May,Roe,a@students.example,Law,2026-02-28',
      {
        column0: 'lastName',
        column1: 'firstName',
        column2: 'firstName',
        column3: 'lastName',
        column4: 'studentEmail',
        column5: 'courseName',
        column6: 'issueDate',
      },
      'Ann May Lee Roe',
    ],
    [
      'names of Spain',
      'Nombre;Primer apellido;Segundo apellido;Correo;Curso;Fecha de emisión\nAna;Paz;Gil;a@students.example;Law;28.02.2026',
      {},
      'Ana Paz Gil',
    ],
    [
      'a middle name that few have',
      'First name,Middle name,Last name,Email,Course,Date\nAnn,,Lee,a@students.example,Law,2026-02-28',
      {},
      'Ann Lee',
    ],
    [
      'one name for two columns',
      'Name,Email,Course,Date,Email\nAnn,a@students.example,Law,2026-02-28,b@students.example',
      {},
      'Ann',
    ],
  ])('matches columns with %s', async (_, list, chosen, name) => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, list);
    const answered = await answer(issuer, path, chosen);
    expect([answered.status, answered.path]).toEqual([302, path.replace('/columns', '')]);
    expect(rows().map(([student, , date, errors]) => [student, date, errors])).toEqual([
      [name, '2026-02-28', null],
    ]);
    expect(waiting()).toBe(0);
  });

  it('joins a name from at most four columns, and keeps the match', async () => {
    const issuer = await makeIssuer();
    const list = (name: string) => `A,B,C,D,E,F,G,H\n${name},a@students.example,Law,2026-02-28`;
    const path = await ask(issuer, list('Ann,May,Sue,Lee,Roe'));
    const chosen = {
      column0: 'firstName',
      column1: 'firstName',
      column2: 'firstName',
      column3: 'lastName',
      column4: 'lastName',
      column5: 'studentEmail',
      column6: 'courseName',
      column7: 'issueDate',
    };
    const refused = await answer(issuer, path, chosen);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('A name is joined from at most 4 columns.'),
    ]);
    await answer(issuer, path, { ...chosen, column2: '' });
    await answer(issuer, await ask(issuer, list('Bob,Jim,Tom,Day,Fry')));
    expect(rows().map(([student]) => student)).toEqual(['Ann May Lee Roe', 'Bob Jim Day Fry']);
  });

  it('shows the columns of the file with the first three rows, and what it guesses', async () => {
    const issuer = await makeIssuer();
    const people = ['Ann', 'Bob', 'Cy', 'Dee'].map(
      (name) => `${name},${name}@students.example,Law,2026-02-28,x`,
    );
    const { text } = await open(
      issuer,
      await ask(issuer, ['Name,Email,Course,Date,Shoe size', ...people].join('\n')),
    );
    for (const shown of ['Shoe size', 'Ann', 'Bob', 'Cy']) expect(text).toContain(shown);
    expect(text).not.toContain('Dee');
    expect(text).toMatch(/name="column1".*?value="studentEmail" selected/s);
  });

  it.each([
    [
      'addresses by their cells',
      'Ad Soyad;E-posta;Kurs;Tarih',
      'Işık;a@students.example;Law;28.2.2026',
      1,
      'studentEmail',
    ],
    [
      '“Last, First” by the cells',
      'Name;Email;Course;Date',
      'Lee, Ann;a@students.example;Law;28.2.2026',
      0,
      'lastFirst',
    ],
    [
      'a degree as part of the name',
      'Name;Email;Course;Date',
      'Ann Lee, Ph.D.;a@students.example;Law;28.2.2026',
      0,
      'studentName',
    ],
    [
      'a title before a name as no course',
      'Title;Name;Email;Date',
      'Dr.;Ann Lee;a@students.example;28.2.2026',
      0,
      '',
    ],
    [
      'the columns below the summary of Zoom',
      'Topic,User Email\nLaw,a@students.example\n\nName (Original Name),User Email',
      'Ann,a@students.example',
      0,
      'studentName',
    ],
  ])('guesses %s', async (_, header, line, at, expected) => {
    const issuer = await makeIssuer();
    const { text } = await open(issuer, await ask(issuer, `${header}\n${line}`));
    const [select = ''] = new RegExp(`<select[^>]*name="column${at}".*?</select>`, 's').exec(text) ?? [];
    expect(/value="([^"]*)" selected/.exec(select)?.[1]).toBe(expected);
  });

  it('keeps the first person of a list without names of columns', async () => {
    const issuer = await makeIssuer();
    const people = ['Ann', 'Bob', 'Cy'].map((name) => `${name},${name}@students.example,Law,2026-02-28`);
    const path = await ask(issuer, `My class\n${people.join('\n')}`);
    await answer(issuer, path, { column0: 'studentName', column2: 'courseName', column3: 'issueDate' });
    expect(rows().map(([name, , , errors]) => [name, errors === null])).toEqual([
      ['My class', false],
      ['Ann', true],
      ['Bob', true],
      ['Cy', true],
    ]);
  });

  it('gives all rows a course and a date that the file lacks, and asks for the order of the date', async () => {
    const issuer = await makeIssuer();
    const path = await ask(
      issuer,
      'Name;Email;Course\nAnn;a@students.example;\nBob;b@students.example;Yoga\nCy;c@students.example;',
    );
    const chosen = { courseName: ' First Aid ', issueDate: '02/03/2026' };
    expect((await answer(issuer, path, { ...chosen, issueDate: ' ' })).status).toBe(400);
    expect((await answer(issuer, path, chosen)).path).toBe(path);
    const { text } = await open(issuer, path);
    expect(text).toContain('02/03/2026 = 2 March 2026 or 3 February 2026');
    expect(text).toMatch(/name="courseName"[^>]*value=" First Aid "/);
    await answer(issuer, path, { ...chosen, dateOrder: 'mdy' });
    expect(rows()).toEqual([
      ['Ann', 'First Aid', '2026-02-03', null],
      ['Bob', 'Yoga', '2026-02-03', null],
      ['Cy', 'First Aid', '2026-02-03', null],
    ]);
  });

  it('says which column is missing, and keeps what was chosen', async () => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, 'Name,Post,Course,Date\nAnn,a@students.example,Law,2026-02-28');
    const { status, text } = await answer(issuer, path, { column3: 'expiryDate' });
    expect([status, text]).toEqual([400, expect.stringContaining('Choose the column of the file for')]);
    expect(text).toMatch(/name="column3".*?value="expiryDate" selected/s);
    expect((await answer(issuer, path, { column0: 'studentEmail', column1: 'studentEmail' })).status).toBe(
      400,
    );
    expect((await answer(issuer, path, { column1: 'studentEmail' })).status).toBe(302);
  });

  it('offers a match again for the next file with the same header, to its organisation only', async () => {
    const list = 'A,B,C,D\nAnn,a@students.example,Law,2026-02-28';
    const chosen = {
      column0: 'studentName',
      column1: 'studentEmail',
      column2: 'courseName',
      column3: 'issueDate',
    };
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    await answer(issuer, await ask(issuer, list), chosen);
    const again = await ask(issuer, list.replace('Ann', 'Bob'));
    expect((await open(issuer, again)).text).toContain('as in your last file');
    expect((await answer(issuer, again)).path).toBe(again.replace('/columns', ''));
    expect((await answer(other, await ask(other, list))).status).toBe(400);
  });

  it('reads the file in another encoding', async () => {
    const issuer = await makeIssuer();
    // “Gül” in Windows-1252 is also “Gül” in Windows-1254: the rest decides, and the reader knows better.
    const list = Buffer.from(
      `${OWN}\nBaşak Gülşen,a@students.example,Law,2026-02-28`.replaceAll('ş', '\u00fe'),
      'latin1',
    );
    const path = await ask(issuer, list);
    await answer(issuer, path, { encoding: 'windows-1252' }, 'read');
    expect((await open(issuer, path)).text).toContain('Baþak');
    await answer(issuer, path, { encoding: 'windows-1254' }, 'read');
    expect((await open(issuer, path)).text).toContain('Başak');
    await answer(issuer, path);
    expect(rows()).toEqual([['Başak Gülşen', 'Law', '2026-02-28', null]]);
  });

  it.each(['xlsx', 'ods'] as const)(
    'reads another sheet of an .%s, by default the first with rows',
    async (bookType) => {
      const issuer = await makeIssuer();
      const sheet = (...cells: string[][]) => spreadsheets.utils.aoa_to_sheet(cells);
      const people = (name: string) =>
        sheet(['Name', 'Email', 'Course', 'Date'], [name, 'a@students.example', 'Law', '2026-02-28']);
      const book = spreadsheets.utils.book_new(sheet([]), 'Cover');
      spreadsheets.utils.book_append_sheet(book, people('Ann'), 'Spring');
      spreadsheets.utils.book_append_sheet(book, people('Bob'), 'Autumn');
      const bytes = spreadsheets.write(book, { type: 'buffer', bookType }) as Buffer;
      const path = await ask(issuer, bytes, `list.${bookType}`);
      expect((await open(issuer, path)).text).toMatch(/<option value="1" selected="">Spring/);
      expect((await answer(issuer, path, { sheet: '2' })).path).toBe(path);
      await answer(issuer, path);
      expect(rows().map(([name]) => name)).toEqual(['Bob']);
    },
  );
});

describe('a spreadsheet that hides a part of its list', () => {
  const PEOPLE = [
    ['Ann', 'a@students.example', 'Law', '2026-02-28', '2027-02-28'],
    ['Bob', 'b@students.example', 'Law', '2026-02-28'],
    ['Cy', 'c@students.example', 'Law', '2026-02-28'],
  ];

  /** The file as a program writes it that hides rows 3, 4 and 5 and columns E and F. */
  function hiding(bookType: 'xlsx' | 'ods', header = [...OWN.split(','), 'expiryDate']): Buffer {
    const sheet = spreadsheets.utils.aoa_to_sheet([header, ...PEOPLE]);
    const hidden = { hidden: true };
    if (bookType === 'xlsx') {
      sheet['!rows'] = [{}, {}, hidden, hidden, hidden];
      sheet['!cols'] = [{}, {}, {}, {}, hidden, hidden];
    }
    const book = spreadsheets.utils.book_new(sheet, 'List');
    const bytes = spreadsheets.write(book, { type: 'buffer', bookType }) as Buffer;
    if (bookType === 'xlsx') return bytes;
    // The library does not write these attributes of an .ods.
    const columns = '<table:table-column table:number-columns-repeated="4"/>'.concat(
      '<table:table-column table:number-columns-repeated="2" table:visibility="collapse"/>',
    );
    return withXml(bytes, '/content.xml', (xml) =>
      xml
        .replace('<table:table-row>', `${columns}<table:table-row>`)
        .replace(
          /<table:table-row(?=>(?:(?!<table:table-row).)*(?:Bob|Cy))/gs,
          '$& table:visibility="filter"',
        ),
    );
  }

  it.each(['xlsx', 'ods'] as const)('is issued whole, and the page says so before: .%s', async (bookType) => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, hiding(bookType), `list.${bookType}`);
    expect(rows().map(([name]) => name)).toEqual(['Ann', 'Bob', 'Cy']);
    const { text } = await open(issuer, path);
    expect(text).toContain('Hidden in the file, and part of this list: 2 rows, expiryDate<');
    expect(text).toContain('copy the visible cells to a new sheet');
    await fetchPage(path, { cookie: issuer.cookie, form: { intent: 'start' } });
    expect((await open(issuer, path)).text).not.toContain('Hidden in the file');
  });

  it('is named once its columns are matched, and nothing is said of one that hides nothing', async () => {
    const issuer = await makeIssuer();
    const header = ['Who', ...OWN.split(',').slice(1), 'expiryDate', 'Room'];
    const path = await ask(issuer, hiding('xlsx', header), 'list.xlsx');
    const reviewed = await answer(issuer, path, { column0: 'studentName' });
    expect((await open(issuer, reviewed.path)).text).toContain('2 rows, expiryDate<');
    const sheet = spreadsheets.utils.aoa_to_sheet([
      OWN.split(','),
      ['Ann', 'a@students.example', 'Art', '2026-02-28'],
    ]);
    const plain = spreadsheets.write(spreadsheets.utils.book_new(sheet, 'List'), {
      type: 'buffer',
      bookType: 'xlsx',
    });
    const other = await upload(issuer, plain as Buffer, 'plain.xlsx');
    expect((await open(issuer, other.path)).text).not.toContain('Hidden in the file');
  });
});

describe('the years of an upload', () => {
  const ofYear = (...dates: string[]) =>
    [OWN, ...dates.map((date, at) => `S${at},s${at}@students.example,Law,${date}`)].join('\n');

  it('are those of our calendar, whatever the calendar of the list, or problems of their rows', async () => {
    const issuer = await makeIssuer();
    const { path } = await upload(
      issuer,
      ofYear('28/02/2569', '2569-03-02', '令和8年3月2日', '12/09/1447', '1405-12-11', '0206-03-02'),
    );
    expect(rows().map(([, , date, errors]) => [date, errors === null])).toEqual([
      ['2026-02-28', true],
      ['2026-03-02', true],
      ['2026-03-02', true],
      ['12/09/1447', false],
      ['1405-12-11', false],
      ['0206-03-02', false],
    ]);
    const { text } = await open(issuer, path);
    expect(text).toContain('Issue Date has the year 1447, which may be of another calendar.');
    expect(text).toContain('Issue Date has the year 1405, which may be of another calendar.');
    expect(text).toContain('from 1900-01-01 on');
  });

  it('have a warning where an issue date is more than five years ahead', async () => {
    const issuer = await makeIssuer();
    const { path } = await upload(issuer, ofYear('28/02/69', '28/02/27'));
    const { text } = await open(issuer, path);
    expect(text).toContain('28 February 2069');
    expect(text).toContain('Issue Date is more than five years ahead.');
    expect(text).toContain('Show only the 1 row with warnings');
  });
});

describe('the dates of an upload', () => {
  const dated = (...dates: string[]) =>
    [OWN, ...dates.map((date, at) => `S${at},s${at}@students.example,Law,${date}`)].join('\n');

  it('are asked for where each has two meanings, also below our own header', async () => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, dated('02/03/2026', '5/6/26'));
    expect((await open(issuer, path)).text).toContain('02/03/2026 = 2 March 2026 or 3 February 2026');
    expect((await answer(issuer, path, { dateOrder: '' })).path).toBe(path);
    await answer(issuer, path, { dateOrder: 'mdy' });
    expect(rows().map(([, , date]) => date)).toEqual(['2026-02-03', '2026-05-06']);
    expect((await open(issuer, path.replace('/columns', ''))).text).toContain('3 February 2026');
  });

  it('are asked for where the year may come first', async () => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, dated('26-03-04'));
    const { text } = await open(issuer, path);
    expect(text).toContain('26-03-04 = 26 March 2004 or 4 March 2026');
    expect(text).toMatch(/value="ymd">[^<]*4 March 2026</);
    await answer(issuer, path, { dateOrder: 'ymd' });
    expect(rows().map(([, , date]) => date)).toEqual(['2026-03-04']);
  });

  it('are mixed where two contradict each other, and the others are problems of their rows', async () => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, dated('28/02/2026', '02/28/2026'));
    expect((await open(issuer, path)).text).toContain('The dates are mixed');
    await answer(issuer, path, { dateOrder: 'dmy' });
    expect(rows().map(([, , date, errors]) => [date, errors === null])).toEqual([
      ['2026-02-28', true],
      ['02/28/2026', false],
    ]);
  });

  it('are asked for once a column is matched as a date', async () => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, 'Name,Email,Course,When\nAnn,a@students.example,Law,02/03/2026');
    expect((await answer(issuer, path, { column3: 'issueDate' })).path).toBe(path);
    expect((await open(issuer, path)).text).toContain('02/03/2026 = ');
    await answer(issuer, path, { dateOrder: 'dmy' });
    expect(rows().map(([, , date]) => date)).toEqual(['2026-03-02']);
  });
});

describe('a file that waits', () => {
  const LIST = 'Name,Email,Course,Date\nAnn,a@students.example,Law,2026-02-28';

  it('gives one batch, however often it is answered', async () => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, LIST);
    const form = {
      column0: 'studentName',
      column1: 'studentEmail',
      column2: 'courseName',
      column3: 'issueDate',
      intent: 'check',
    };
    const sent = await Promise.all([1, 2].map(() => fetchPage(path, { cookie: issuer.cookie, form })));
    sent.push(await fetchPage(path, { cookie: issuer.cookie, form }));
    expect(sent.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      Array(3).fill([302, path.replace('/columns', '')]),
    );
    expect(sqlite().prepare('select count(*) from batches').pluck().get()).toBe(1);
    expect(rows()).toHaveLength(1);
  });

  it('is one of several, and shown to its organisation only', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const [first, second] = [await ask(issuer, LIST), await ask(issuer, LIST.replace('Ann', 'Bob'))];
    expect((await open(issuer, first)).text).toContain('Ann');
    expect((await open(issuer, second)).text).toContain('Bob');
    expect((await open(other, first)).status).toBe(404);
    for (const intent of ['check', 'read', 'discard'])
      await fetchPage(first, { cookie: other.cookie, form: { intent } });
    expect((await open(issuer, first)).status).toBe(200);
    for (const path of [first.replace('/columns', ''), '/admin/batches'])
      expect((await open(issuer, path)).text).not.toContain('list.csv');
  });

  it('is removed by its reader, after a day, and when five newer ones wait', async () => {
    const issuer = await makeIssuer();
    const path = await ask(issuer, LIST);
    expect((await answer(issuer, path, {}, 'discard')).path).toBe('/admin/batches');
    expect((await open(issuer, path)).status).toBe(404);
    const answered = await ask(issuer, LIST);
    await answer(issuer, answered);
    // Another tab, which does not know of the batch, is not told that the file was removed.
    const discarded = await fetchPage(answered, { cookie: issuer.cookie, form: { intent: 'discard' } });
    expect(discarded.headers.get('location')).toBe(answered.replace('/columns', ''));
    for (let count = 0; count < 7; count += 1) await ask(issuer, LIST);
    expect(waiting()).toBe(5);
    const later = (hours: number) => setClock(() => Date.now() + hours * 3_600_000);
    later(23);
    sweepBatches(100);
    expect(waiting()).toBe(5);
    later(25);
    for (let count = 0; count < 6; count += 1) sweepBatches(100);
    expect(waiting()).toBe(0);
  });
});
