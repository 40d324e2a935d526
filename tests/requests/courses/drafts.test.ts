import { beforeEach, describe, expect, it } from 'vitest';
import { completionOf } from '#app/courses/completion/completion-fields.server.ts';
import type { Course, Module } from '#app/courses/course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { setLessonDraft, setModuleDraft } from '#app/courses/publish-course.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCourse,
  makeLesson,
  makeWholeCourse,
  multipart,
  picture,
} from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

let author: Person;
let learner: Person;
let other: Person;
let superAdmin: Person;

beforeEach(async () => {
  author = await makeIssuer();
  learner = await makeVerifier();
  other = await makeIssuer();
  superAdmin = await makeSuperAdmin();
});

const statusOf = async (path: string, person: Person) =>
  (await fetchPage(path, { cookie: person.cookie, headers: { accept: '*/*' } })).status;

const listed = async (path: string, token?: string) =>
  JSON.stringify(await (await fetchApi(path, token === undefined ? {} : { token })).json());

describe('a course that is saved as a draft', () => {
  let course: Course;
  let videoPath: string;

  beforeEach(async () => {
    const form = multipart({
      title: 'Hidden Course',
      description: 'About nothing yet',
      draft: 'true',
      thumbnail: { bytes: await picture(320, 180), name: 'a.png', type: 'image/png' },
    });
    const answer = await fetchPage('/admin/create-course', { form, cookie: author.cookie });
    const id = sqlite().prepare('select id from courses').pluck().get() as string;
    const modules = `/admin/course-videos?courseId=${id}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([302, modules]);
    const module = addModule(author.actor, id);
    videoPath = (await makeLesson(author, module.id)).videoPath;
    course = { id } as Course;
  });

  it('is found by its author and super admins only', async () => {
    const details = `admin/course/modules/fetchCourseDetails/${course.id}`;
    for (const token of [undefined, learner.token, other.token]) {
      const options = token === undefined ? {} : { token };
      expect((await fetchApi(details, options)).status).toBe(404);
      expect(await listed('users/courses', token)).not.toContain('Hidden Course');
    }
    for (const person of [learner, other]) {
      expect(await statusOf(`/course/${course.id}`, person)).toBe(404);
      expect(await statusOf(videoPath, person)).toBe(404);
      expect(
        (await fetchApi(`courses/${course.id}/enrolment`, { method: 'POST', token: person.token })).status,
      ).toBe(404);
    }
    for (const person of [author, superAdmin]) {
      expect(await statusOf(`/course/${course.id}`, person)).toBe(200);
      expect(await statusOf(videoPath, person)).toBe(200);
      expect(await (await fetchApi(details, { token: person.token })).json()).toMatchObject({ draft: true });
      expect(await listed('admin/courses', person.token)).toContain('Hidden Course');
    }
    for (const page of ['/courses', '/explore']) {
      const html = await (await fetchPage(page, { cookie: author.cookie })).text();
      expect(html).not.toContain('Hidden Course');
    }
  });

  it('is a draft in the list of super admins', async () => {
    const list = async () => (await fetchPage('/superadmin/courses', { cookie: superAdmin.cookie })).text();
    expect(await list()).toMatch(/Hidden Course.*>Draft</s);
    const form = { intent: 'publish' };
    await fetchPage(`/admin/courses/${course.id}/edit`, { form, cookie: author.cookie });
    expect(await list()).toMatch(/Hidden Course.*>Published</s);
    expect(await list()).not.toContain('>Draft<');
  });

  it('is published with what completes it, or not at all', async () => {
    const publish = (form: Record<string, string>) =>
      fetchPage(`/admin/courses/${course.id}/edit`, {
        form: { intent: 'publish', ...form },
        cookie: author.cookie,
      });
    expect((await publish({ rule: 'sometimes', certificate: 'at-once' })).status).toBe(400);
    expect(await statusOf(`/course/${course.id}`, learner)).toBe(404);
    expect((await publish({ rule: 'both', certificate: 'at-once', inOrder: 'on' })).status).toBe(302);
    expect(await statusOf(`/course/${course.id}`, learner)).toBe(200);
    expect(completionOf(course.id)).toEqual({ rule: 'both', certificate: 'at-once', inOrder: true });
  });

  it('is published once, by its author', async () => {
    const publish = (person: Person) =>
      fetchPage(`/admin/courses/${course.id}/edit`, { form: { intent: 'publish' }, cookie: person.cookie });
    expect((await publish(other)).status).toBe(404);
    expect(await statusOf(`/course/${course.id}`, learner)).toBe(404);
    expect((await publish(author)).status).toBe(302);
    expect((await publish(author)).status).toBe(302);
    expect(await statusOf(`/course/${course.id}`, learner)).toBe(200);
    expect(await statusOf(videoPath, learner)).toBe(200);
    const details = await (await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`)).json();
    expect(details).not.toHaveProperty('draft');
    expect(await listed('users/courses')).toContain('Hidden Course');
  });
});

