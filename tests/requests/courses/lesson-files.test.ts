import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeZip } from 'client-zip';
import { beforeEach, describe, expect, it } from 'vitest';
import { env } from '#app/config/env.server.ts';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import type { Course, Lesson } from '#app/courses/course.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { setLessonDraft } from '#app/courses/publish-course.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeLesson,
  makeLessonFile,
  makeWholeCourse,
  multipart,
  picture,
} from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

let author: Person;
let learner: Person;
let course: Course;
let lesson: Lesson;
let moduleId: string;

beforeEach(async () => {
  rmSync(join(env().UPLOADS_DIR, 'files'), { recursive: true, force: true });
  author = await makeIssuer();
  learner = await makeVerifier();
  const made = await makeWholeCourse(author);
  ({ course, lesson } = made);
  moduleId = made.module.id;
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');
const zip = async (...entries: [string, string][]) =>
  Buffer.from(await new Response(makeZip(entries.map(([name, input]) => ({ name, input })))).arrayBuffer());
const ole = (stream: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(1_200_000),
    Buffer.from(`${stream}\0`, 'utf16le'),
    Buffer.alloc(500),
  ]);

const add = (bytes: Uint8Array, name: string, { token } = author) =>
  fetchApi(`courses/${course.id}/lessons/${lesson.id}/files`, {
    method: 'POST',
    token,
    body: multipart({ file: { bytes, name, type: 'application/octet-stream' } }) as never,
  });

const filesFor = async ({ token }: Person) => {
  const answer = await fetchApi(`courses/${course.id}/lessons/${lesson.id}`, { token });
  return ((await answer.json()) as { lesson: { files: { _id: string; name: string; url: string }[] } }).lesson
    .files;
};

const stored = () =>
  existsSync(join(env().UPLOADS_DIR, 'files'))
    ? readdirSync(join(env().UPLOADS_DIR, 'files'), { recursive: true }).filter((name) =>
        /[0-9a-f-]{36}$/.test(String(name)),
      )
    : [];
const rows = () => sqlite().prepare("select count(*) from media where kind = 'file'").pluck().get();

describe('a file of a lesson', () => {
  it('is offered to learners as a download with its name', async () => {
    const answer = await add(PDF, 'Übung (1)’s.pdf');
    expect(answer.status).toBe(201);
    const { file } = (await answer.json()) as { file: { _id: string; name: string; size: number } };
    expect(file).toMatchObject({ name: 'Übung (1)’s.pdf', size: PDF.length });
    const page = await (
      await fetchPage(`/course/${course.id}?lesson=${lesson.id}`, { cookie: learner.cookie })
    ).text();
    expect(page).toContain(`href="/lesson-files/${file._id}"`);
    expect(page).toContain('Übung (1)’s.pdf');
    const download = await fetchPage(`/lesson-files/${file._id}`, { cookie: learner.cookie });
    expect(download.status).toBe(200);
    expect(download.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%9Cbung%20%281%29%E2%80%99s.pdf",
    );
    expect(download.headers.get('content-type')).toBe('application/pdf');
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await download.arrayBuffer()).equals(PDF)).toBe(true);
    const part = await fetchPage(`/lesson-files/${file._id}`, {
      cookie: learner.cookie,
      headers: { range: 'bytes=0-4' },
    });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
  });

  it.each([
    ['a.pdf', () => PDF],
    ['a.zip', () => zip(['x.txt', 'x'])],
    ['a.DOCX', () => zip(['[Content_Types].xml', '<Types/>'], ['word/document.xml', '<w/>'])],
    ['a.xlsx', () => zip(['[Content_Types].xml', '<Types/>'], ['xl/workbook.xml', '<w/>'])],
    ['a.pptx', () => zip(['[Content_Types].xml', '<Types/>'], ['ppt/presentation.xml', '<w/>'])],
    ['a.odt', () => zip(['mimetype', 'application/vnd.oasis.opendocument.text'], ['content.xml', '<o/>'])],
    ['a.doc', async () => ole('WordDocument')],
    ['a.xls', async () => ole('Workbook')],
    ['a.png', () => picture(20, 20, 'png')],
    ['a.jpeg', () => picture(20, 20, 'jpeg')],
    ['a.webp', () => picture(20, 20, 'webp')],
    ['a.gif', () => picture(20, 20, 'gif')],
    ['a.avif', () => picture(20, 20, 'avif')],
  ])('may be %s', async (name, make) => {
    expect((await add(await make(), name)).status).toBe(201);
  });

  it.each([
    ['a program', 'a.exe', async () => Buffer.from('MZ')],
    ['a page', 'a.html', async () => Buffer.from('<script>alert(1)</script>')],
    ['a drawing with script', 'a.svg', async () => Buffer.from('<svg><script/></svg>')],
    ['a document with macros', 'a.docm', () => zip(['word/document.xml', ''])],
    ['a name without an extension', 'pdf', async () => PDF],
    ['a name that is only an extension', '.pdf', async () => PDF],
    ['the name of a property', 'a.constructor', async () => PDF],
    ['a page named as a PDF', 'a.pdf', async () => Buffer.from('<script>alert(1)</script>')],
    ['a PDF named as a picture', 'a.png', async () => PDF],
    ['a PNG named as a JPEG', 'a.jpg', () => picture(20, 20, 'png')],
    ['a ZIP named as a document', 'a.docx', () => zip(['x.txt', 'word/'])],
    [
      'a spreadsheet named as a text',
      'a.docx',
      () => zip(['[Content_Types].xml', ''], ['xl/workbook.xml', '']),
    ],
    [
      'an OpenDocument of another kind',
      'a.ods',
      () => zip(['mimetype', 'application/vnd.oasis.opendocument.text']),
    ],
    ['half a ZIP', 'a.zip', async () => (await zip(['x.txt', 'x'.repeat(500)])).subarray(0, 300)],
    ['a message named as a document', 'a.doc', async () => ole('__substg1.0')],
    ['nothing', 'a.pdf', async () => Buffer.alloc(0)],
  ])('may not be %s', async (_, name, make) => {
    const answer = await add(await make(), name);
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { file: string[] } };
    expect(errors.file[0]).toMatch(/PDF|although its name ends in/);
    expect([rows(), stored()]).toEqual([0, []]);
  });

  it('has at most 50 MB', async () => {
    const bytes = Buffer.alloc(50 * 1_048_576 + 1);
    PDF.copy(bytes);
    const answer = await add(bytes, 'a.pdf');
    expect(answer.status).toBe(413);
    expect(((await answer.json()) as { message: string }).message).toContain('50MB');
    expect([rows(), stored()]).toEqual([0, []]);
    expect((await add(bytes.subarray(0, -1), 'a.pdf')).status).toBe(201);
  });

  it('counts towards the storage of the issuer', async () => {
    testEnvironment({ STORAGE_QUOTA_MB: '1' });
    const bytes = Buffer.alloc(1_048_576);
    PDF.copy(bytes);
    expect((await add(bytes, 'a.pdf')).status).toBe(507);
    expect([rows(), stored()]).toEqual([0, []]);
  });

  it('is one of at most 20, each with another name', async () => {
    for (let number = 1; number <= 20; number += 1) await makeLessonFile(author, lesson.id, `${number}.pdf`);
    expect((await add(PDF, '21.pdf')).status).toBe(409);
    await fetchApi(`courses/${course.id}/lessons/${lesson.id}/files/${(await filesFor(author))[0]?._id}`, {
      method: 'DELETE',
      token: author.token,
    });
    expect((await add(PDF, '2.pdf')).status).toBe(409);
    expect((await add(PDF, '21.pdf')).status).toBe(201);
    expect(stored()).toHaveLength(20);
  });

  it.each(['../../db.pdf', 'a\u0000\u202Eb.pdf', `${'x'.repeat(300)}.pdf`])(
    'never uses the name %j as a path',
    async (name) => {
      expect((await add(PDF, name)).status).toBe(201);
      const [file] = await filesFor(author);
      expect(file?.name).toMatch(/^[a-z]+\.pdf$/);
      expect(file?.name.length).toBeLessThanOrEqual(154);
      expect(stored()).toHaveLength(1);
    },
  );

  it('is removed with its lesson, its course, and by its author', async () => {
    const removed = await makeLessonFile(author, lesson.id);
    await makeLessonFile(author, lesson.id, 'b.pdf');
    const second = await makeLesson(author, moduleId);
    await makeLessonFile(author, second.id);
    expect(stored()).toHaveLength(3);
    const call = (path: string) => fetchApi(path, { method: 'DELETE', token: author.token });
    expect((await call(`courses/${course.id}/lessons/${lesson.id}/files/${removed.id}`)).status).toBe(200);
    expect((await call(`courses/${course.id}/lessons/${lesson.id}/files/${removed.id}`)).status).toBe(404);
    expect([rows(), stored().length]).toEqual([2, 2]);
    expect((await call(`admin/course/module/${moduleId}/lesson/${second.id}`)).status).toBe(200);
    expect([rows(), stored().length]).toEqual([1, 1]);
    expect((await call(`admin/course/${course.id}`)).status).toBe(200);
    expect([rows(), stored().length]).toEqual([0, 0]);
  });
});

