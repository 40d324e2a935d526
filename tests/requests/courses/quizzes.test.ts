import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Course, Module } from '#app/courses/course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { readCourse } from '#app/courses/find-course.server.ts';
import { learnersSchema, lessonCounts, listLearners } from '#app/courses/learners/list-learners.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { courseProgress } from '#app/courses/progress/my-learning.server.ts';
import { endOverdueAttempts } from '#app/courses/quizzes/end-attempt.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import { makeCourse, makeLesson, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

let author: Person;
let learner: Person;
let course: Course;
let module: Module;

const QUESTIONS = [
  {
    type: 'single',
    text: 'Which clock?',
    points: 2,
    options: [{ text: 'A sundial' }, { text: 'A Lamport clock', correct: true }],
    explanation: 'SECRET-EXPLANATION',
  },
  {
    type: 'multiple',
    text: 'Which are prime?',
    points: 1,
    options: [{ text: '2', correct: true }, { text: '3', correct: true }, { text: '4' }],
  },
  { type: 'boolean', text: 'Time flies.', points: 1, answer: true },
  { type: 'number', text: 'How fast does it fall?', points: 1, answer: 9.81, tolerance: 0.01 },
  {
    type: 'text',
    text: 'The capital of France?',
    points: 0.5,
    accepted: ['SECRET-ACCEPTED', 'Paris'],
    ignoreCase: true,
  },
];

beforeEach(async () => {
  author = await makeIssuer();
  learner = await makeVerifier();
  course = await makeCourse(author);
  module = addModule(author.actor, course.id, { title: 'First module' });
  enrol(learner.browser, course.id);
});

afterEach(() => setClock());

const add = (quiz: Record<string, unknown> = {}) =>
  fetchApi(`admin/course/module/addLesson/${module.id}`, {
    method: 'POST',
    token: author.token,
    json: {
      title: 'Test',
      duration: '10',
      courseId: course.id,
      type: 'quiz',
      quiz: { passMark: 60, attempts: null, timeLimit: null, shuffle: false, questions: QUESTIONS, ...quiz },
    },
  });

async function added(quiz: Record<string, unknown> = {}): Promise<string> {
  const answer = await add(quiz);
  expect(answer.status).toBe(201);
  const lesson = (await answer.json()) as { _id: string };
  expect(lesson).toEqual({
    _id: expect.any(String),
    title: 'Test',
    duration: '10',
    type: 'quiz',
    videoUrl: null,
  });
  return lesson._id;
}

type Attempt = {
  _id: string;
  deadline: string | null;
  questions: { _id: string; type: string; options: { _id: string; text: string }[]; value?: unknown }[];
};

const begin = (lessonId: string, person = learner) =>
  fetchApi(`courses/${course.id}/lessons/${lessonId}/attempts`, { method: 'POST', token: person.token });

async function begun(lessonId: string, person = learner): Promise<Attempt> {
  const answer = await begin(lessonId, person);
  return ((await answer.json()) as { attempt: Attempt }).attempt;
}

const keep = (lessonId: string, attempt: Attempt, answers: object, person = learner) =>
  fetchApi(`courses/${course.id}/lessons/${lessonId}/attempts/${attempt._id}`, {
    method: 'PUT',
    token: person.token,
    json: { answers },
  });

const submit = (lessonId: string, attempt: Attempt, answers?: object, person = learner) =>
  fetchApi(`courses/${course.id}/lessons/${lessonId}/attempts/${attempt._id}/submission`, {
    method: 'POST',
    token: person.token,
    json: answers ? { answers } : {},
  });

const option = (attempt: Attempt, text: string) => {
  const found = attempt.questions.flatMap(({ options }) => options).find((each) => each.text === text);
  if (!found) throw new Error(`No option ${text}`);
  return found._id;
};

/** The answers to QUESTIONS, all correct. */
const correct = (attempt: Attempt): Record<string, unknown> => {
  const values = [
    option(attempt, 'A Lamport clock'),
    [option(attempt, '3'), option(attempt, '2')],
    true,
    9.8,
    ' PARIS ',
  ];
  const types = ['single', 'multiple', 'boolean', 'number', 'text'];
  return Object.fromEntries(attempt.questions.map(({ _id, type }) => [_id, values[types.indexOf(type)]]));
};

const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();