it('a course that is created without it is published', async () => {
  await makeCourse(author, { title: 'Open Course' });
  expect(await listed('users/courses')).toContain('Open Course');
});

describe.each(['lesson', 'module'] as const)('a %s that is a draft', (kind) => {
  it('is left out for everybody but its author and super admins', async () => {
    const { course, module, lesson } = await makeWholeCourse(author);
    const second = addModule(author.actor, course.id, { title: 'Second module' });
    await makeLesson(author, second.id, { title: 'Second lesson' });
    enrol(learner.browser, course.id);
    const set = (isDraft: boolean) =>
      kind === 'lesson'
        ? setLessonDraft(author.actor, lesson.id, isDraft)
        : setModuleDraft(author.actor, module.id, isDraft);
    set(true);
    const details = `admin/course/modules/fetchCourseDetails/${course.id}`;
    const report = (person: Person) =>
      fetchApi(`courses/${course.id}/lessons/${lesson.id}/progress`, {
        method: 'PUT',
        token: person.token,
        json: { done: true },
      });
    for (const token of [undefined, learner.token]) {
      expect(await listed(details, token)).not.toContain(lesson.id);
      expect(await listed('users/courses', token)).not.toContain(lesson.id);
    }
    expect(await statusOf(lesson.videoPath, learner)).toBe(404);
    expect((await report(learner)).status).toBe(404);
    const page = await (await fetchPage(`/course/${course.id}`, { cookie: learner.cookie })).text();
    expect(page).not.toContain(lesson.videoPath);
    expect(page).toContain('Second module');
    expect(await listed(details, author.token)).toContain(lesson.id);
    expect(await statusOf(lesson.videoPath, author)).toBe(200);
    set(false);
    expect(await listed(details)).toContain(lesson.id);
    expect(await statusOf(lesson.videoPath, learner)).toBe(200);
  });
});

describe('the order of a course', () => {
  let course: Course;
  let first: Module;
  let second: Module;
  const ids: string[] = [];

  beforeEach(async () => {
    course = await makeCourse(author);
    first = addModule(author.actor, course.id, { title: 'First' });
    second = addModule(author.actor, course.id, { title: 'Second' });
    ids.length = 0;
    for (const title of ['A', 'B', 'C']) ids.push((await makeLesson(author, first.id, { title })).id);
  });

  const order = async () => {
    const answer = await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`);
    const { modules } = (await answer.json()) as {
      modules: { title: string; lessons: { title: string }[] }[];
    };
    return modules.map(({ title, lessons }) => `${title}: ${lessons.map((lesson) => lesson.title).join('')}`);
  };
  const post = (fields: Record<string, string>, person = author) =>
    fetchPage('/admin/course-videos', { form: { courseId: course.id, ...fields }, cookie: person.cookie });
  const patch = (lessonId: string | undefined, json: object, moduleId = first.id, person = author) =>
    fetchApi(`admin/course/module/${moduleId}/lesson/${lessonId}`, {
      method: 'PATCH',
      token: person.token,
      json,
    });

  it('is changed by buttons, by dragging and over the API', async () => {
    await post({ intent: 'move-lesson', moduleId: first.id, id: ids[2] ?? '', direction: 'up' });
    expect(await order()).toEqual(['First: ACB', 'Second: ']);
    await post({ intent: 'move-lesson', moduleId: first.id, id: ids[0] ?? '', direction: 'up' });
    expect(await order()).toEqual(['First: ACB', 'Second: ']);
    await post({ intent: 'place-lesson', moduleId: first.id, id: ids[1] ?? '', position: '1' });
    expect(await order()).toEqual(['First: BAC', 'Second: ']);
    await post({ intent: 'place-lesson', moduleId: second.id, id: ids[0] ?? '' });
    expect(await order()).toEqual(['First: BC', 'Second: A']);
    expect((await patch(ids[2], { moduleId: second.id, position: 1 })).status).toBe(200);
    expect(await order()).toEqual(['First: B', 'Second: CA']);
    await post({ intent: 'place-module', id: second.id, position: '1' });
    expect(await order()).toEqual(['Second: CA', 'First: B']);
    await post({ intent: 'move-module', id: second.id, direction: 'down' });
    expect(await order()).toEqual(['First: B', 'Second: CA']);
    await fetchPage(`/admin/courses/${course.id}/lessons/${ids[1]}`, {
      form: { intent: 'move', moduleId: second.id },
      cookie: author.cookie,
    });
    expect(await order()).toEqual(['First: ', 'Second: CAB']);
  });

  it('moves nothing to another course, and nothing of another author', async () => {
    const { module: far } = await makeWholeCourse(author);
    expect((await patch(ids[0], { moduleId: far.id })).status).toBe(404);
    expect((await patch(ids[0], { moduleId: second.id }, first.id, other)).status).toBe(404);
    expect((await post({ intent: 'place-module', id: first.id, position: '2' }, other)).status).toBe(404);
    expect((await patch(ids[0], { position: 0 })).status).toBe(400);
    expect(await order()).toEqual(['First: ABC', 'Second: ']);
  });
});
