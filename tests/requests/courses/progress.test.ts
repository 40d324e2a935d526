import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { enrol, leaveCourse } from '#app/courses/enrol.server.ts';
import { markLessonDone } from '#app/courses/progress/store-progress.server.ts';
import { startStoringReports, storeReports } from '#app/courses/progress/unstored-reports.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { makeLesson, makeWholeCourse, videoBytes } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';

/** Seconds of the test video. */
const LENGTH = 12;
/** Seconds of tests/inputs/video-mediarecorder-no-duration.webm. */
const RECORDED = 8.765;

async function learning(fields: Record<string, unknown> = {}) {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { course, module, lesson } = await makeWholeCourse(issuer, fields);
  if (!fields.price) enrol(learner.actor, course.id);
  const send = async (json: unknown, by: Person = learner, lessonId = lesson.id, courseId = course.id) => {
    const path = `courses/${courseId}/lessons/${lessonId}/progress`;
    const response = await fetchApi(path, { method: 'PUT', token: by.token, json });
    return { status: response.status, body: await response.json() };
  };
  const report = async (json: unknown) => {
    const { status, body } = await send(json);
    expect(body).toMatchObject({ success: true });
    expect(status).toBe(200);
    return body.progress;
  };
  return { issuer, learner, course, module, lesson, send, report };
}

const rows = () =>
  sqlite()
    .prepare(
      'select position_ms as position, watched_ms as watched, done_at is not null as done from lesson_progress',
    )
    .all();

afterEach(() => setClock());

