import { readFileSync } from 'node:fs';
import * as spreadsheets from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { sqlite } from '#db/client.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { withXml } from '#tests/support/spreadsheets.ts';

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';
const HEADER = ['studentName', 'studentEmail', 'courseName', 'issueDate'];

type Cell = string | number | Date | null;

/** A spreadsheet as the program writes it, with real dates. */
function workbook(
  rows: Cell[][],
  bookType: 'xlsx' | 'ods' | 'xlsm',
  options: { date1904?: boolean } = {},
): Buffer {
  const sheet = spreadsheets.utils.aoa_to_sheet(rows, { cellDates: true, UTC: true });
  const book = spreadsheets.utils.book_new(sheet, 'List');
  if (options.date1904) book.Workbook = { WBProps: { date1904: true } };
  return spreadsheets.write(book, { type: 'buffer', bookType, cellDates: false }) as Buffer;
}

const send = ({ token }: Person, body: string | Buffer, { type = CSV, query = '' } = {}) =>
  fetchApi(`certs/batches${query}`, {
    token,
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': type },
  });

const issued = () =>
  sqlite()
    .prepare(
      'select student_name, student_email, course_name, issue_date, expiry_date from certificates order by seq',
    )
    .raw()
    .all() as (string | null)[][];

/** Sends a list and returns the name and the date of each certificate that it gives. */
async function datesOf(list: string | Buffer, options: Parameters<typeof send>[2] = {}) {
  const sent = await send(await makeIssuer(), list, options);
  expect([sent.status, (await sent.json()).message]).toEqual([202, undefined]);
  await issueBatches();
  return issued().map(([name, , , date]) => [name, date]);
}

async function refusal(list: string | Buffer, options: Parameters<typeof send>[2] = {}) {
  const sent = await send(await makeIssuer(), list, options);
  return [sent.status, (await sent.json()).message] as [number, string];
}

const csv = (...rows: string[]) => [HEADER.join(','), ...rows].join('\r\n');
const row = (date: string, name = 'Ann') => `${name},${name.toLowerCase()}@students.example,Law,${date}`;