describe('who may read a file of a lesson', () => {
  const asCookie = async (id: string, { cookie }: Person) =>
    (await fetchPage(`/lesson-files/${id}`, { cookie })).status;
  const asToken = async (id: string, { token }: Person) =>
    (await fetchRaw(`/lesson-files/${id}`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('is an account or the holder of a signed URL, for six hours', async () => {
    const { id } = await makeLessonFile(author, lesson.id);
    expect((await fetchRaw(`/lesson-files/${id}`)).status).toBe(403);
    expect(await asToken(id, learner)).toBe(200);
    expect(await asCookie('none', learner)).toBe(404);
    const url = (await filesFor(learner))[0]?.url ?? '';
    expect((await fetchRaw(url)).status).toBe(200);
    const other = await makeLessonFile(author, lesson.id, 'b.pdf');
    expect((await fetchRaw(url.replace(id, other.id))).status).toBe(403);
    setClock(() => Date.now() + 7 * 3_600_000);
    expect((await fetchRaw(url)).status).toBe(403);
  });

  it('is only the author and super admins for a draft', async () => {
    const { id } = await makeLessonFile(author, lesson.id);
    setLessonDraft(author.actor, lesson.id, true);
    expect(await asCookie(id, learner)).toBe(404);
    expect(await asCookie(id, await makeIssuer())).toBe(404);
    expect(await asCookie(id, author)).toBe(200);
    expect(await asCookie(id, await makeSuperAdmin())).toBe(200);
    const call = await fetchApi(`courses/${course.id}/lessons/${lesson.id}`, { token: learner.token });
    expect(call.status).toBe(404);
  });

  it('is nobody before the lesson is open', async () => {
    const second = await makeLesson(author, moduleId, { title: 'Second' });
    const { id } = await makeLessonFile(author, second.id, 'Plan.png', await picture(20, 20));
    setCompletion(author.actor, course.id, { rule: 'lessons', inOrder: true, certificate: 'none' });
    enrol(learner.actor, course.id);
    const image = async () =>
      (await fetchPage(`/lessons/${second.id}/images/Plan.png`, { cookie: learner.cookie })).status;
    expect([await asCookie(id, learner), await asToken(id, learner), await image()]).toEqual([403, 403, 403]);
    const closed = await fetchApi(`courses/${course.id}/lessons/${second.id}`, { token: learner.token });
    expect(await closed.json()).toMatchObject({ lesson: { videoUrl: null, files: [] } });
    expect(
      await (await fetchPage(`/course/${course.id}?lesson=${second.id}`, { cookie: learner.cookie })).text(),
    ).not.toContain(id);
    await reportProgress(learner.actor, course.id, lesson.id, { done: true });
    expect([await asCookie(id, learner), await asToken(id, learner), await image()]).toEqual([200, 200, 200]);
  });

  it('is a buyer, if the course has a price', async () => {
    const paid = await makeWholeCourse(author, { price: '20' });
    const { id } = await makeLessonFile(author, paid.lesson.id);
    expect(await asCookie(id, learner)).toBe(403);
    expect(await asToken(id, learner)).toBe(403);
    expect(await asCookie(id, author)).toBe(200);
    sqlite()
      .prepare('insert into enrolments (course_id, user_id, enrolled_at) values (?, ?, 0)')
      .run(paid.course.id, learner.id);
    expect(await asCookie(id, learner)).toBe(200);
  });

  it('adds and removes none as another author', async () => {
    const { id } = await makeLessonFile(author, lesson.id);
    const other = await makeIssuer();
    expect((await add(PDF, 'b.pdf', other)).status).toBe(404);
    expect((await add(PDF, 'b.pdf', learner)).status).toBe(403);
    const path = `courses/${course.id}/lessons/${lesson.id}/files/${id}`;
    expect((await fetchApi(path, { method: 'DELETE', token: other.token })).status).toBe(404);
    expect((await fetchApi(path, { method: 'DELETE', token: learner.token })).status).toBe(403);
    const own = await makeWholeCourse(other);
    const mixed = `courses/${own.course.id}/lessons/${lesson.id}/files/${id}`;
    expect((await fetchApi(mixed, { method: 'DELETE', token: other.token })).status).toBe(404);
    expect(rows()).toBe(1);
  });
});

describe('files of other kinds', () => {
  const text = Buffer.from('Größe;Wert\n1;2\n');
  const zip = (type: string) =>
    Buffer.concat([
      Buffer.from('PK\x03\x04'.padEnd(30, '\0')),
      Buffer.from(`mimetype${type}`),
      Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
    ]);
  const movie = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(80)]);
  it.each([
    ['data.csv', text, 'text/csv'],
    ['Windows.csv', Buffer.from('Gr\xf6\xdfe;1', 'latin1'), 'text/csv'],
    ['Excel.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\tb', 'utf16le')]), 'text/plain'],
    ['notes.MD', text, 'text/plain'],
    ['talk.srt', text, 'text/plain'],
    ['talk.vtt', text, 'text/vtt'],
    ['lab.ipynb', Buffer.from('{"cells": []}'), 'text/plain'],
    ['main.py', text, 'text/plain'],
    ['page.js', Buffer.from('alert(1)'), 'text/plain'],
    ['talk.mp3', Buffer.from('ID3\x04'.padEnd(100, '\0')), 'audio/mpeg'],
    [
      'frames.mp3',
      Buffer.from([0xff, 0xfb, 0x90, 0x64, ...Array.from({ length: 96 }, () => 1)]),
      'audio/mpeg',
    ],
    ['talk.m4a', movie('M4A '), 'audio/mp4'],
    ['memo.m4a', movie('mp42'), 'audio/mp4'],
    ['book.epub', zip('application/epub+zip'), 'application/epub+zip'],
  ])('are taken as downloads: %s', async (name, bytes, type) => {
    const added = await add(bytes, name);
    expect(added.status).toBe(201);
    const { file } = (await added.json()) as { file: { url: string } };
    const read = await fetchRaw(file.url);
    expect([read.headers.get('content-type'), read.headers.get('x-content-type-options')]).toEqual([
      type,
      'nosniff',
    ]);
    expect(read.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ['program.py', Buffer.concat([Buffer.alloc(200, 'a'), Buffer.from([0]), text])],
    ['empty.txt', Buffer.alloc(0)],
    ['talk.mp3', text],
    ['photo.m4a', movie('heic')],
    ['book.epub', zip('application/zip')],
    ['run.bat', text],
    ['run.vbs', text],
  ])('are refused that are not what they say, or programs: %s', async (name, bytes) => {
    expect((await add(bytes, name)).status).toBe(400);
  });
});

