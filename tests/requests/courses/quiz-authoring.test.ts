import * as spreadsheets from '@e965/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Course, Module } from '#app/courses/course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { currentQuiz } from '#app/courses/quizzes/quiz.server.ts';
import { beginAttempt, submitAttempt } from '#app/courses/quizzes/take-quiz.server.ts';
import { inLanguage, languages } from '#app/messages/reader-language.server.ts';
import { sqlite } from '#db/client.ts';
import { t } from '#messages';
import { makeCourse, makeQuiz, multipart } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { inputBytes } from '#tests/support/inputs.ts';
import { withXml } from '#tests/support/spreadsheets.ts';

let author: Person;
let course: Course;
let module: Module;

beforeEach(async () => {
  author = await makeIssuer();
  course = await makeCourse(author);
  module = addModule(author.actor, course.id, { title: 'First module' });
});

const editPath = (lessonId: string) => `/admin/courses/${course.id}/lessons/${lessonId}`;
const post = (path: string, form: URLSearchParams | Record<string, string> | FormData, person = author) =>
  fetchPage(path, { form, cookie: person.cookie });
const show = async (path: string) =>
  (await (await fetchPage(path, { cookie: author.cookie })).text()).replaceAll('<!-- -->', '');

const questionForm = (fields: [string, string][], id = '') =>
  new URLSearchParams([
    ['intent', 'question'],
    ['id', id],
    ...(fields.some(([name]) => name === 'points') ? [] : [['points', '1']]),
    ...fields,
  ]);

const ALL_KINDS: [string, string][][] = [
  [
    ['type', 'single'],
    ['text', 'Which clock?'],
    ['option1', 'A sundial'],
    ['option2', 'A Lamport clock'],
    ['correct', '2'],
    ['points', '2,5'],
    ['explanation', 'It needs no common time.'],
  ],
  [
    ['type', 'multiple'],
    ['text', 'Which are prime?'],
    ['option1', '2'],
    ['option3', '3'],
    ['option4', '4'],
    ['correct', '1'],
    ['correct', '3'],
  ],
  [
    ['type', 'boolean'],
    ['text', '=Time flies.'],
    ['correct', 'false'],
  ],
  [
    ['type', 'number'],
    ['text', 'How cold?'],
    ['correct', '-4,5'],
    ['tolerance', '0.5'],
  ],
  [
    ['type', 'text'],
    ['text', 'The capital of France?'],
    ['option1', 'Paris'],
    ['option2', 'Lutetia; once'],
    ['ignoreCase', 'on'],
  ],
];

async function wholeQuiz(): Promise<string> {
  const { id } = makeQuiz(author, module.id);
  for (const fields of ALL_KINDS) expect((await post(editPath(id), questionForm(fields))).status).toBe(302);
  return id;
}

const withoutIds = (lessonId: string) =>
  currentQuiz(lessonId).questions.map((question) =>
    JSON.parse(JSON.stringify(question, (key, value) => (key === 'id' ? undefined : value))),
  );