describe('a spreadsheet', () => {
  const rows: Cell[][] = [
    ['Class of 2026', null, null, null],
    [],
    HEADER,
    ['Zoë Ødegård', 'zoe@students.example', 'Café Management', new Date(Date.UTC(2026, 1, 28))],
    ['Cy', 'cy@students.example', 'Law', '28 February 2026'],
    ['Al', 'al@students.example', '  Law ', 46081],
    [null, null, null, null],
  ];
  const expected = [
    ['Zoë Ødegård', '2026-02-28'],
    ['Cy', '2026-02-28'],
    ['Al', '2026-02-28'],
  ];

  it.each([
    ['.xlsx', workbook(rows, 'xlsx'), XLSX],
    ['.ods', workbook(rows, 'ods'), ODS],
  ])('is read as %s, with real dates, serial numbers and rows above the header', async (_, bytes, type) => {
    expect(await datesOf(bytes, { type })).toEqual(expected);
  });

  it('counts its dates from 1904 where it says so', async () => {
    const bytes = workbook(
      [HEADER, ['Ann', 'a@students.example', 'Law', new Date(Date.UTC(2026, 1, 28))]],
      'xlsx',
      {
        date1904: true,
      },
    );
    expect(await datesOf(bytes, { type: XLSX })).toEqual([['Ann', '2026-02-28']]);
  });

  it.each(['xlsx', 'ods'] as const)(
    'has merged cells in all rows of an .%s beside them',
    async (bookType) => {
      const day = new Date(Date.UTC(2026, 1, 28));
      const sheet = spreadsheets.utils.aoa_to_sheet(
        [
          ['studentName', 'studentEmail', 'courseName', 'issueDate'],
          ['Ann', 'ann@students.example', 'Law', day],
          ['Bob', 'bob@students.example'],
          [],
          ['Cy', 'cy@students.example', 'Art', day],
        ],
        { cellDates: true, UTC: true },
      );
      const down = (column: number) => ({ s: { r: 1, c: column }, e: { r: 3, c: column } });
      sheet['!merges'] = [down(2), down(3)];
      const book = spreadsheets.utils.book_new(sheet, 'List');
      const bytes = spreadsheets.write(book, { type: 'buffer', bookType, cellDates: false }) as Buffer;
      await datesOf(bytes, { type: bookType === 'xlsx' ? XLSX : ODS });
      expect(issued().map(([name, , course, date]) => [name, course, date])).toEqual([
        ['Ann', 'Law', '2026-02-28'],
        ['Bob', 'Law', '2026-02-28'],
        ['Cy', 'Art', '2026-02-28'],
      ]);
    },
  );

  it('is read from its first sheet that is not hidden', async () => {
    const sheet = (...cells: Cell[][]) => spreadsheets.utils.aoa_to_sheet(cells);
    const book = spreadsheets.utils.book_new(sheet(['yes', 'no'], ['a', 'b']), 'Choices');
    const people = sheet(HEADER, ['Ann', 'ann@students.example', 'Law', '2026-02-28']);
    spreadsheets.utils.book_append_sheet(book, people, 'People');
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    const bytes = spreadsheets.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect(await datesOf(bytes, { type: XLSX })).toEqual([['Ann', '2026-02-28']]);
  });

  it('is refused in words with a password, macros, as an old .xls, damaged, or as another ZIP', async () => {
    const book = workbook([HEADER], 'xlsx');
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    const encrypted = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]);
    const other = Buffer.from(
      book.toString('latin1').replaceAll('xl/workbook.xml', 'yl/workbook.xml'),
      'latin1',
    );
    const macros = Buffer.from(
      book.toString('latin1').replaceAll('docProps/app.xml', 'x/vbaProject.bin'),
      'latin1',
    );
    const damaged = Buffer.from(book);
    damaged.fill(7, 40, 200);
    const encryptedOds = withXml(workbook([HEADER], 'ods'), '/META-INF/manifest.xml', (xml) =>
      xml.replaceAll('/>', '><manifest:encryption-data/></manifest:file-entry>'),
    );
    const refusals = [];
    for (const bytes of [encrypted, encryptedOds, old, macros, other, book.subarray(0, 300), damaged])
      refusals.push(await refusal(bytes, { type: XLSX }));
    expect(refusals).toEqual([
      [400, expect.stringContaining('has a password')],
      [400, expect.stringContaining('has a password')],
      [400, expect.stringContaining('old .xls')],
      [400, expect.stringContaining('has macros')],
      [400, expect.stringContaining('no spreadsheet')],
      [400, expect.stringContaining('no spreadsheet')],
      [400, expect.any(String)],
    ]);
  });

  it('that would unpack to more than 30 MB is refused before it is unpacked', async () => {
    const book = workbook([HEADER], 'xlsx');
    const entry = book.indexOf('PK\u0001\u0002', 0, 'latin1');
    book.writeUInt32LE(2_000_000_000, entry + 24);
    expect(await refusal(book, { type: XLSX })).toEqual([413, expect.stringContaining('unpacked')]);
  });
});