describe('a new quiz', () => {
  it.each([
    ['no questions', { questions: [] }],
    ['101 questions', { questions: Array.from({ length: 101 }, () => QUESTIONS[2]) }],
    ['a pass mark above 100', { passMark: 101 }],
    ['no attempts', { attempts: 0 }],
    ['a time limit of a second', { timeLimit: 1 }],
    ['a question of another type', { questions: [{ type: 'essay', text: 'Why?' }] }],
    ['questions without points', { questions: [{ ...QUESTIONS[2], points: 0 }] }],
  ])('is refused with %s', async (_, quiz) => {
    const answer = await add(quiz);
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual(['quiz']);
    expect(count('lessons')).toBe(0);
  });
});

describe('an attempt', () => {
  it('begins once, keeps answers, and shows nothing that is correct before it ends', async () => {
    const lessonId = await added();
    const first = await begin(lessonId);
    expect(first.status).toBe(201);
    const { attempt } = (await first.json()) as { attempt: Attempt };
    expect(attempt).toEqual({
      _id: expect.any(String),
      deadline: null,
      questions: QUESTIONS.map(({ type, text, points, options = [] }) => ({
        _id: expect.any(String),
        type,
        text,
        points,
        options: options.map((each) => ({ _id: expect.any(String), text: each.text })),
      })),
    });
    const [single, , boolean] = attempt.questions;
    const kept = await keep(lessonId, attempt, { [single?._id ?? '']: option(attempt, 'A sundial') });
    expect(kept.status).toBe(200);
    expect((await keep(lessonId, attempt, { [boolean?._id ?? '']: false })).status).toBe(200);
    const again = await begin(lessonId);
    expect(again.status).toBe(200);
    const resumed = (await again.json()) as { attempt: Attempt };
    expect(resumed.attempt._id).toBe(attempt._id);
    expect(resumed.attempt.questions.map(({ value }) => value)).toEqual([
      option(attempt, 'A sundial'),
      undefined,
      false,
      undefined,
      undefined,
    ]);
    const page = await fetchPage(`/course/${course.id}?lesson=${lessonId}`, { cookie: learner.cookie });
    for (const text of [JSON.stringify(resumed), await kept.text(), await page.text()]) {
      expect(text).not.toMatch(/SECRET|Paris|9\.81|correct":|accepted|tolerance/);
    }
    expect((await keep(lessonId, attempt, { [boolean?._id ?? '']: null })).status).toBe(200);
    expect(count('quiz_answers')).toBe(1);
  });

  it('begins the lesson, with which the course continues, and is activity for the author', async () => {
    const lessonId = await added();
    await makeLesson(author, module.id);
    const progress = () => courseProgress(learner.actor, readCourse(learner.actor, course.id));
    const seen = () =>
      listLearners(author.actor, course.id, learnersSchema.parse({})).learners[0]?.lastActivity;
    const counts = () => lessonCounts(author.actor, course.id).find(({ id }) => id === lessonId);
    expect([progress()?.states[lessonId], seen() ?? null]).toEqual(['new', null]);
    setClock(() => Date.now() + 60_000);
    const attempt = await begun(lessonId);
    expect([progress()?.states[lessonId], progress()?.continueWith]).toEqual(['begun', lessonId]);
    const startedAt = seen() ?? 0;
    expect(startedAt).toBeGreaterThan(Date.now());
    expect(counts()).toMatchObject({ begun: 1, done: 0 });
    const page = await fetchPage('/my-learning', { cookie: learner.cookie });
    expect(await page.text()).toContain('Last active on');
    setClock(() => Date.now() + 120_000);
    await submit(lessonId, attempt);
    expect(progress()?.states[lessonId]).toBe('begun');
    expect(seen()).toBeGreaterThan(startedAt);
  });

  it('is graded when it is submitted, once, with the explanations', async () => {
    const lessonId = await added();
    const attempt = await begun(lessonId);
    const answers = correct(attempt);
    const wrong = { ...answers, [attempt.questions[3]?._id ?? '']: 4 };
    const answer = await submit(lessonId, attempt, wrong);
    expect(answer.status).toBe(200);
    const result = (await answer.json()) as { attempt: Record<string, unknown> };
    expect(result).toMatchObject({
      success: true,
      attempt: {
        score: 4.5,
        points: 5.5,
        passed: true,
        questions: [
          { correct: true, score: 2, explanation: 'SECRET-EXPLANATION' },
          { correct: true, score: 1, options: [{ correct: true }, { correct: true }, { correct: false }] },
          { correct: true, answer: true },
          { correct: false, score: 0, answer: 9.81, tolerance: 0.01 },
          { correct: true, score: 0.5, accepted: ['SECRET-ACCEPTED', 'Paris'] },
        ],
      },
    });
    expect((await submit(lessonId, attempt, answers)).status).toBe(409);
    expect((await keep(lessonId, attempt, answers)).status).toBe(409);
    expect(
      sqlite().prepare('select lesson_id, user_id from lesson_progress where done_at > 0').all(),
    ).toEqual([{ lesson_id: lessonId, user_id: learner.id }]);
    expect(sqlite().prepare('select score, passed from quiz_attempts').get()).toEqual({
      score: 450,
      passed: 1,
    });
  });

  it('is submitted once by parallel requests', async () => {
    const lessonId = await added();
    const attempt = await begun(lessonId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(lessonId, attempt, correct(attempt))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    const begins = await Promise.all(Array.from({ length: 20 }, () => begin(lessonId)));
    expect(begins.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(count('quiz_attempts')).toBe(2);
  });

  it('shows the correct answers only after a pass or the last attempt', async () => {
    const leaks = async (lessonId: string, answers?: (attempt: Attempt) => object) => {
      const attempt = await begun(lessonId);
      const body = await (await submit(lessonId, attempt, answers?.(attempt))).text();
      const path = `/course/${course.id}?lesson=${lessonId}`;
      const page = await (await fetchPage(path, { cookie: learner.cookie })).text();
      return [body, page].map((text) => /SECRET|9\.81/.test(text));
    };
    const unlimited = await added();
    expect(await leaks(unlimited)).toEqual([false, false]);
    expect(await leaks(unlimited, correct)).toEqual([true, true]);
    const twice = await added({ attempts: 2 });
    expect(await leaks(twice)).toEqual([false, false]);
    // The last attempt is open.
    const last = await begun(twice);
    const first = await fetchPage(
      `/course/${course.id}?${new URLSearchParams({ lesson: twice, attempt: String(sqlite().prepare('select id from quiz_attempts where lesson_id = ? order by seq').pluck().get(twice)) })}`,
      { cookie: learner.cookie },
    );
    expect(await first.text()).not.toMatch(/SECRET|9\.81/);
    expect(await (await submit(twice, last)).text()).toContain('SECRET-EXPLANATION');
  });

  it('fails below the pass mark, and there are no more than the quiz allows', async () => {
    const lessonId = await added({ attempts: 2, passMark: 100 });
    for (const expected of [1, 2]) {
      const attempt = await begun(lessonId);
      const { attempt: result } = (await (await submit(lessonId, attempt)).json()) as {
        attempt: { score: number; passed: boolean };
      };
      expect(result).toMatchObject({ score: 0, passed: false });
      expect(count('quiz_attempts')).toBe(expected);
      expect(count('lesson_progress where done_at is not null')).toBe(0);
    }
    const refused = await begin(lessonId);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ message: 'You have no attempt left.' });
  });

  it('ends when its time is up, with the answers that were stored', async () => {
    const forward = stopClock();
    const lessonId = await added({ timeLimit: 60 });
    const attempt = await begun(lessonId);
    const [single] = attempt.questions;
    const at = Date.now();
    expect(Date.parse(attempt.deadline ?? '') - at).toBeGreaterThan(55_000);
    await keep(lessonId, attempt, { [single?._id ?? '']: option(attempt, 'A Lamport clock') });
    forward(70_000);
    expect((await submit(lessonId, attempt, correct(attempt))).status).toBe(409);
    expect(
      sqlite().prepare('select score, passed, ended_at - deadline as late from quiz_attempts').get(),
    ).toEqual({
      score: 200,
      passed: 0,
      late: 0,
    });
    expect((await begin(lessonId)).status).toBe(201);
  });

  it('whose time is up is graded although its learner does not come back', async () => {
    const forward = stopClock();
    const lessonId = await added({ timeLimit: 60 });
    await begun(lessonId);
    expect(endOverdueAttempts(10)).toBe(0);
    forward(70_000);
    expect(endOverdueAttempts(10)).toBe(1);
    expect(sqlite().prepare('select passed from quiz_attempts').get()).toEqual({ passed: 0 });
    expect(endOverdueAttempts(10)).toBe(0);
  });

  it('takes no answers to questions of another quiz, and stores nothing of such a call', async () => {
    const lessonId = await added();
    const attempt = await begun(lessonId);
    const other = await begun(await added());
    const boolean = attempt.questions[2]?._id ?? '';
    for (const answers of [
      { [boolean]: true, [other.questions[2]?._id ?? '']: true },
      { __proto__x: true },
    ]) {
      for (const refused of [
        await keep(lessonId, attempt, answers),
        await submit(lessonId, attempt, answers),
      ]) {
        expect(refused.status).toBe(400);
        expect(Object.keys(((await refused.json()) as { errors: object }).errors)).toEqual(['answers']);
      }
    }
    expect(count('quiz_answers')).toBe(0);
    expect(count('quiz_attempts where ended_at is null')).toBe(2);
  });

  it('stores the valid answers beside invalid ones, names those, and keeps what was stored for them', async () => {
    const lessonId = await added();
    const attempt = await begun(lessonId);
    const other = await begun(await added());
    const ids = attempt.questions.map(({ _id }) => _id);
    const [single = '', multiple = '', boolean = '', number = '', text = ''] = ids;
    await keep(lessonId, attempt, { [number]: 9.81 });
    const chosen = option(attempt, 'A Lamport clock');
    const typed = { [single]: chosen, [multiple]: { toString: 'x' }, [number]: '1500 g', [text]: 'Paris' };
    const kept = await keep(lessonId, attempt, { ...typed, [boolean]: 'yes' });
    expect(kept.status).toBe(200);
    const body = (await kept.json()) as { attempt: Attempt; invalid: object };
    expect(body.invalid).toEqual({
      [multiple]: 'Choose only options of this question.',
      [boolean]: 'The answer must be true or false.',
      [number]: 'The answer must be a number, without a unit.',
    });
    const stored = [chosen, undefined, undefined, 9.81, 'Paris'];
    expect(body.attempt.questions.map(({ value }) => value)).toEqual(stored);
    const foreign = { [single]: option(other, 'A Lamport clock'), [text]: 'x'.repeat(501) };
    const submitted = await submit(lessonId, attempt, { ...foreign, [boolean]: true });
    expect(submitted.status).toBe(200);
    expect(await submitted.json()).toMatchObject({
      attempt: { score: 4.5 },
      invalid: {
        [single]: 'Choose only options of this question.',
        [text]: 'Answer must have at most 500 characters.',
      },
    });
  });

  it('is for enrolled learners and its own learner only', async () => {
    const lessonId = await added();
    const attempt = await begun(lessonId);
    const stranger = await makeVerifier();
    expect((await begin(lessonId, stranger)).status).toBe(403);
    enrol(stranger.browser, course.id);
    expect((await keep(lessonId, attempt, {}, stranger)).status).toBe(404);
    expect((await submit(lessonId, attempt, {}, stranger)).status).toBe(404);
    const { course: other, lesson } = await makeWholeCourse(author);
    enrol(learner.browser, other.id);
    expect((await begin(lesson.id)).status).toBe(404);
    expect(
      (
        await fetchApi(`courses/${other.id}/lessons/${lesson.id}/attempts`, {
          method: 'POST',
          token: learner.token,
        })
      ).status,
    ).toBe(404);
  });

  it('has an order of its own when the quiz is shuffled, which stays', async () => {
    const questions = Array.from({ length: 30 }, (_, index) => ({
      ...QUESTIONS[2],
      text: `Question ${index}`,
    }));
    const lessonId = await added({ shuffle: true, questions });
    const order = ({ questions: asked }: Attempt) => asked.map(({ _id }) => _id);
    const attempt = await begun(lessonId);
    expect(order(await begun(lessonId))).toEqual(order(attempt));
    await submit(lessonId, attempt);
    const next = await begun(lessonId);
    expect(order(next)).not.toEqual(order(attempt));
    expect(order(next).toSorted()).toEqual(order(attempt).toSorted());
  });
});

describe('the page of a quiz', () => {
  const path = (lessonId: string) => `/course/${course.id}?lesson=${lessonId}`;
  const show = async (lessonId: string, person = learner) =>
    (await (await fetchPage(path(lessonId), { cookie: person.cookie })).text()).replaceAll('<!-- -->', '');
  const post = (lessonId: string, form: URLSearchParams | Record<string, string>) =>
    fetchPage(path(lessonId), { form, cookie: learner.cookie });

  it('takes the quiz without JavaScript', async () => {
    const lessonId = await added({ attempts: 2 });
    expect(await show(lessonId)).toContain('Begin quiz');
    expect(await show(lessonId, await makeVerifier())).toContain('Enrol in this course to take the quiz.');
    expect((await post(lessonId, { intent: 'begin-attempt', lessonId })).status).toBe(302);
    const attempt = await begun(lessonId);
    const [single, multiple, boolean, number, text] = attempt.questions.map(({ _id }) => `q-${_id}`);
    const fields = (values: [string | undefined, string][]) =>
      new URLSearchParams([
        ['lessonId', lessonId],
        ['attemptId', attempt._id],
        ...values.map(([name, value]): [string, string] => [name ?? '', value]),
      ]);
    const saved = await post(
      lessonId,
      fields([
        ['intent', 'save-answers'],
        [number, '９,8'],
        [text, '  '],
        [boolean, 'true'],
      ]),
    );
    expect(saved.status).toBe(302);
    expect(await show(lessonId)).toContain('value="9.8"');
    for (const intent of ['save-answers', 'submit-answers']) {
      const wrong = await post(
        lessonId,
        fields([
          ['intent', intent],
          [number, 'about ten'],
          [text, 'Paris'],
        ]),
      );
      expect(wrong.status).toBe(400);
      const kept = await wrong.text();
      expect(kept).toContain('value="about ten"');
      expect(kept).toContain('The answer must be a number, without a unit.');
      expect(kept).toContain('value="Paris"');
      expect(count('quiz_answers where score is null')).toBe(2);
    }
    const submitted = await post(
      lessonId,
      fields([
        ['intent', 'submit-answers'],
        [single, option(attempt, 'A Lamport clock')],
        [multiple, option(attempt, '2')],
        [multiple, option(attempt, '3')],
        [number, '9.8'],
        [text, 'paris'],
      ]),
    );
    expect(submitted.status).toBe(302);
    const result = await show(lessonId);
    expect(result).toContain('4.5 of 5.5 points');
    expect(result).toContain('SECRET-EXPLANATION');
    expect(result).toContain('Try again');
    expect((await post(lessonId, fields([['intent', 'submit-answers']]))).status).toBe(409);
  });

  it('keeps what another tab has answered since the form was shown', async () => {
    const lessonId = await added();
    const attempt = await begun(lessonId);
    const [single, multiple, , number, text] = attempt.questions.map(({ _id }) => _id);
    const shown = async () => {
      const html = await show(lessonId);
      const fields = [...html.matchAll(/name="(shown-[^"]+)" value="([^"]*)"/g)];
      expect(fields).toHaveLength(QUESTIONS.length);
      return fields.map(([, name = '', value = '']): [string, string] => [name, value]);
    };
    const send = (intent: string, was: [string, string][], values: [string, string][]) =>
      post(
        lessonId,
        new URLSearchParams([
          ['intent', intent],
          ['lessonId', lessonId],
          ['attemptId', attempt._id],
          ...was,
          ...values,
        ]),
      );
    const both = await shown();
    const first: [string, string][] = [
      [`q-${single}`, option(attempt, 'A Lamport clock')],
      [`q-${multiple}`, option(attempt, '3')],
      [`q-${multiple}`, option(attempt, '2')],
      [`q-${number}`, ''],
      [`q-${text}`, 'Paris'],
    ];
    expect((await send('save-answers', both, first)).status).toBe(302);
    // The second tab was opened before.
    expect(
      (
        await send('save-answers', both, [
          [`q-${number}`, '9,8'],
          [`q-${text}`, ''],
        ])
      ).status,
    ).toBe(302);
    expect(count('quiz_answers')).toBe(4);
    // What is emptied is removed, and what stays as it was shown is not.
    const now = await shown();
    expect(
      (await send('save-answers', now, [...first.slice(0, 3), [`q-${number}`, '9.8'], [`q-${text}`, '']]))
        .status,
    ).toBe(302);
    expect(count('quiz_answers')).toBe(3);
    await send('submit-answers', both, [[`q-${text}`, 'Paris']]);
    expect(await show(lessonId)).toContain('4.5 of 5.5 points');
  });

  it('shows the result when the time is up', async () => {
    const forward = stopClock();
    const lessonId = await added({ timeLimit: 60 });
    await begun(lessonId);
    expect(await show(lessonId)).toContain('Ends at');
    forward(70_000);
    expect(await show(lessonId)).toContain('Not passed');
  });
});

vi.setConfig({ testTimeout: 20_000 });