describe('the forms of a quiz', () => {
  it('add a quiz, change its settings, and add questions of every kind', async () => {
    const path = `/admin/courses/${course.id}/lessons/new?module=${module.id}&type=quiz`;
    expect(await show(path)).toContain('New quiz');
    const created = await post(path, {
      intent: 'quiz',
      title: 'Exam',
      duration: '20',
      passMark: '70',
      minutes: '1.5',
    });
    const id = sqlite().prepare("select id from lessons where type = 'quiz'").pluck().get() as string;
    expect([created.status, created.headers.get('location')]).toEqual([302, editPath(id)]);
    expect(currentQuiz(id)).toMatchObject({ passMark: 70, attempts: null, timeLimit: 90, shuffle: false });
    await post(editPath(id), {
      intent: 'quiz',
      title: 'Exam',
      duration: '20',
      passMark: '50',
      attempts: '3',
      shuffle: 'on',
    });
    expect(currentQuiz(id)).toMatchObject({ passMark: 50, attempts: 3, timeLimit: null, shuffle: true });
    for (const fields of ALL_KINDS) {
      expect((await post(editPath(id), questionForm(fields))).status).toBe(302);
    }
    expect(withoutIds(id)).toEqual([
      {
        type: 'single',
        text: 'Which clock?',
        points: 2.5,
        explanation: 'It needs no common time.',
        options: [
          { text: 'A sundial', correct: false },
          { text: 'A Lamport clock', correct: true },
        ],
      },
      {
        type: 'multiple',
        text: 'Which are prime?',
        points: 1,
        options: [
          { text: '2', correct: true },
          { text: '3', correct: true },
          { text: '4', correct: false },
        ],
      },
      { type: 'boolean', text: '=Time flies.', points: 1, answer: false },
      { type: 'number', text: 'How cold?', points: 1, answer: -4.5, tolerance: 0.5 },
      {
        type: 'text',
        text: 'The capital of France?',
        points: 1,
        accepted: ['Paris', 'Lutetia; once'],
        ignoreCase: true,
        ignoreAccents: false,
      },
    ]);
  });

  it.each([
    ['quiz', { title: 'Exam', duration: '20', passMark: '101' }, 'The pass mark must be'],
    [
      'quiz',
      { title: 'Exam', duration: '20', passMark: '50', attempts: '0' },
      'The number of attempts must be',
    ],
    ['quiz', { title: 'Exam', duration: '20', passMark: '0x10' }, 'The pass mark must be'],
    ['quiz', { title: 'Exam', duration: '20', passMark: '50', attempts: '0x1' }, 'The number of attempts'],
    ['quiz', { title: 'Exam', duration: '20', passMark: '50', minutes: '0x10' }, 'Time limit must be'],
    ['quiz', { title: 'Exam', duration: '20', passMark: '50', minutes: 'soon' }, 'Time limit must be'],
    ['question', { id: '', type: 'single', text: 'Q', option1: 'a', option2: 'b' }, 'Exactly one option'],
    ['question', { id: '', type: 'number', text: 'Q', correct: 'many' }, 'The answer must be a number'],
    ['question', { id: '', type: 'text', text: 'Q' }, 'at least one accepted answer'],
    ['question', { id: '', type: 'essay', text: 'Q' }, 'type must be one of'],
    ['question', { id: 'none', type: 'boolean', text: 'Q', correct: 'true' }, 'Question not found'],
  ])('%s with %j is refused', async (intent, fields, message) => {
    const { id } = makeQuiz(author, module.id);
    const answer = await post(editPath(id), { intent, ...fields } as Record<string, string>);
    expect([400, 404]).toContain(answer.status);
    expect(await answer.text()).toContain(message);
    expect(withoutIds(id)).toHaveLength(1);
  });

  it('move, change and remove questions, but not those of an attempt that has begun', async () => {
    const id = await wholeQuiz();
    const learner = await makeVerifier();
    enrol(learner.browser, course.id);
    const { attempt } = beginAttempt(learner.actor, course.id, id);
    const [first, second] = currentQuiz(id).questions;
    await post(editPath(id), { intent: 'move-question', id: first?.id ?? '', direction: 'down' });
    expect(currentQuiz(id).questions.slice(0, 2)).toEqual([second, first]);
    expect(await show(`${editPath(id)}?question=${second?.id}`)).toContain('Which clock?');
    const changed = (ALL_KINDS[0] ?? []).map(([name, value]): [string, string] => [
      name,
      name === 'text' ? 'Changed?' : value,
    ]);
    await post(editPath(id), questionForm(changed, second?.id));
    expect(currentQuiz(id).questions[0]).toMatchObject({ id: second?.id, text: 'Changed?' });
    await post(editPath(id), { intent: 'remove-question', id: first?.id ?? '' });
    expect(currentQuiz(id).questions).toHaveLength(5);
    const again = beginAttempt(learner.actor, course.id, id);
    expect(again).toEqual({ attempt, isNew: false });
    expect(attempt.questions).toHaveLength(6);
  });
});