describe('a spreadsheet that holds more than it seems', () => {
  /** A workbook whose sheet is replaced by this XML, which a ZIP makes small. */
  const bookOf = (xml: string) => withXml(workbook([HEADER], 'xlsx'), '/xl/worksheets/sheet1.xml', () => xml);
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

  it.each([
    [
      'one long text',
      sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'a'.repeat(30_000_000)}</t></is></c></row>`),
    ],
    ['a million cells', sheet(`<row r="1">${'<c><v>1</v></c>'.repeat(1_900_000)}</row>`)],
    ['deeply nested elements', sheet(`<row r="1">${'<c><is>'.repeat(2_800_000)}</row>`)],
  ])(
    'is refused in words, and others are read meanwhile: %s',
    async (_, xml) => {
      const bomb = bookOf(xml);
      const answer = await refusal(bomb, { type: XLSX });
      expect(answer).toEqual([400, expect.any(String)]);
      expect(await datesOf(csv(row('2026-02-28')))).toEqual([['Ann', '2026-02-28']]);
    },
    60_000,
  );

  it('is refused where its directory tells a smaller size', async () => {
    const bomb = bookOf(sheet(`<row r="1">${' '.repeat(20_000_000)}</row>`));
    const small = (at: number) => bomb.writeUInt32LE(5_000, at);
    let at = bomb.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    while (bomb.readUInt32LE(at + 24) < 1_000_000) at = bomb.lastIndexOf('PK\u0001\u0002', at - 1, 'latin1');
    small(bomb.readUInt32LE(at + 42) + 22);
    small(at + 24);
    expect(await refusal(bomb, { type: XLSX })).toEqual([400, expect.stringContaining('damaged')]);
  });
});

describe('a text file', () => {
  it.each([
    ['sep=;', `\uFEFFsep=;\r\n${HEADER.join(';')}\r\nAnn;ann@students.example;Law;2026-02-28`],
    ['tabs', `${HEADER.join('\t')}\nAnn\tann@students.example\tLaw\t2026-02-28\t\t\n\t\t\t\n`],
    [
      'commas, where one course has more semicolons',
      `${csv(row('2026-02-28').replace('Law', 'A;B;C;D;E;F'))}`,
    ],
    ['bars', `${HEADER.join('|')}\nAnn|ann@students.example|Law|2026-02-28`],
    [
      'a title above the header',
      `"Class, of 2026";;;\n;;;\n${HEADER.join(';')}\nAnn;ann@students.example;Law;2026-02-28`,
    ],
  ])('is read with %s', async (_, text) => {
    expect(await datesOf(text)).toEqual([['Ann', '2026-02-28']]);
  });

  it.each([
    ['within a cell', '12" mat,ann@students.example,Law,2026-02-28', '12" mat'],
    ['around a word', 'Ann "Annie" Lee,ann@students.example,Law,2026-02-28', 'Ann "Annie" Lee'],
    ['behind a space', '"Ann", "ann@students.example", "Law" , "2026-02-28"', 'Ann'],
  ])('is read with quotation marks %s', async (_, line, name) => {
    expect(await datesOf(csv(line))).toEqual([[name, '2026-02-28']]);
  });

  it('is refused where a quoted cell goes on behind its quotation mark', async () => {
    const list = csv('"Ann "Annie" Lee",ann@students.example,Law,2026-02-28');
    expect(await refusal(list)).toEqual([400, 'Line 2 has a quotation mark in the wrong place.']);
  });

  it.each([
    ['web page', '<html><body><table><tr><td>Name</td></tr></table></body></html>'],
    ['web page with a byte order mark', '\ufeff\n<table><tr><td>Name</td></tr></table>'],
    ['PDF', Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n', 'latin1')],
    ['picture', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from([0, 0, 0, 13, 255, 34])])],
    ['JSON', '[{"studentName": "Ann"}]'],
  ])('that is another kind of document is refused as no spreadsheet: a %s', async (_, bytes) => {
    expect(await refusal(bytes)).toEqual([400, expect.stringContaining('is no spreadsheet')]);
  });

  it('is read in the encoding that it has', async () => {
    const text = csv('Jörg Müller,joerg@students.example,Straßenbau,2026-02-28');
    const latin = Buffer.from(text, 'latin1');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    for (const bytes of [latin, utf16]) {
      sqlite().exec('delete from batch_rows');
      const found = await datesOf(bytes);
      expect(found.at(-1)).toEqual(['Jörg Müller', '2026-02-28']);
    }
  });

  it('has one certificate for a student whose row differs only in spaces, case and marks', async () => {
    const list = csv(
      '\u200e Ada  Lovelace\u00a0,ada@students.example,"Analytical\nEngines",2026-02-28',
      'ADA LOVELACE,ada@students.example,analytical engines,2026-02-28',
    );
    const [status, message] = await refusal(list);
    expect([status, message]).toEqual([400, expect.stringContaining('Line 2 has the same student')]);
    await datesOf(list.split('\r\n').slice(0, 2).join('\r\n'));
    expect(issued().at(-1)?.slice(0, 3)).toEqual([
      'Ada Lovelace',
      'ada@students.example',
      'Analytical Engines',
    ]);
  });
});

describe('the columns of a list', () => {
  it.each([
    ['German', 'Name;E-Mail;Kurs;Ausstellungsdatum'],
    ['English', 'Full name;Email address;Course;Completion date'],
    ['French', 'Nom complet;Adresse e-mail;Formation;Date de délivrance'],
    ['Spanish', 'Nombre completo;Correo electrónico;Curso;Fecha de emisión'],
    ['Portuguese', 'Nome completo;E-mail;Curso;Data de emissão'],
    ['Arabic', 'الاسم الكامل;البريد الإلكتروني;الدورة;تاريخ الإصدار'],
    ['Hindi', 'पूरा नाम;ईमेल;पाठ्यक्रम;जारी करने की तिथि'],
    ['Chinese', '姓名;邮箱;课程;颁发日期'],
  ])('may be named in %s', async (_, header) => {
    expect(await datesOf(`${header}\nAnn Lee;ann@students.example;Law;28.02.2026`)).toEqual([
      ['Ann Lee', '2026-02-28'],
    ]);
  });

  it.each([
    ['Vorname;Nachname;E-Mail;Kurs;Datum', 'Ann;Lee'],
    ['Nom;Prénom;Courriel;Cours;Date', 'Lee;Ann'],
    ['Nombre;Apellidos;Correo;Curso;Fecha de emisión', 'Ann;Lee'],
    ['Nome;Sobrenome;E-mail;Curso;Data de emissão', 'Ann;Lee'],
  ])('%s give one name', async (header, name) => {
    expect(await datesOf(`${header}\n${name};ann@students.example;Law;28.02.2026`)).toEqual([
      ['Ann Lee', '2026-02-28'],
    ]);
  });

  it.each([
    ['First name,Middle name,Last name', 'Ann,May,Lee', 'Ann May Lee'],
    ['Nombre,Primer apellido,Segundo apellido', 'Ana,Paz,Gil', 'Ana Paz Gil'],
    ['Apellido paterno,Apellido materno,Nombres', 'Paz,Gil,Ana María', 'Ana María Paz Gil'],
  ])('%s give one name of all of them', async (header, names, name) => {
    const list = `${header},Email,Course,Issue date\n${names},ann@students.example,Law,2026-02-28`;
    expect(await datesOf(list)).toEqual([[name, '2026-02-28']]);
  });

  it('refuse a middle name that belongs to nothing', async () => {
    const list = 'Name,Middle name,Email,Course,Date\nAnn,May,ann@students.example,Law,2026-02-28';
    expect(await refusal(list)).toEqual([400, expect.stringContaining('unknown columns: “Middle name”')]);
  });

  it('are matched by a program, joined and left out', async () => {
    const list = 'Group,Person,Family,Mail,What,When\nA,Ann,Lee,ann@students.example,Law,2026-02-28';
    expect(await refusal(list)).toEqual([400, expect.stringContaining('unknown columns: “Group, Person')]);
    const columns = {
      studentName: ['person', 'Family'],
      studentEmail: 'Mail',
      courseName: 'What',
      issueDate: 'When',
    };
    const query = (value: unknown) => `?columns=${encodeURIComponent(JSON.stringify(value))}`;
    expect(await datesOf(list, { query: query(columns) })).toEqual([['Ann Lee', '2026-02-28']]);
    expect(await refusal(list, { query: query({ ...columns, courseName: 'Title' }) })).toEqual([
      400,
      expect.stringContaining('lacks the columns Title'),
    ]);
    expect(await refusal(list.replace('Group', 'What'), { query: query(columns) })).toEqual([
      400,
      'Line 1 has the column What twice.',
    ]);
    for (const wrong of [{ grade: 'What' }, ['Mail'], 'x', { studentName: [] }])
      expect((await refusal(list, { query: query(wrong) }))[0]).toBe(400);
  });

  it.each([
    ['before', 'Name,studentName', 'x,Ann'],
    ['after', 'studentName,Name', 'Ann,x'],
  ])('with our name win over others %s them', async (_, header, names) => {
    const list = `${header},studentEmail,courseName,issueDate\n${names},ann@students.example,Law,2026-02-28`;
    expect(await datesOf(list)).toEqual([['Ann', '2026-02-28']]);
  });

  it.each(['Last, First', 'Nachname, Vorname', 'Nom, Prénom', 'Apellidos, Nombre', 'Sobrenome, nome'])(
    'named “%s” have both names in one cell',
    async (name) => {
      const list = `"${name}";E-Mail;Kurs;Datum\n"Lee, Ann";ann@students.example;Law;28.02.2026\nBob;bob@students.example;Law;28.02.2026`;
      expect(await datesOf(list)).toEqual([
        ['Ann Lee', '2026-02-28'],
        ['Bob', '2026-02-28'],
      ]);
    },
  );

  it('named “Nachname/Vorname” have both names beside a slash', async () => {
    const list = 'Nachname/Vorname;E-Mail;Kurs;Datum\nLee/Ann;ann@students.example;Law;28.02.2026';
    expect(await datesOf(list)).toEqual([['Ann Lee', '2026-02-28']]);
  });

  it.each([
    ['two cells', 'Class of 2026,Printed 1 March'],
    ['a label and its value', 'Course:,Law,Date:,1 March 2026'],
    ['several rows', 'School,North,,\nTeacher,Ms Lee,,\nExport,2026-03-01,x,y'],
  ])('are found below titles of %s', async (_, titles) => {
    expect(await datesOf(`${titles}\n${csv(row('2026-02-28'))}`)).toEqual([['Ann', '2026-02-28']]);
  });

  it('of the results of a batch are read again', async () => {
    const list = [
      '"line","status","certificateId","studentName","studentEmail","courseName","issueDate","expiryDate","problems"',
      '"2","failed","","Ann","ann@students.example","Law","2026-02-28","","Student Email must be a valid email address."',
    ].join('\r\n');
    expect(await datesOf(list)).toEqual([['Ann', '2026-02-28']]);
  });
});

describe('the dates of a list', () => {
  it('have the order that one of them tells', async () => {
    expect(await datesOf(csv(row('02/03/2026'), row('02/28/2026', 'Bob'), row('3/7/2026', 'Cy')))).toEqual([
      ['Ann', '2026-02-03'],
      ['Bob', '2026-02-28'],
      ['Cy', '2026-03-07'],
    ]);
  });

  it('are asked for where every one has two meanings, and read as the answer says', async () => {
    const list = csv(row('02/03/2026'));
    expect(await refusal(list)).toEqual([
      400,
      'issueDate, line 2: 02/03/2026 = 2 March 2026 or 3 February 2026. Choose the order with dateOrder.',
    ]);
    expect(await datesOf(list, { query: '?dateOrder=mdy' })).toEqual([['Ann', '2026-02-03']]);
    expect((await datesOf(list, { query: '?dateOrder=dmy' })).at(-1)).toEqual(['Ann', '2026-03-02']);
    expect((await refusal(list, { query: '?dateOrder=x' }))[0]).toBe(400);
  });

  it('in two orders are refused, naming a line of each', async () => {
    const [status, message] = await refusal(csv(row('28/02/2026'), row('02/28/2026', 'Bob')));
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(/mixed: in line 2 .*“28\/02\/2026”.* line 3 /),
    ]);
  });
});

describe('a year of two digits that may come first', () => {
  it('is asked for where only then the dates are of these years', async () => {
    const list = csv(row('26-03-04'), row('26-03-31', 'Bob'));
    expect(await refusal(list)).toEqual([
      400,
      'issueDate, line 2: 26-03-04 = 26 March 2004 or 4 March 2026. Choose the order with dateOrder.',
    ]);
    expect(await datesOf(list, { query: '?dateOrder=ymd' })).toEqual([
      ['Ann', '2026-03-04'],
      ['Bob', '2026-03-31'],
    ]);
    const dots = await datesOf(csv(row('26.03.04', 'Cy')), { query: '?dateOrder=ymd' });
    expect(dots).toContainEqual(['Cy', '2026-03-04']);
  });

  it.each([
    ['the day is first in dates of these years', row('28/02/26'), '2026-02-28'],
    ['another date shows the order', `${row('26/03/04')}\r\n${row('31/03/2004', 'Bob')}`, '2004-03-26'],
  ])('is not, where %s', async (_, rows, date) => {
    expect((await datesOf(csv(rows)))[0]).toEqual(['Ann', date]);
  });
});

describe('what a column of a list may have in several forms', () => {
  it.each([
    'Ann Lee <ann@students.example>',
    '"""Lee, Ann"" <ann@students.example>"',
    '<ann@students.example>',
    'ann@students.example <ann@students.example>',
    'mailto:ann@students.example',
    'ann@students.example;',
  ])('is read as one address: %s', async (address) => {
    await datesOf(csv(`Ann,${address},Law,2026-02-28`));
    expect(issued().map(([, email]) => email)).toEqual(['ann@students.example']);
  });

  it('is not read as one of two addresses', async () => {
    for (const cell of ['a@students.example; b@students.example', 'a@students.example <b@students.example>'])
      expect(await refusal(csv(`Ann,${cell},Law,2026-02-28`))).toEqual([
        400,
        expect.stringContaining('must be a valid email address'),
      ]);
  });

  it.each([
    ['Valid until', '2 years', '2028-02-28'],
    ['Valid until', 'never', null],
    ['Valid for', '2 years', '2028-02-28'],
    ['Gültig für', 'P1Y', '2027-02-28'],
    ['Validity', '31.12.2027', '2027-12-31'],
    ['expiresAfter', '28/02/2028', '2028-02-28'],
  ])('is the expiry under “%s”: %s', async (column, cell, expiry) => {
    await datesOf(`${HEADER.join(',')},${column}\n${row('28/02/2026')},${cell}`);
    expect(issued().map((certificate) => certificate[4])).toEqual([expiry]);
  });
});

describe('a file as people have it', () => {
  const file = (name: string) => readFileSync(`tests/inputs/lists/${name}.csv`);

  it.each([
    ['utf16-unicode-text', ['Jörg Müller 2026-02-28', 'Zoë Ødegård 2026-02-28']],
    ['sep-line', ['Jörg Müller 2026-02-28', 'Zoë Ødegård 2026-02-28']],
    ['german-header', ['Ada Lovelace 2026-02-28']],
    ['us-dates', ['Ann One 2026-02-03', 'Bob Two 2026-02-28', 'Cy Three 2025-12-04', 'Dee Four 2026-03-07']],
    [
      'edge-marks',
      ['יוסף כהן', 'מחמד', 'Ada Love', 'Ada Love', 'Ada', '👩‍🎓 Ada', 'Ada Love'].map(
        (name) => `${name} 2026-02-28`,
      ),
    ],
  ])('is read: %s', async (name, expected) => {
    expect((await datesOf(file(name))).map((found) => found.join(' '))).toEqual(expected);
  });

  it('keeps the invisible characters that the ends of a name need', async () => {
    const names = [
      'അവന്\u200d',
      'ᠮᠣᠩᠭᠣᠯ\u202fᠤᠨ',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'علی\u200cرضا',
    ];
    const typed = names.map((name) => `\u200f ${name}\u{e0061}\u200d\u200e`);
    const rows = typed.map((name, line) => `${name},${line}@students.example,Law,2026-02-28`);
    const list = ['studentName,studentEmail,courseName,issueDate', ...rows].join('\n');
    expect((await datesOf(Buffer.from(list))).map(([name]) => name)).toEqual(names);
  });

  it('is read with eight notations of one day', async () => {
    const days = new Set((await datesOf(file('excel-dates'))).map(([, day]) => day));
    expect([...days]).toEqual(['2026-02-28']);
  });

  it('has one certificate for one student, or names what the form can leave out', async () => {
    expect(await refusal(file('inner-spaces'))).toEqual([
      400,
      expect.stringContaining('Line 2 has the same student'),
    ]);
    expect(await refusal(file('extra-columns'))).toEqual([400, expect.stringContaining('“Group, Grade”')]);
  });
});