describe('the form on the page of a lesson', () => {
  const path = () => `/admin/courses/${course.id}/lessons/${lesson.id}`;
  const send = (bytes: Uint8Array, name: string, cookie = author.cookie) =>
    fetchPage(`${path()}?upload=file`, {
      method: 'POST',
      cookie,
      body: multipart({ file: { bytes, name } }) as never,
    });

  it('adds and removes a file', async () => {
    const added = await send(PDF, 'a.pdf');
    expect([added.status, added.headers.get('location')]).toEqual([302, `${path()}#files`]);
    const page = await (await fetchPage(path(), { cookie: author.cookie })).text();
    expect(page).toContain('a.pdf');
    const [file] = await filesFor(author);
    const removed = await fetchPage(path(), {
      method: 'POST',
      cookie: author.cookie,
      form: { intent: 'remove-file', id: file?._id ?? '' },
    });
    expect([removed.status, rows()]).toEqual([302, 0]);
  });

  it('says what is wrong beside the field', async () => {
    for (const [bytes, name, message] of [
      [PDF, 'a.exe', 'Please choose a PDF, a ZIP file'],
      [Buffer.from('x'), 'a.pdf', 'This file is no PDF file'],
      [Buffer.alloc(0), '', 'Please choose a PDF, a ZIP file'],
    ] as const) {
      const answer = await send(bytes, name);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(message);
    }
    expect((await send(PDF, 'a.pdf', (await makeIssuer()).cookie)).status).toBe(404);
    expect(rows()).toBe(0);
  });
});

describe('a picture in the text of a lesson', () => {
  it('is one of the lesson, or else of its course', async () => {
    const small = await picture(20, 20);
    const large = await picture(40, 40);
    await makeLessonFile(author, lesson.id, 'Plan 1.png', large);
    const second = await makeLesson(author, moduleId);
    const read = async (of: string, name: string, { cookie } = learner) =>
      fetchPage(`/lessons/${of}/images/${name}`, { cookie });
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
    const found = await read(second.id, 'Plan%201.png');
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await bytesOf(found)).equals(large)).toBe(true);
    await makeLessonFile(author, second.id, 'Plan 1.png', small);
    expect((await bytesOf(await read(second.id, 'Plan%201.png'))).equals(small)).toBe(true);
    expect((await bytesOf(await read(lesson.id, 'Plan%201.png'))).equals(large)).toBe(true);
    const foreign = await makeWholeCourse(author);
    expect((await read(foreign.lesson.id, 'Plan%201.png')).status).toBe(404);
    await makeLessonFile(author, lesson.id, 'a.pdf');
    expect((await read(lesson.id, 'a.pdf')).status).toBe(404);
    expect((await fetchRaw(`/lessons/${lesson.id}/images/Plan%201.png`)).status).toBe(403);
  });
});