describe('questions as a file', () => {
  const upload = (lessonId: string, csv: string | Uint8Array) =>
    post(
      `${editPath(lessonId)}?upload=questions`,
      multipart({ file: { bytes: Buffer.from(csv), name: 'questions.csv', type: 'text/csv' } }),
    );

  it('are exported and imported unchanged', async () => {
    const id = await wholeQuiz();
    const exported = await fetchPage(`${editPath(id)}/questions.csv`, { cookie: author.cookie });
    expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const csv = await exported.text();
    expect(csv).toContain(`"'=Time flies."`);
    const { id: copy } = makeQuiz(author, module.id);
    const before = withoutIds(copy);
    const imported = await upload(copy, csv);
    expect([imported.status, imported.headers.get('location')]).toEqual([302, editPath(copy)]);
    expect(withoutIds(copy)).toEqual([...before, ...withoutIds(id)]);
  });

  const imported = async (csv: string | Uint8Array, language = 'en') => {
    const { id } = makeQuiz(author, module.id);
    const before = withoutIds(id).length;
    const form = multipart({ file: { bytes: Buffer.from(csv), name: 'questions.csv', type: 'text/csv' } });
    const answer = await fetchPage(`${editPath(id)}?upload=questions`, {
      form,
      cookie: `${author.cookie}; language=${language}`,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, editPath(id)]);
    return { id, questions: withoutIds(id).slice(before) };
  };

  it('of a German spreadsheet have its truth values', async () => {
    const { questions } = await imported(inputBytes('questions-wahr.csv'));
    expect(questions).toMatchObject([
      { type: 'text', accepted: ['Paris'], ignoreCase: true, ignoreAccents: false },
      { type: 'boolean', answer: true },
    ]);
  });

  it('have truth values in all languages, and an empty cell is false', async () => {
    const own = languages().map((language) =>
      inLanguage(language, () => [t('common.true'), t('common.false')]),
    );
    const pairs = [
      ...own,
      ['TRUE', 'FALSE'],
      ['wahr', 'FALSCH'],
      ['VRAI', 'FAUX'],
      ['VERDADERO', 'FALSO'],
      ['VERDADEIRO', 'falso'],
      ['SÍ', 'No'],
      ['Sim', 'NÃO'],
      ['Oui', 'Non'],
      ['Ja', 'Nein'],
      ['YES', 'NO'],
      ['y', 'n'],
      ['1', '0'],
      ['１', '０'],
      ['x', ''],
      ['X ', ' '],
      ['✓', '✗'],
      ['صح', 'خطأ'],
      ['نعم', 'لا'],
      ['सत्य', 'असत्य'],
      ['हाँ', 'नहीं'],
      ['真', '假'],
      ['是', '否'],
      ['对', '错'],
    ];
    const rows = pairs.flat().map((cell) => `boolean,"${cell}?",${cell}`);
    const { questions } = await imported(`type,text,correct\n${rows.join('\n')}\n`);
    expect(questions.map(({ text, answer }) => [text, answer])).toEqual(
      pairs.flatMap(([yes, no]) => [
        [`${yes}?`.trim(), true],
        [`${no}?`.trim(), false],
      ]),
    );
  });

  it.each([
    ['single', 'B', [2]],
    ['single', 'b)', [2]],
    ['single', '(C)', [3]],
    ['single', 'Ｂ', [2]],
    ['single', '2', [2]],
    ['single', '2.', [2]],
    ['single', 'option2', [2]],
    ['single', '"Rome, Italy"', [2]],
    ['single', '"  rome,  ITALY "', [2]],
    ['single', 'O’Higgins', [4]],
    ['multiple', 'A C', [1, 3]],
    ['multiple', 'A;C', [1, 3]],
    ['multiple', '"a, c"', [1, 3]],
    ['multiple', 'ACD', [1, 3, 4]],
    ['multiple', '"1,3"', [1, 3]],
    ['multiple', 'paris;Rome', [1, 2]],
    ['multiple', '"Paris;Rome, Italy"', [1, 2]],
    ['multiple', '"Paris, New York"', [1, 3]],
  ])('have as the answer to a %s choice %s', async (type, correct, right) => {
    const second = correct.includes('paris;Rome') ? 'Rome' : '"Rome, Italy"';
    const { questions } = await imported(
      `type,text,option1,option2,option3,option4,correct\n${type},Which?,Paris,${second},New York,O'Higgins,${correct}\n`,
    );
    const options = questions[0].options.map((option: { correct: boolean }) => option.correct);
    expect(options).toEqual([1, 2, 3, 4].map((number) => right.includes(number)));
  });

  it.each([
    ['en', 1500],
    ['de', 1.5],
  ])(
    'have numbers in the notation of the page (%s), which shows how they were read',
    async (language, value) => {
      const { id, questions } = await imported(inputBytes('questions-thousands.csv'), language);
      expect(questions).toMatchObject([{ type: 'number', answer: value }]);
      const page = await fetchPage(editPath(id), { cookie: `${author.cookie}; language=${language}` });
      const html = (await page.text()).replaceAll('<!-- -->', '');
      expect(html).toContain(language === 'de' ? 'Richtig: 1,5' : 'Correct: 1500');
    },
  );

  it.each([
    ['UTF-16', Buffer.from('\ufefftype\ttext\tcorrect\r\nboolean\tGrößer?\tWAHR\r\n', 'utf16le')],
    ['Windows-1252', Buffer.from('type;text;correct\r\nboolean;Größer?;WAHR\r\n', 'latin1')],
  ])('are read from the %s of Excel', async (_, bytes) => {
    expect((await imported(bytes)).questions).toMatchObject([{ text: 'Größer?', answer: true }]);
  });

  it('are imported as they were exported, also where a number or an answer could be read otherwise', async () => {
    const { id, questions } = await imported(
      'type,text,option1,option2,option3,correct,tolerance,points\n' +
        'single,2+1?,2,3,4,option2,,1\nsingle,Which?,B,A,,option1,,1\nnumber,How long?,,,,"1,1250","2,0010","1,5"\n',
    );
    const csv = await (await fetchPage(`${editPath(id)}/questions.csv`, { cookie: author.cookie })).text();
    for (const language of ['en', 'de']) {
      expect((await imported(csv, language)).questions.slice(-3)).toEqual(questions);
    }
    expect(questions[2]).toMatchObject({ answer: 1.125, tolerance: 2.001, points: 1.5 });
  });

  type Cell = string | number | boolean | spreadsheets.CellObject | null;
  const number = (v: number, z: string, f?: string): spreadsheets.CellObject => ({
    t: 'n',
    v,
    z,
    ...(f && { f }),
  });
  const HEADER = ['type', 'text', 'option1', 'option2', 'correct', 'points', 'tolerance'];

  /** A file of these sheets. */
  function workbook(bookType: 'xlsx' | 'ods', sheets: Record<string, Cell[][]>): Buffer {
    const book = spreadsheets.utils.book_new();
    for (const [name, rows] of Object.entries(sheets))
      spreadsheets.utils.book_append_sheet(book, spreadsheets.utils.aoa_to_sheet(rows), name);
    return spreadsheets.write(book, { type: 'buffer', bookType }) as Buffer;
  }

  /** The cells of an .ods as LibreOffice shows numbers in German, and true in Russian. The library writes the values only. */
  const GERMAN: Record<string, string> = {
    '1500': '1.500',
    '1.5': '1,500',
    '2': '2,000',
    '2.5': '2,5',
    '-2.34567': '-2,35',
    '0.4375': '10:30',
    '0.5': '50%',
  };
  const asShown = (xml: string) =>
    xml
      .replaceAll('<text:p>TRUE', '<text:p>ИСТИНА')
      .replace(
        /(office:value="([\d.-]+)"[^>]*><text:p>)([^<]*)/g,
        (_, before: string, value: string, shown: string) => before + (GERMAN[value] ?? shown),
      );
  const fileOf = (bookType: 'xlsx' | 'ods', sheets: Record<string, Cell[][]>) => {
    const bytes = workbook(bookType, sheets);
    return bookType === 'ods' ? withXml(bytes, '/content.xml', asShown) : bytes;
  };

  it.each(['xlsx', 'ods'] as const)(
    'are read from an .%s, from the sheet with their columns and below a title',
    async (bookType) => {
      const { questions } = await imported(
        fileOf(bookType, {
          Help: [
            ['How to', 'fill in'],
            ['One row', 'for each question'],
          ],
          Questions: [
            ['Quiz of the spring'],
            [],
            HEADER,
            ['boolean', 'Is it so?', null, null, true],
            [],
            ['boolean', 'Größer?', null, null, false],
            ['single', 'When?', number(0.4375, 'hh:mm'), number(0.5, '0%'), 'B'],
            ['number', 'How many?', null, null, number(3, 'General', '1+2')],
          ],
        }),
      );
      const options = [
        { text: '10:30', correct: false },
        { text: '50%', correct: true },
      ];
      expect(questions).toMatchObject([
        { text: 'Is it so?', answer: true },
        { text: 'Größer?', answer: false },
        { text: 'When?', options },
        { text: 'How many?', answer: 3 },
      ]);
    },
  );

  it.each([
    ['xlsx', 'en'],
    ['xlsx', 'de'],
    ['ods', 'en'],
    ['ods', 'de'],
  ] as const)(
    'have the numbers that an .%s shows, whatever the language (%s)',
    async (bookType, language) => {
      const rows: Cell[][] = [
        HEADER,
        ['number', 'A', null, null, number(1500, '#,##0'), number(2.5, '0.0'), number(2, '0.000')],
        ['number', 'B', null, null, number(1.5, '0.000'), 1, 0],
        ['number', 'C', null, null, number(-2.34567, '0.00'), 1, 0],
        ['single', 'D', number(1500, '#,##0'), 'b', 'A', 1],
      ];
      const { questions } = await imported(fileOf(bookType, { Questions: rows }), language);
      expect(questions).toMatchObject([
        { answer: 1500, points: 2.5, tolerance: 2 },
        { answer: 1.5 },
        { answer: -2.35 },
        { options: [{ text: bookType === 'ods' ? '1.500' : '1,500', correct: true }, { text: 'b' }] },
      ]);
    },
  );

  it.each([
    [
      'rows',
      [false, false],
      [{}, { hidden: true }, {}],
      '2 questions added. 1 of them was hidden in the file.',
    ],
    ['a sheet', [true, false], [], '2 questions added. 2 of them were hidden in the file.'],
    ['another sheet', [false, true], [], '2 questions added.'],
  ])('of a spreadsheet that hides %s are said to be hidden', async (_, [list, other], rows, message) => {
    const questions = ['Is it so?', 'Is it not?'].map((text) => ['boolean', text, null, null, true]);
    const sheet = spreadsheets.utils.aoa_to_sheet([HEADER, ...questions]);
    sheet['!rows'] = rows;
    const book = spreadsheets.utils.book_new(sheet, 'Questions');
    spreadsheets.utils.book_append_sheet(book, spreadsheets.utils.aoa_to_sheet([['Notes']]), 'Notes');
    book.Workbook = { Sheets: [{ Hidden: list ? 1 : 0 }, { Hidden: other ? 1 : 0 }] };
    const bytes = spreadsheets.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const answer = await upload(makeQuiz(author, module.id).id, bytes);
    const [, flash = ''] = /certrace_flash=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    expect(JSON.parse(Buffer.from(flash, 'base64url').toString())).toMatchObject({ message });
  });

  it('are imported by twelve authors at once', async () => {
    const bytes = workbook('xlsx', { Questions: [HEADER, ['boolean', 'Is it so?', null, null, true]] });
    const authors = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const person = await makeIssuer();
        const own = await makeCourse(person);
        const { id } = makeQuiz(person, addModule(person.actor, own.id, { title: 'Module' }).id);
        return { person, path: `/admin/courses/${own.id}/lessons/${id}?upload=questions` };
      }),
    );
    const answers = await Promise.all(
      authors.map(({ person, path }) =>
        post(path, multipart({ file: { bytes, name: 'questions.xlsx' } }), person),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(302));
  });

  it('of a spreadsheet without their columns are refused with the names of its first sheet', async () => {
    const { id } = makeQuiz(author, module.id);
    const answer = await upload(
      id,
      workbook('xlsx', {
        One: [['Art', 'Frage']],
        Two: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      }),
    );
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Line 1: the column “Art, Frage” is unknown.');
  });

  it.each([
    ['type,text,correct\nboolean,One,true\nsingle,Two,1\n', 'Line 3: A question needs at least two options.'],
    ['type,text,size\n', 'Line 1: the column “size” is unknown.'],
    ['text,correct\nOne,true\n', 'Line 1: lacks the columns type.'],
    [
      'type,text,correct\nboolean,"One\nmore",maybe\n',
      'Line 2: “maybe” in the column “correct” is neither true nor false.',
    ],
    ['type,text\nboolean,One\n', 'Line 2: The answer must be true or false.'],
    [
      'type,text,option1,ignoreCase\ntext,One,a,perhaps\n',
      'Line 2: “perhaps” in the column “ignoreCase” is neither true nor false.',
    ],
    [
      'type,text,option1,option2,correct\nsingle,One,a,b,Paris\n',
      'Line 2: “Paris” in the column “correct” is not the number, the letter or the text of an option.',
    ],
    ['type,text,option1,option2,correct\nmultiple,One,a,b,1 9\n', 'Line 2: “1 9” in the column “correct”'],
    ['type,text,option1,option2,correct\nsingle,One,a,b,F\n', 'Line 2: “F” in the column “correct”'],
    [
      'type,text,option1,option2,option3,correct\nsingle,2+1?,2,3,4,3\n',
      'Line 2: “3” in the column “correct” may mean option3 or option2. Please write one of these.',
    ],
    ['type,text,option1,option2,correct\nsingle,One,B,A,A\n', 'may mean option1 or option2'],
    ['type,text,correct\nnumber,How heavy?,1500 g\n', 'Line 2: The answer must be a number, without a unit.'],
    ['type,text,correct\nnumber,How many?,0x10\n', 'Line 2: The answer must be a number'],
    ['type,text,correct\nboolean,"One,true\n', 'Line 2:'],
    ['type,text\n', 'The file has no questions.'],
    [`type,text,correct\n${'boolean,Q,true\n'.repeat(101)}`, 'A quiz has at most 100 questions.'],
    [Buffer.from('type,text\nboolean,O\0e\n'), 'The file is not text. Save it as CSV.'],
    [Buffer.from('PK\u0003\u0004'), 'The file is no spreadsheet. Choose an .xlsx, .ods or CSV file.'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'The file is an old .xls. Save it as .xlsx.'],
    ['x'.repeat(600_000), 'at most 512 KB'],
    // The parser would need 12 seconds for 512 KB of these.
    [`type,text\n${'\n'.repeat(1_000)}`, 'The file must have at most 1,000 lines.'],
    [
      `type,text\nboolean,One${','.repeat(255)}`,
      'Line 2: a quotation mark is in the wrong place, or the line is too long.',
    ],
  ])('of case %# are refused with the line', async (csv, message) => {
    const { id } = makeQuiz(author, module.id);
    const answer = await upload(id, csv);
    expect([400, 413]).toContain(answer.status);
    expect(await answer.text()).toContain(message);
    expect(withoutIds(id)).toHaveLength(1);
  });

  it('of another author are neither exported nor imported', async () => {
    const { id } = makeQuiz(author, module.id);
    const other = await makeIssuer();
    expect((await fetchPage(`${editPath(id)}/questions.csv`, { cookie: other.cookie })).status).toBe(404);
    const answer = await post(
      `${editPath(id)}?upload=questions`,
      multipart({ file: { bytes: Buffer.from('type,text,correct\nboolean,One,true\n'), name: 'q.csv' } }),
      other,
    );
    expect(answer.status).toBe(404);
    expect(withoutIds(id)).toHaveLength(1);
  });
});

