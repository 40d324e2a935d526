import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { completionOf, setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import type { Course, Lesson } from '#app/courses/course.server.ts';
import { duplicateCourse, removeUnfinishedCopies } from '#app/courses/duplicates/duplicate-course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { courseById } from '#app/courses/find-course.server.ts';
import { addTextLesson, lessonText } from '#app/courses/lessons/text-lessons.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { textLessonSchema } from '#app/courses/new-lesson.schema.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { setLessonDraft } from '#app/courses/publish-course.server.ts';
import { currentQuiz } from '#app/courses/quizzes/quiz.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCaptions,
  makeLesson,
  makeLessonFile,
  makeQuiz,
  makeWholeCourse,
  multipart,
  picture,
  videoBytes,
} from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { limitHere, partsOf } from '#tests/support/processor-time.ts';

let author: Person;
let course: Course;
let lesson: Lesson;
let moduleId: string;

beforeEach(async () => {
  for (const folder of ['files', 'videos', 'thumbnails']) {
    rmSync(join(env().UPLOADS_DIR, folder), { recursive: true, force: true });
  }
  author = await makeIssuer();
  const made = await makeWholeCourse(author, { title: 'Time', price: '20', category: 'Physics' });
  ({ course, lesson } = made);
  moduleId = made.module.id;
});

