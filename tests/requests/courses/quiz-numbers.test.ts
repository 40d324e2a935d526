import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Course } from '#app/courses/course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { addQuestions, updateQuizLesson } from '#app/courses/quizzes/change-quiz.server.ts';
import { quizFormSchema } from '#app/courses/quizzes/question-fields.ts';
import { type QuestionInput, questionSchema } from '#app/courses/quizzes/quiz.schema.ts';
import { currentQuiz } from '#app/courses/quizzes/quiz.server.ts';
import { beginAttempt } from '#app/courses/quizzes/take-quiz.server.ts';
import { safeParse } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeCourse, makeQuiz } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { inputBytes } from '#tests/support/inputs.ts';

let author: Person;
let learner: Person;
let course: Course;
let lessonId: string;

beforeEach(async () => {
  author = await makeIssuer();
  learner = await makeVerifier();
  course = await makeCourse(author);
  lessonId = makeQuiz(author, addModule(author.actor, course.id, { title: 'First module' }).id).id;
  enrol(learner.browser, course.id);
});

const asks = (...questions: object[]) =>
  addQuestions(
    author.actor,
    lessonId,
    questions.map((question) => questionSchema.parse({ text: 'How heavy?', points: 1, ...question })),
  );

/** The message that a redirect takes to the next page. */
function toastOf(answer: Response): string {
  const flash = /certrace_flash=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  return flash ? JSON.parse(Buffer.from(flash, 'base64url').toString('utf8')).message : '';
}

/** An attempt of the learner: its questions, its page, and what the form answers. */
function begun(language = 'en') {
  const { attempt } = beginAttempt(learner.actor, course.id, lessonId);
  const path = `/course/${course.id}?${new URLSearchParams({ lesson: lessonId })}`;
  const cookie = `${learner.cookie}; language=${language}`;
  const clean = async (answer: Response) => (await answer.text()).replaceAll('<!-- -->', '');
  return {
    questions: attempt.questions.filter(({ text }) => text !== 'Time flies.'),
    show: async () => clean(await fetchPage(path, { cookie })),
    async send(intent: string, fields: Record<string, string>) {
      const form = new URLSearchParams({ intent, lessonId, attemptId: attempt.id, ...fields });
      const answer = await fetchPage(path, { cookie, form });
      return { status: answer.status, toast: toastOf(answer), html: await clean(answer) };
    },
  };
}

const stored = () => sqlite().prepare('select value from quiz_answers').pluck().all();
const ended = () =>
  sqlite().prepare('select score, points from quiz_attempts where ended_at is not null').all();

describe('a number with two meanings', () => {
  it.each([
    ['en', '1,500', '1500', '“1,500” is read as 1500.'],
    ['en', '1.500', '1.5', '“1.500” is read as 1.5.'],
    ['de', '1.500', '1500', '„1.500“ wird als 1500 gelesen.'],
    ['de', '1,500', '1.5', '„1,500“ wird als 1,5 gelesen.'],
  ])('in %s, %s counts once the page has said how it is read', async (language, typed, value, reading) => {
    asks({ type: 'number', answer: 1500 });
    const { questions, send } = begun(language);
    const id = questions[0]?.id ?? '';
    const submitted = await send('submit-answers', { [`q-${id}`]: typed });
    expect(submitted.status).toBe(400);
    expect(submitted.html).toContain(reading);
    expect(submitted.html).toContain(`name="told-${id}" value="${typed}"`);
    expect([stored(), ended()]).toEqual([[value], []]);
    const saved = await send('save-answers', { [`q-${id}`]: typed });
    expect([saved.status, saved.toast]).toEqual([302, expect.stringContaining(reading)]);
    const other = await send('submit-answers', { [`q-${id}`]: typed, [`told-${id}`]: '2,500' });
    expect(other.status).toBe(400);
    expect((await send('submit-answers', { [`q-${id}`]: typed, [`told-${id}`]: typed })).status).toBe(302);
    expect(ended()).toEqual([{ score: value === '1500' ? 100 : 0, points: 200 }]);
  });

  it('is shown as it was read, in a form that may be sent again in any language', async () => {
    asks({ type: 'number', answer: 1.125 });
    const german = begun('de');
    const id = german.questions[0]?.id ?? '';
    const told = { [`q-${id}`]: '1,125', [`told-${id}`]: '1,125' };
    expect((await german.send('save-answers', told)).status).toBe(302);
    expect(await german.show()).toContain('value="1,1250"');
    const english = begun('en');
    expect((await english.send('save-answers', { [`q-${id}`]: '1,1250' })).status).toBe(302);
    expect(stored()).toEqual(['1.125']);
    expect((await german.send('submit-answers', told)).status).toBe(302);
    expect(await german.show()).toContain('Ihre Antwort: 1,125');
  });
});