describe('the progress in a lesson', () => {
  it('is new, then begun, and done at 90 % of the file', async () => {
    const { report } = await learning();
    expect(await report({})).toEqual({ state: 'new', position: 0, watched: 0, percent: 0 });
    expect(await report({ position: 3, ranges: [[0, 3]] })).toEqual({
      state: 'begun',
      position: 3,
      watched: 3,
      percent: 25,
    });
    expect(await report({ position: 10.7, ranges: [[3, 10.7]] })).toMatchObject({
      state: 'begun',
      percent: 89,
    });
    expect(await report({ position: 11, ranges: [[10.5, 11]] })).toEqual({
      state: 'done',
      position: 11,
      watched: 11,
      percent: 91,
    });
    expect(rows()).toEqual([{ position: 11_000, watched: 11_000, done: 1 }]);
  });

  it('is done at the end of a recording whose file has no duration, whatever its author guessed', async () => {
    const { issuer, module, send } = await learning();
    const recorded = readFileSync('tests/inputs/video-mediarecorder-no-duration.webm');
    const { id } = await makeLesson(issuer, module.id, { duration: '15:30' }, recorded);
    const watched = async (until: number) =>
      (await send({ position: until, ranges: [[0, until]] }, undefined, id)).body;
    expect(await watched(RECORDED / 2)).toMatchObject({ progress: { state: 'begun' } });
    expect(await watched(RECORDED)).toMatchObject({ progress: { state: 'done' } });
  });

  it('is done at the end that the player knows, if the file does not show it', async () => {
    const { issuer, module, send } = await learning();
    const bytes = videoBytes();
    bytes.write('xxxx', bytes.indexOf('mvhd'), 'latin1');
    const { id } = await makeLesson(issuer, module.id, { duration: '15:30' }, bytes);
    const report = async (more: object) =>
      (await send({ position: LENGTH, ranges: [[0, LENGTH]], ...more }, undefined, id)).body;
    expect(await report({})).toMatchObject({ progress: { state: 'begun' } });
    expect(await report({ duration: 0 })).toMatchObject({ success: false });
    expect(await report({ duration: 2 * LENGTH, ranges: [[1, LENGTH]] })).toMatchObject({
      progress: { state: 'begun', percent: 50 },
    });
    // A file that states its length counts as long as that.
    expect((await send({ position: 3, ranges: [[0, 3]], duration: 3 })).body).toMatchObject({
      progress: { state: 'begun', percent: 25 },
    });
    expect(await report({ duration: LENGTH, ranges: [[0, LENGTH + 0.1]] })).toMatchObject({
      progress: { state: 'done' },
    });
  });

  it('does not count what was skipped', async () => {
    const { report } = await learning();
    expect(
      await report({
        position: 12,
        ranges: [
          [0, 1],
          [11, 12],
        ],
      }),
    ).toMatchObject({
      state: 'begun',
      watched: 2,
    });
  });

  it('is never lowered by reports that are repeated or late', async () => {
    const { report } = await learning();
    await report({ position: 8, ranges: [[4, 8]] });
    expect(await report({ position: 2, ranges: [[0, 2]] })).toMatchObject({ watched: 6, position: 2 });
    expect(await report({ position: 8, ranges: [[4, 8]] })).toMatchObject({ watched: 6 });
    expect(await report({ ranges: [] })).toMatchObject({ watched: 6, position: 8 });
  });

  it('is marked as done and not done, and then only done again when more is watched', async () => {
    const { report } = await learning();
    expect(await report({ done: true })).toMatchObject({ state: 'done', watched: 0 });
    expect(await report({ done: false })).toMatchObject({ state: 'new' });
    expect(await report({ ranges: [[0, 11]] })).toMatchObject({ state: 'done' });
    expect(await report({ done: false })).toMatchObject({ state: 'begun', watched: 11 });
    expect(await report({ ranges: [[0, 11]] })).toMatchObject({ state: 'begun' });
    expect(await report({ ranges: [[11, 12]] })).toMatchObject({ state: 'done' });
  });

  it('is marked by other domain functions in their transaction', async () => {
    const { learner, course, lesson, report } = await learning();
    const mark = (learnerId: string) =>
      transaction((tx) => markLessonDone(tx, { courseId: course.id, learnerId, lessonId: lesson.id }));
    expect(mark(learner.id)).toBe(true);
    expect(await report({})).toMatchObject({ state: 'done' });
    const other = (lessonId: string) =>
      transaction((tx) => markLessonDone(tx, { courseId: course.id, learnerId: learner.id, lessonId }));
    expect(other('nothing')).toBe(false);
    expect(rows()).toHaveLength(1);
  });

  it.each([
    ['position', { position: -1 }],
    ['position', { position: null }],
    ['position', { position: 'NaN' }],
    ['position', { position: 31_536_000 }],
    ['position', { position: LENGTH + 2 }],
    ['ranges', { ranges: [[0, -1]] }],
    ['ranges', { ranges: [[5, 4]] }],
    ['ranges', { ranges: [[0, 31_536_000]] }],
    ['ranges', { ranges: [[0]] }],
    ['ranges', { ranges: [[0, 1, 2]] }],
    ['ranges', { ranges: 'all' }],
    ['ranges', { ranges: Array.from({ length: 501 }, () => [0, 1]) }],
    ['done', { done: 'yes' }],
  ])('is not changed by an invalid %s: %j', async (field, input) => {
    const { send } = await learning();
    const { status, body } = await send({ position: 1, ...input });
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    expect(body.errors[field][0]).toContain(field);
    storeReports();
    expect(rows()).toEqual([]);
  });

  it('is refused for 10,000 ranges and for NaN', async () => {
    const { send, course, lesson, learner } = await learning();
    expect((await send({ ranges: Array.from({ length: 10_000 }, () => [0, 1]) })).status).toBe(400);
    const path = `courses/${course.id}/lessons/${lesson.id}/progress`;
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'PUT', token: learner.token, body: '{"position": NaN}', headers };
    expect((await fetchApi(path, sent)).status).toBe(400);
  });

  it('takes a player that reports a little more than the length of the file', async () => {
    const { report } = await learning();
    expect(await report({ position: LENGTH + 0.5, ranges: [[0, LENGTH + 0.5]] })).toMatchObject({
      state: 'done',
      percent: 100,
    });
  });

  it('of a text has no position, and is done by its mark', async () => {
    const { send, issuer, module, course } = await learning();
    const response = await fetchApi(`admin/course/module/addLesson/${module.id}`, {
      token: issuer.token,
      json: { title: 'To read', duration: '5 minutes', courseId: course.id, type: 'text', text: '# Hello' },
    });
    const added = await response.json();
    const id = sqlite().prepare("select id from lessons where type = 'text'").pluck().get() as string;
    expect(added).toMatchObject({ type: 'text' });
    expect(await send({ position: 1 }, undefined, id)).toMatchObject({
      status: 400,
      body: { errors: { position: [expect.any(String)] } },
    });
    expect(await send({ ranges: [] }, undefined, id)).toMatchObject({
      status: 400,
      body: { errors: { ranges: [expect.any(String)] } },
    });
    expect((await send({}, undefined, id)).body.progress).toEqual({
      state: 'new',
      position: 0,
      watched: 0,
      percent: 0,
    });
    expect((await send({ done: true }, undefined, id)).body.progress).toMatchObject({ state: 'done' });
  });

  it('of a draft does not exist', async () => {
    const { send, lesson } = await learning();
    sqlite().prepare('update lessons set drafted_at = 1 where id = ?').run(lesson.id);
    expect(await send({ position: 1 })).toMatchObject({ status: 404 });
  });

  it('needs an enrolment in the course of the lesson', async () => {
    const { send, learner } = await learning();
    const stranger = await makeVerifier();
    const other = await learning();
    const sold = await learning({ price: '49' });
    expect(await send({ position: 1 }, stranger)).toMatchObject({
      status: 403,
      body: { message: 'Please enrol in this course first.' },
    });
    expect(await send({ position: 1 }, learner, other.lesson.id)).toMatchObject({ status: 404 });
    expect(await sold.send({ position: 1 })).toMatchObject({
      status: 403,
      body: { message: 'Please buy this course to watch its lessons.' },
    });
    storeReports();
    expect(rows()).toEqual([]);
  });

  it('is kept apart for each learner and lesson', async () => {
    const { report, send, issuer, module, course } = await learning();
    const [second, other] = [await makeLesson(issuer, module.id), await makeVerifier()];
    enrol(other.actor, course.id);
    await report({ position: 5, ranges: [[0, 5]] });
    expect((await send({}, other)).body.progress).toMatchObject({ state: 'new' });
    expect((await send({}, undefined, second.id)).body.progress).toMatchObject({ state: 'new' });
  });

  it('goes on when the learner leaves the course and comes back, also with what is not stored yet', async () => {
    const { report, learner, course, send } = await learning();
    await report({ done: true });
    await report({ position: 5, ranges: [[0, 5]] });
    leaveCourse(learner.actor, course.id);
    expect((await send({ position: 6 })).status).toBe(403);
    storeReports();
    enrol(learner.actor, course.id);
    expect(await report({})).toMatchObject({ state: 'done', position: 5, watched: 5 });
  });
});

