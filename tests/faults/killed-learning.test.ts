import { rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrol } from '#app/courses/enrol.server.ts';
import { requestMove } from '#app/courses/moves/course-move.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCaptions, makeLesson, makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { killedSite } from '#tests/support/killed-site.ts';
import { mailsTo } from '#tests/support/mails.ts';

const site = killedSite('learning');
const { folder, CRASH_FILE, DATABASE_FILE } = site;

let server: Awaited<ReturnType<typeof start>>;
let issuer: Person;
let learners: Person[];
let courseId: string;
let quizId: string;
let moving: Record<'from' | 'to', Person>;
let moveLinks: string[];

const start = () => site.start();

beforeAll(async () => {
  site.openNewDatabase();
  issuer = await makeIssuer();
  const { course, module, lesson } = await makeWholeCourse(issuer, { title: 'Clocks' });
  await makeCaptions(issuer, lesson.id);
  await makeLesson(issuer, module.id);
  quizId = makeQuiz(issuer, module.id).id;
  courseId = course.id;
  learners = [await makeVerifier(), await makeVerifier()];
  for (const { actor } of learners) enrol(actor, courseId);
  moving = { from: await makeVerifier(), to: await makeVerifier() };
  enrol(moving.from.actor, courseId);
  const { browser } = await makeSuperAdmin();
  requestMove(browser, moving.from.id, { other: moving.to.email, reason: 'Called by phone' });
  moveLinks = [moving.from, moving.to].map(({ email }) => linkTo(email));
  sqlite().close();
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const linkTo = (email: string) =>
  mailsTo(email).flatMap(({ text }) => /\/move-courses\/[\w-]{43}/.exec(text)?.[0] ?? [])[0] ?? '';

const call = async (method: string, path: string, { token }: Person, json?: unknown) => {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: await answer.json() };
};

function change(query: string) {
  const database = new Database(DATABASE_FILE);
  try {
    return database.prepare(query).run().changes;
  } finally {
    database.close();
  }
}

function count(table: string) {
  const database = new Database(DATABASE_FILE, { readonly: true });
  try {
    return Number(database.prepare(`select count(*) from ${table}`).pluck().get());
  } finally {
    database.close();
  }
}

/** Has the server killed at a point, during this call, and starts it again. */
async function killAt(point: string, during: () => Promise<unknown>) {
  writeFileSync(CRASH_FILE, point);
  await expect(during()).rejects.toThrow();
  expect((await server.exited).signal).toBe('SIGKILL');
  rmSync(CRASH_FILE);
  server = await start();
}

it.each(['copyLesson enter#1', 'copyLesson enter#3', 'copyLesson leave#3'])(
  'a kill leaves no part of a duplicate: %s',
  async (point) => {
    const duplicate = () => call('POST', `admin/course/${courseId}/duplicate`, issuer, {});
    const titles = async () =>
      ((await call('GET', 'admin/courses', issuer)).body as { title: string }[]).map(({ title }) => title);
    const before = { courses: count('courses'), lessons: count('lessons'), media: count('media') };
    const shown = await titles();
    await killAt(point, duplicate);
    expect(count('courses')).toBe(before.courses + 1);
    expect(await titles()).toEqual(shown);
    // The next start after ten minutes removes it.
    server.kill('SIGKILL');
    await server.exited;
    expect(change('update course_copies set begun_at = 1')).toBe(1);
    server = await start();
    const counts = () => ({ courses: count('courses'), lessons: count('lessons'), media: count('media') });
    await expect.poll(counts, { timeout: 20_000 }).toEqual(before);
    const source = await call('GET', `admin/course/modules/fetchCourseDetails/${courseId}`, issuer);
    expect(source.body.modules[0].lessons).toHaveLength(3);
  },
  60_000,
);

it('a duplicate is complete when it is asked for again after a kill', async () => {
  const duplicate = () => call('POST', `admin/course/${courseId}/duplicate`, issuer, {});
  await killAt('copyLesson enter#2', duplicate);
  const { status, body } = await duplicate();
  expect(status).toBe(201);
  expect(body).toMatchObject({ title: 'Copy of Clocks', draft: true });
  expect(body.modules[0].lessons).toHaveLength(3);
});

it.each(['endAttempt enter#1', 'endAttempt leave#1'])(
  'a kill leaves an attempt open with the answers that were kept: %s',
  async (point) => {
    const learner = learners[point.includes('enter') ? 0 : 1] as Person;
    const attempts = `courses/${courseId}/lessons/${quizId}/attempts`;
    const begin = async () => (await call('POST', attempts, learner, {})).body.attempt;
    const attempt = await begin();
    const [{ _id: question }] = attempt.questions;
    const path = `${attempts}/${attempt._id}`;
    expect((await call('PUT', path, learner, { answers: { [question]: false } })).status).toBe(200);
    const submit = () => call('POST', `${path}/submission`, learner, { answers: { [question]: true } });
    await killAt(point, submit);
    const resumed = await begin();
    expect([resumed._id, resumed.questions[0].value]).toEqual([attempt._id, false]);
    expect((await submit()).body.attempt).toMatchObject({ passed: true, score: 1 });
    expect((await submit()).status).toBe(409);
    expect(count(`quiz_attempts where ended_at is not null and user_id = '${learner.id}'`)).toBe(1);
  },
  60_000,
);

it('a kill moves all courses of an account or none, and mails it once', async () => {
  const press = (link = '') =>
    fetch(server.url + link, {
      method: 'POST',
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ intent: 'confirm' }),
    });
  const { from, to } = moving;
  const state = () => ({
    left: count(`enrolments where user_id = '${from.id}'`),
    moved: count(`enrolments where user_id = '${to.id}'`),
    acts: count("audit_rows where act = 'courses.moved'"),
    mails: [from, to].map(({ email }) =>
      count(`outbox where to_address = '${email}' and subject = 'Your courses were moved'`),
    ),
  });
  const [first, second] = moveLinks;
  expect((await press(first)).status).toBe(200);
  for (const point of [
    'moveCourses enter#1',
    'moveCourses leave#1',
    'enqueueMail leave#1',
    'enqueueMail leave#2',
  ]) {
    await killAt(point, () => press(second));
    expect(state()).toEqual({ left: 1, moved: 0, acts: 0, mails: [0, 0] });
  }
  const done = { left: 0, moved: 1, acts: 1, mails: [1, 1] };
  await killAt('confirmMove leave#1', () => press(second));
  expect(state()).toEqual(done);
  for (const link of moveLinks) expect((await press(link)).status).toBe(200);
  expect(state()).toEqual(done);
}, 120_000);