it('a number that differs only in how it is written is correct', async () => {
  const typed = ['−1500', '–1500', '-1 500', "-1'500", '-1500,0', '－１５００', '-١٥٠٠'];
  asks(...typed.map(() => ({ type: 'number', answer: -1500 })));
  const { questions, send } = begun();
  const answers = Object.fromEntries(questions.map(({ id }, index) => [`q-${id}`, typed[index] ?? '']));
  expect((await send('submit-answers', answers)).status).toBe(302);
  expect(ended()).toEqual([{ score: 100 * typed.length, points: 100 * (typed.length + 1) }]);
});

it('an answer that cannot be read keeps none of the others from counting when the time is up', async () => {
  const forward = stopClock();
  const { quiz } = JSON.parse(inputBytes('quiz-lost-answers.json').toString('utf8'));
  updateQuizLesson(author.actor, lessonId, {
    title: 'Exam',
    duration: { text: '10', seconds: 600 },
    ...{ passMark: quiz.passMark, timeLimit: quiz.timeLimit, attempts: null, shuffle: false },
  });
  addQuestions(
    author.actor,
    lessonId,
    quiz.questions.map((question: unknown): QuestionInput => questionSchema.parse(question)),
  );
  const { questions, send, show } = begun();
  const [number, single, text] = questions;
  const blue = single?.options.find((option) => option.text === 'blue');
  const answers = {
    [`q-${number?.id}`]: '5 °C below zero',
    [`q-${single?.id}`]: blue?.id ?? '',
    [`q-${text?.id}`]: 'Paris',
  };
  const saved = await send('save-answers', { ...answers, inPlace: '1' });
  expect([saved.status, stored().length]).toEqual([400, 2]);
  expect((await send('save-answers', { ...answers, [`q-${number?.id}`]: '−5', inPlace: '1' })).status).toBe(
    200,
  );
  forward(70_000);
  expect(await show()).toContain('9 of 10 points');
});

describe("the author's forms", () => {
  const path = () => `/admin/courses/${course.id}/lessons/${lessonId}`;
  const cookie = (language: string) => `${author.cookie}; language=${language}`;
  const save = (fields: Record<string, string>, language: string) =>
    fetchPage(path(), { cookie: cookie(language), form: new URLSearchParams(fields) });
  const key = () => currentQuiz(lessonId).questions.at(-1);

  it.each([
    ['en', '1,500', 1500, 'Correct: 1500 (± 0.5)'],
    ['de', '1,500', 1.5, 'Richtig: 1,5 (± 0,5)'],
    ['fr', '1 500,25', 1500.25, '1500,25 (± 0,5)'],
  ])(
    'read a key in the notation of the page (%s), which shows it',
    async (language, correct, answer, text) => {
      const fields = {
        intent: 'question',
        type: 'number',
        text: 'Q',
        points: '2,5',
        correct,
        tolerance: '0,5',
      };
      expect((await save(fields, language)).status).toBe(302);
      expect(key()).toMatchObject({ answer, points: 2.5, tolerance: 0.5 });
      const html = await (await fetchPage(path(), { cookie: cookie(language) })).text();
      expect(html.replaceAll('<!-- -->', '')).toContain(text);
    },
  );

  it('show a key as it may be saved again unchanged', async () => {
    asks({ type: 'number', answer: 1.125, tolerance: 0.001 });
    const before = key();
    for (const language of ['de', 'en']) {
      const page = await fetchPage(`${path()}?question=${before?.id}`, { cookie: cookie(language) });
      const html = await page.text();
      const shownIn = (name: string) =>
        new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '';
      const fields = {
        correct: shownIn('correct'),
        tolerance: shownIn('tolerance'),
        points: shownIn('points'),
      };
      const rest = { intent: 'question', type: 'number', text: 'How heavy?', id: before?.id ?? '' };
      expect((await save({ ...rest, ...fields }, language)).status).toBe(302);
      expect(key()).toEqual(before);
    }
  });

  it.each([
    ['minutes', '1,5', { timeLimit: 90 }],
    ['minutes', '٩٠', { timeLimit: 5_400 }],
    ['passMark', '６０', { passMark: 60 }],
    ['attempts', '１', { attempts: 1 }],
    ['minutes', '0x10', null],
    ['passMark', '0x10', null],
    ['attempts', '0x10', null],
  ])('read %s %s as a number', (name, text, expected) => {
    const form = { title: 'Exam', duration: '10', passMark: '50', attempts: '', minutes: '', shuffle: false };
    const { data } = safeParse(quizFormSchema, { ...form, [name]: text });
    if (expected) expect(data).toMatchObject(expected);
    else expect(data).toBeUndefined();
  });
});

vi.setConfig({ testTimeout: 20_000 });