describe('the results of a quiz', () => {
  it('are shown by question and by learner, and as CSV', async () => {
    const { id } = makeQuiz(author, module.id);
    expect(await show(`${editPath(id)}/results`)).toContain('No attempts yet');
    for (const [name, answers] of [
      ['=Ada', [false, true]],
      ['Grace', [false]],
    ] as const) {
      const learner = await makeVerifier({ name });
      enrol(learner.browser, course.id);
      for (const answer of answers) {
        const { attempt } = beginAttempt(learner.actor, course.id, id);
        const place = { courseId: course.id, lessonId: id, attemptId: attempt.id };
        submitAttempt(learner.actor, place, { [attempt.questions[0]?.id ?? '']: answer });
      }
    }
    const html = await show(`${editPath(id)}/results`);
    expect(html).toContain('1 (33%)');
    expect(html).toContain('Grace');
    const csv = async (name: string) =>
      (
        await (await fetchPage(`${editPath(id)}/results/${name}.csv`, { cookie: author.cookie })).text()
      ).split('\r\n');
    expect((await csv('questions'))[1]).toBe('"Time flies.","3","3","1"');
    const [, grace, ada] = await csv('learners');
    expect(grace).toMatch(/^"Grace","[^"]+","1","0","no","20/);
    expect(ada).toMatch(/^"'=Ada","[^"]+","2","100","yes","20/);
  });
});