describe('a report', () => {
  it('waits in memory and is stored within 5 minutes', async () => {
    const { report } = await learning();
    const start = Date.now();
    await report({ position: 5, ranges: [[0, 5]] });
    expect(rows()).toEqual([]);
    setClock(() => start + 290_000);
    const stop = startStoringReports();
    expect(rows()).toEqual([{ position: 5_000, watched: 5_000, done: 0 }]);
    await stop();
    expect(await report({})).toMatchObject({ state: 'begun', position: 5 });
  });

  it('is stored when the server stops', async () => {
    const { report } = await learning();
    const stop = startStoringReports();
    await report({ position: 5, ranges: [[0, 5]] });
    expect(rows()).toEqual([]);
    await stop();
    expect(rows()).toEqual([{ position: 5_000, watched: 5_000, done: 0 }]);
  });

  it('is counted per lesson', async () => {
    const { report, lesson } = await learning();
    const figures = () =>
      sqlite().prepare('select begun, done from lesson_figures where lesson_id = ?').get(lesson.id);
    await report({ ranges: [[0, 5]] });
    storeReports();
    expect(figures()).toEqual({ begun: 1, done: 0 });
    await report({ done: true });
    expect(figures()).toEqual({ begun: 1, done: 1 });
    await report({ done: false });
    expect(figures()).toEqual({ begun: 1, done: 0 });
  });
});