const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
/** The files on the disk. */
const stored = (folder: string) =>
  readdirSync(join(env().UPLOADS_DIR, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
const call = (id = course.id, { token } = author, headers: Record<string, string> = {}) =>
  fetchApi(`admin/course/${id}/duplicate`, { method: 'POST', token, headers });
const remove = (id: string) => fetchApi(`admin/course/${id}`, { method: 'DELETE', token: author.token });
const opens = async (path: string | null, { cookie } = author) =>
  (await fetchPage(path ?? '', { cookie })).status;

/** Adds lessons of all kinds, with files and captions. */
async function fill() {
  const text = parseInput(textLessonSchema, {
    title: 'Reading',
    duration: '5',
    text: 'Lamport ![a plan](plan.png)',
  });
  const reading = await addTextLesson(author.actor, moduleId, text);
  await makeLessonFile(author, reading.id, 'plan.png', await picture(20, 20));
  await makeLessonFile(author, lesson.id);
  await makeCaptions(author, lesson.id);
  await makeCaptions(author, lesson.id, undefined, 'de');
  const second = addModule(author.actor, course.id, { title: 'Second module' });
  const quiz = makeQuiz(author, second.id, { passMark: 70, attempts: 2, shuffle: true });
  const hidden = await makeLesson(author, second.id, { title: 'Not yet' });
  setLessonDraft(author.actor, hidden.id, true);
  setCompletion(author.actor, course.id, { rule: 'both', inOrder: true, certificate: 'approval' });
  return { reading, quiz, hidden };
}

/** A course without what differs in its copy. */
const shape = (of: Course) => ({
  ...of,
  ...{ id: '', title: '', createdAt: 0, updatedAt: 0, version: 0, studentsEnrolled: 0, isDraft: false },
  modules: of.modules.map((module) => ({
    ...module,
    id: '',
    lessons: module.lessons.map((each) => ({ ...each, id: '' })),
  })),
});

describe('a duplicate of a course', () => {
  it('has everything but the learners, and is a draft', async () => {
    const { reading, quiz } = await fill();
    const learner = await makeVerifier();
    enrol(author.actor, course.id);
    await reportProgress(author.actor, course.id, lesson.id, { done: true });
    const answer = await call();
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as {
      _id: string;
      title: string;
      draft: boolean;
      studentsEnrolled: number;
    };
    expect(body).toMatchObject({
      title: 'Copy of Time',
      price: 20,
      draft: true,
      studentsEnrolled: 0,
      __v: 0,
    });
    const copy = courseById(body._id);
    expect(shape(copy)).toEqual(shape(courseById(course.id)));
    expect(completionOf(copy.id)).toEqual({ rule: 'both', inOrder: true, certificate: 'approval' });
    expect(count('enrolments')).toBe(1);
    const [first, second] = copy.modules;
    const [video, text] = first?.lessons ?? [];
    const copiedQuiz = currentQuiz(second?.lessons[0]?.id ?? '');
    const itself = { id: '', seq: 0, lessonId: '' };
    expect({ ...copiedQuiz, ...itself }).toEqual({ ...currentQuiz(quiz.id), ...itself });
    expect(lessonText(text?.id ?? '')).toEqual({
      markdown: 'Lamport ![a plan](plan.png)',
      html: lessonText(reading.id)?.html.replace(reading.id, text?.id ?? ''),
    });
    expect(await opens(`/lessons/${text?.id}/images/plan.png`)).toBe(200);
    expect(await opens(`/lessons/${video?.id}/captions/de.vtt`)).toBe(200);
    const details = await fetchApi(`courses/${copy.id}/lessons/${video?.id}`, { token: author.token });
    expect(await details.json()).toMatchObject({
      lesson: { captions: [{ language: 'de' }, { language: 'en' }], files: [{ name: 'Exercises.pdf' }] },
    });
    const found = await fetchApi(`courses/${copy.id}/lessons?q=lamport`, { token: author.token });
    expect(await found.json()).toMatchObject({ lessons: [{ _id: text?.id, foundIn: 'text' }] });
    expect((await fetchPage(`/course/${copy.id}`, { cookie: learner.cookie })).status).toBe(404);
    // The copy stores no bytes.
    expect([stored('videos'), stored('files'), count('media')]).toEqual([2, 2, 5]);
  });

  it.each(['the original', 'the copy'])('keeps its files when %s is removed', async (which) => {
    await fill();
    const copy = await duplicateCourse(author.actor, course.id);
    const [gone, kept] = which === 'the original' ? [course.id, copy.id] : [copy.id, course.id];
    expect((await remove(gone)).status).toBe(200);
    expect([stored('videos'), stored('files'), stored('thumbnails'), count('media')]).toEqual([2, 2, 3, 5]);
    const left = courseById(kept);
    expect(await opens(left.thumbnail.path)).toBe(200);
    for (const { id, videoPath } of left.modules.flatMap(({ lessons }) => lessons)) {
      if (videoPath) expect(await opens(videoPath)).toBe(200);
      const details = await fetchApi(`courses/${kept}/lessons/${id}`, { token: author.token });
      const { files } = ((await details.json()) as { lesson: { files: { _id: string }[] } }).lesson;
      for (const file of files) expect(await opens(`/lesson-files/${file._id}`)).toBe(200);
    }
    expect((await remove(kept)).status).toBe(200);
    expect([stored('videos'), stored('files'), stored('thumbnails'), count('media')]).toEqual([0, 0, 0, 0]);
  });

  it('keeps its video and picture when the original gets others', async () => {
    const copy = await duplicateCourse(author.actor, course.id);
    const own = copy.modules[0]?.lessons[0];
    const changed = await fetchApi(`admin/course/module/${moduleId}/lesson/${lesson.id}`, {
      method: 'PUT',
      token: author.token,
      body: multipart({
        title: 'Lesson',
        duration: '5',
        videoFile: { bytes: videoBytes(), name: 'a.mp4', type: 'video/mp4' },
      }) as never,
    });
    expect(changed.status).toBe(200);
    expect(courseById(course.id).modules[0]?.lessons[0]?.videoPath).not.toBe(own?.videoPath);
    expect(await opens(own?.videoPath ?? null)).toBe(200);
    expect(stored('videos')).toBe(2);
  });

  it('does not open the video of the original to others, nor close it', async () => {
    const learner = await makeVerifier();
    const free = await makeWholeCourse(author);
    const path = free.lesson.videoPath;
    const copy = await duplicateCourse(author.actor, free.course.id);
    expect(await opens(path, learner)).toBe(200);
    setLessonDraft(author.actor, free.lesson.id, true);
    expect(await opens(path, learner)).toBe(404);
    await fetchApi(`admin/course/${copy.id}/publication`, { method: 'POST', token: author.token });
    expect(await opens(path, learner)).toBe(200);
    const paid = lesson.videoPath;
    await duplicateCourse(author.actor, course.id);
    expect(await opens(paid, learner)).toBe(403);
  });

  it('is made once for a form that is sent twice, and once for an Idempotency-Key', async () => {
    const path = `/admin/courses/${course.id}/edit`;
    const page = await (await fetchPage(path, { cookie: author.cookie })).text();
    const formKey = /name="formKey" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const send = () =>
      fetchPage(path, { method: 'POST', cookie: author.cookie, form: { intent: 'duplicate', formKey } });
    const answers = await Promise.all([send(), send(), send()]);
    const targets = answers.map((answer) => [answer.status, answer.headers.get('location')].join(' '));
    expect(new Set(targets).size).toBe(1);
    expect(targets[0]).toMatch(/^302 \/admin\/course-videos\?courseId=/);
    expect(count('courses')).toBe(2);
    const keyed = () => call(course.id, author, { 'idempotency-key': 'once' });
    const [one, other] = [await keyed(), await keyed()];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(await other.json()).toEqual(await one.json());
    expect(count('courses')).toBe(3);
  });

  it('is for its author and super admins, and belongs to its author', async () => {
    expect((await call(course.id, await makeIssuer())).status).toBe(404);
    expect((await call(course.id, await makeVerifier())).status).toBe(403);
    expect(count('courses')).toBe(1);
    const answer = await call(course.id, await makeSuperAdmin());
    const { _id } = (await answer.json()) as { _id: string };
    expect(courseById(_id).creator.id).toBe(author.id);
  });

  it('keeps its title within its limit', async () => {
    const long = await makeWholeCourse(author, { title: `${'x'.repeat(191)}🎓` });
    const { title } = await duplicateCourse(author.actor, long.course.id);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title.isWellFormed()).toBe(true);
  });

  it('leaves nothing when it fails, and nothing visible when it is cut off', async () => {
    await fill();
    sqlite().exec(
      "create temp trigger broken before insert on quizzes begin select raise(abort, 'broken'); end",
    );
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect((await call()).status).toBe(500);
    expect([count('courses'), count('modules'), count('course_copies'), count('media')]).toEqual([
      1, 2, 0, 5,
    ]);
    sqlite().exec('drop trigger broken');

    const copy = await duplicateCourse(author.actor, course.id);
    sqlite()
      .prepare('insert into course_copies select seq, ? from courses where id = ?')
      .run(Date.now(), copy.id);
    const list = await fetchApi('admin/courses', { token: author.token });
    expect(await list.text()).not.toContain('Copy of Time');
    expect((await fetchPage(`/admin/courses/${copy.id}/edit`, { cookie: author.cookie })).status).toBe(404);
    await removeUnfinishedCopies();
    expect(count('courses')).toBe(2);
    setClock(() => Date.now() + 11 * 60_000);
    await removeUnfinishedCopies();
    expect(count('courses')).toBe(1);
    expect([stored('videos'), stored('files')]).toEqual([2, 2]);
  });

  it('of 300 lessons does not keep others waiting', async () => {
    const text = parseInput(textLessonSchema, {
      title: 'Reading',
      duration: '5',
      text: 'Lorem ipsum dolor. '.repeat(2_000),
    });
    const first = await addTextLesson(author.actor, moduleId, text);
    const second = addModule(author.actor, course.id, { title: 'Second' });
    const insert = sqlite().prepare(
      `insert into lessons (id, type, module_id, title, duration, duration_seconds, position, created_at)
       select ?, type, ?, title, duration, duration_seconds, ?, 0 from lessons where id = ?`,
    );
    const insertText = sqlite().prepare(
      'insert into lesson_texts select ?, markdown, html from lesson_texts where lesson_id = ?',
    );
    for (let number = 0; number < 300; number += 1) {
      insert.run(`lesson-${number}`, number < 150 ? moduleId : second.id, number + 5, first.id);
      insertText.run(`lesson-${number}`, first.id);
    }
    const { longest } = await partsOf(async () => {
      const copy = await duplicateCourse(author.actor, course.id);
      expect(copy.modules.map(({ lessons }) => lessons.length)).toEqual([152, 150]);
    });
    expect(longest).toBeLessThan(limitHere(100));
  });
});
