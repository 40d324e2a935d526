import { existsSync, readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { resetLimits } from '#app/accounts/rate-limits.server.ts';
import { env } from '#app/config/env.server.ts';
import { courseSchema, ratingSchema } from '#app/courses/course.schema.ts';
import { enrol, rateCourse } from '#app/courses/enrol.server.ts';
import { updateCourse } from '#app/courses/save-course.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCourse,
  makeWholeCourse,
  multipart,
  picture,
  videoBytes,
} from '#tests/support/course-factories.ts';
import {
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchRaw } from '#tests/support/handler.ts';

beforeEach(resetLimits);

const png = async () => ({ bytes: await picture(), name: 'a.png', type: 'image/png' });
const video = () => ({ bytes: videoBytes(), name: '../../../etc/passwd\0.mp4', type: 'video/mp4' });
const post = (path: string, person: Person, form: FormData) =>
  fetchApi(path, { token: person.token, body: form });

/** Every file in the uploads folder, including notes and incomplete uploads. */
const storedFiles = () =>
  existsSync(env().UPLOADS_DIR)
    ? readdirSync(env().UPLOADS_DIR, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    : [];
const mediaRows = () => sqlite().prepare('select count(*) from media').pluck().get() as number;

describe('authoring', () => {
  it('publishes a course with modules and lessons, and deletes it with all files', async () => {
    const issuer = await makeIssuer();
    const before = storedFiles().length;
    const made = await post(
      'admin/course',
      issuer,
      multipart({ title: ' SQL ', description: 'All of it', thumbnail: await png() }),
    );
    expect(made.status).toBe(201);
    const course = await made.json();
    expect(course).toEqual({
      _id: expect.any(String),
      id: course._id,
      title: 'SQL',
      description: 'All of it',
      thumbnail: expect.stringMatching(/^\/thumbnails\/[0-9a-f-]{36}-1280\.webp$/),
      category: null,
      price: null,
      firstLessonFree: false,
      rating: 0,
      reviewCount: 0,
      studentsEnrolled: 0,
      createdBy: { _id: issuer.id, username: issuer.username },
      modules: [],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      __v: 0,
    });

    const added = await fetchApi(`admin/course/addModules/${course._id}`, {
      token: issuer.token,
      json: { title: 'Basics', lessonCount: 0, isExpanded: true, lessons: [] },
    });
    expect(added.status).toBe(201);
    const module = await added.json();
    expect(module).toEqual({ _id: expect.any(String), title: 'Basics', lessonCount: 0, lessons: [] });
    const unnamed = await fetchApi(`admin/course/addModules/${course._id}`, {
      token: issuer.token,
      json: {},
    });
    expect((await unnamed.json()).title).toBe('Module 2: New Module');

    const uploaded = await post(
      `admin/course/module/addLesson/${module._id}`,
      issuer,
      multipart({
        videoFile: video(),
        title: 'Select',
        duration: '15:30',
        type: 'video',
        courseId: course._id,
      }),
    );
    expect(uploaded.status).toBe(201);
    const lesson = await uploaded.json();
    expect(lesson).toEqual({
      _id: expect.any(String),
      title: 'Select',
      duration: '15:30',
      type: 'video',
      videoUrl: expect.stringMatching(/^http:\/\/localhost:3000\/videos\/[0-9a-f-]{36}\.mp4\?expires=/),
    });
    const played = await fetchRaw(lesson.videoUrl);
    expect(played.status).toBe(200);
    expect(Buffer.from(await played.arrayBuffer()).equals(videoBytes())).toBe(true);

    const details = await (await fetchApi(`admin/course/modules/fetchCourseDetails/${course._id}`)).json();
    expect(details.modules).toHaveLength(2);
    expect(details.modules[0]).toMatchObject({ lessonCount: 1, lessons: [{ _id: lesson._id }] });
    expect(details.modules[0].lessons[0].videoUrl).toMatch(/^\/videos\/[0-9a-f-]{36}\.mp4$/);
    expect(details.__v).toBe(3);
    expect(storedFiles()).toHaveLength(before + 4);

    const gone = await fetchApi(`admin/course/${course._id}`, { method: 'DELETE', token: issuer.token });
    expect(await gone.json()).toEqual({ success: true, message: 'Course deleted successfully!' });
    expect(storedFiles()).toHaveLength(before);
    expect(mediaRows()).toBe(0);
    expect((await fetchRaw(lesson.videoUrl)).status).toBe(404);
  });

  it('deletes lessons and modules with their files', async () => {
    const issuer = await makeIssuer();
    const before = storedFiles().length;
    const { course, module, lesson } = await makeWholeCourse(issuer);
    const gone = await fetchApi(`admin/course/module/${module.id}/lesson/${lesson.id}`, {
      method: 'DELETE',
      token: issuer.token,
    });
    expect(await gone.json()).toEqual({ success: true, message: 'Lesson deleted successfully!' });
    expect(storedFiles()).toHaveLength(before + 3);
    const removed = await fetchApi(`admin/course/${course.id}/module/${module.id}`, {
      method: 'DELETE',
      token: issuer.token,
    });
    expect(await removed.json()).toEqual({
      success: true,
      message: 'Module and all its lessons deleted successfully!',
    });
  });

  it('responds 404 for other issuers’ courses and for modules of another course', async () => {
    const [owner, other] = [await makeIssuer(), await makeIssuer()];
    const { course, module, lesson } = await makeWholeCourse(owner);
    const second = await makeCourse(owner);
    const elsewhere = await makeCourse(other);
    const lessonForm = (courseId: string) =>
      multipart({ videoFile: video(), title: 'x', duration: '1:00', courseId });
    const attempts = [
      fetchApi(`admin/course/${course.id}`, { method: 'DELETE', token: other.token }),
      fetchApi(`admin/course/addModules/${course.id}`, { token: other.token, json: { title: 'x' } }),
      fetchApi(`admin/course/${course.id}/module/${module.id}`, { method: 'DELETE', token: other.token }),
      fetchApi(`admin/course/${elsewhere.id}/module/${module.id}`, { method: 'DELETE', token: other.token }),
      fetchApi(`admin/course/${second.id}/module/${module.id}`, { method: 'DELETE', token: owner.token }),
      post(`admin/course/module/addLesson/${module.id}`, other, lessonForm(course.id)),
      post(`admin/course/module/addLesson/${module.id}`, owner, lessonForm(second.id)),
      post('admin/course/module/addLesson/nothing', owner, lessonForm(second.id)),
    ];
    for (const attempt of attempts) expect((await attempt).status).toBe(404);
    const withError = await fetchApi(`admin/course/module/${module.id}/lesson/${lesson.id}`, {
      method: 'DELETE',
      token: other.token,
    });
    expect(withError.status).toBe(404);
    expect(await withError.json()).toEqual({
      success: false,
      code: expect.any(String),
      message: 'Lesson not found.',
      error: 'Lesson not found.',
    });
    const superAdmin = await makeSuperAdmin();
    const all = await (await fetchApi('admin/courses', { token: superAdmin.token })).json();
    expect(all).toHaveLength(3);
    expect(await (await fetchApi('admin/courses', { token: other.token })).json()).toHaveLength(1);
    const deleted = await fetchApi(`admin/course/${course.id}`, {
      method: 'DELETE',
      token: superAdmin.token,
      json: { reason: 'Out of date' },
    });
    expect(deleted.status).toBe(200);
  });

  it('is allowed only to approved issuers', async () => {
    const form = () => multipart({ title: 'x', description: 'x' });
    expect((await fetchApi('admin/course', { method: 'POST', body: form() })).status).toBe(401);
    for (const person of [await makeVerifier(), await makePendingIssuer(), await makeSuperAdmin()]) {
      expect((await post('admin/course', person, form())).status).toBe(403);
    }
    expect((await fetchApi('admin/courses', { token: (await makeVerifier()).token })).status).toBe(403);
    const none = await fetchApi('admin/course/module/addLesson/x', { method: 'POST', body: form() });
    expect(await none.json()).toMatchObject({
      success: false,
      code: expect.any(String),
      error: expect.any(String),
    });
  });
});

describe('invalid uploads', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(500));
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'.padEnd(500));
  /** A PNG whose header claims 50,000 x 50,000 pixels. */
  async function hugePng() {
    const bytes = await picture(8, 8);
    bytes.writeUInt32BE(50_000, 16);
    bytes.writeUInt32BE(50_000, 20);
    const crc = (await import('node:zlib')).crc32(bytes.subarray(12, 29));
    bytes.writeUInt32BE(crc, 29);
    return bytes;
  }

  it('of thumbnails are recognised by their bytes and leave nothing', async () => {
    const issuer = await makeIssuer();
    const before = storedFiles().length;
    const good = await picture();
    const bad: [string, Buffer][] = [
      ['html', html],
      ['svg', svg],
      ['text', Buffer.from('hello')],
      ['nothing', Buffer.alloc(0)],
      ['truncated', good.subarray(0, good.length - 200)],
      ['a header only', good.subarray(0, 40)],
      ['huge', await hugePng()],
      ['a gif that is html', Buffer.concat([Buffer.from('GIF89a'), html])],
      ['a video', videoBytes()],
    ];
    for (const [name, bytes] of bad) {
      const answer = await post(
        'admin/course',
        issuer,
        multipart({ title: 't', description: 'd', thumbnail: { bytes, name: 'a.png', type: 'image/png' } }),
      );
      expect(answer.status, name).toBe(400);
      expect(await answer.json(), name).toMatchObject({ message: 'Please select a valid image file.' });
    }
    const large = await post(
      'admin/course',
      issuer,
      multipart({
        title: 't',
        description: 'd',
        thumbnail: { bytes: Buffer.concat([good, Buffer.alloc(10 * 1024 * 1024)]) },
      }),
    );
    expect(large.status).toBe(413);
    const thumbnail = { bytes: good, name: 'a.png' };
    const incomplete: Parameters<typeof multipart>[0][] = [
      { title: 't', thumbnail },
      { description: 'd', thumbnail },
      { title: ' ', description: 'd', thumbnail },
      { title: 't', description: 'd' },
    ];
    for (const parts of incomplete) {
      const answer = await post('admin/course', issuer, multipart(parts));
      expect(answer.status).toBe(400);
      expect((await answer.json()).message).toBe('Please enter all fields and upload a thumbnail.');
    }
    expect(storedFiles()).toHaveLength(before);
    expect(mediaRows()).toBe(0);
  });

  it('of videos are recognised by their bytes and leave nothing', async () => {
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const [files, rows] = [storedFiles().length, mediaRows()];
    const good = videoBytes();
    const bad: [string, Buffer][] = [
      ['html', html],
      ['an image', await picture()],
      ['nothing', Buffer.alloc(0)],
      ['truncated', good.subarray(0, good.length - 1_000)],
      ['a header only', good.subarray(0, 100)],
      ['a polyglot', Buffer.concat([good.subarray(0, 24), html])],
      [
        'webm without a picture',
        Buffer.from('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm'.padEnd(200), 'latin1'),
      ],
      ['an avi that is text', Buffer.from('RIFF\xff\0\0\0AVI '.padEnd(90), 'latin1')],
    ];
    for (const [name, bytes] of bad) {
      const answer = await post(
        `admin/course/module/addLesson/${module.id}`,
        issuer,
        multipart({
          videoFile: { bytes, type: 'video/mp4' },
          title: 't',
          duration: '1:00',
          courseId: course.id,
        }),
      );
      expect(answer.status, name).toBe(400);
      expect(await answer.json(), name).toEqual({
        success: false,
        code: expect.any(String),
        message: 'Please select a valid video file',
        error: 'Please select a valid video file',
        // The kinds that are taken, and what is wrong.
        errors: { videoFile: ['Please select a valid video file', expect.any(String), expect.any(String)] },
      });
    }
    expect(storedFiles()).toHaveLength(files);
    expect(mediaRows()).toBe(rows);
  });

  it('get errors that name the field', async () => {
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    const ask = async (parts: Parameters<typeof multipart>[0]) =>
      (await post(`admin/course/module/addLesson/${module.id}`, issuer, multipart(parts))).json();
    const all = { title: 't', duration: '1:00', courseId: course.id };
    const files = storedFiles().length;
    expect((await ask(all)).error).toBe('Please upload a video file');
    expect((await ask({ ...all, videoFile: video(), title: '  ' })).error).toBe(
      'Please fill in all required fields',
    );
    expect((await ask({ ...all, videoFile: video(), duration: '' })).error).toBe(
      'Please fill in all required fields',
    );
    expect((await ask({ ...all, videoFile: video(), courseId: '' })).error).toBe(
      'Module ID or Course ID is missing',
    );
    expect((await ask({ ...all, videoFile: video(), type: 'audio' })).errors).toHaveProperty('type');
    expect((await ask({ ...all, videoFile: video(), duration: 'a while' })).errors.duration[0]).toMatch(
      /15:30/,
    );
    expect((await ask({ ...all, videoFile: 'C:\\video.mp4' })).error).toBe('Please upload a video file');
    expect(storedFiles()).toHaveLength(files);
  });

  it('get 415 if they are not multipart, and 400 if the multipart is malformed', async () => {
    const issuer = await makeIssuer();
    const send = async (type: string, body: string) =>
      (
        await fetchApi('admin/course', {
          method: 'POST',
          token: issuer.token,
          headers: { 'content-type': type },
          body,
        })
      ).status;
    expect(await send('application/json', '{}')).toBe(415);
    expect(await send('multipart/form-data', 'x')).toBe(400);
    expect(await send('multipart/form-data; boundary=b', 'x')).toBe(400);
    expect(
      await send(
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="thumbnail"; filename="a"\r\n\r\n\x89PNG',
      ),
    ).toBe(400);
    expect(storedFiles().filter(({ name }) => name.endsWith('.part'))).toEqual([]);
  });

  it('of more than 500 MB are rejected by their Content-Length', async () => {
    const issuer = await makeIssuer();
    const { module } = await makeWholeCourse(issuer);
    for (const bytes of [500 * 1024 * 1024 + 70_000, 2 ** 40]) {
      const answer = await fetchApi(`admin/course/module/addLesson/${module.id}`, {
        method: 'POST',
        token: issuer.token,
        headers: {
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': String(bytes),
        },
        body: new ReadableStream({ pull: () => new Promise(() => {}) }) as unknown as BodyInit,
      });
      expect(answer.status).toBe(413);
      expect((await answer.json()).error).toBe('File size too large. Maximum allowed is 500MB');
    }
  });
});

describe('the catalogue', () => {
  it('lists courses newest first, with pages, filters and search', async () => {
    const issuer = await makeIssuer();
    const learner = await makeVerifier();
    const sqlFields = { title: 'Databases with SQL', description: 'Tables', category: 'Database' };
    const sql = await makeCourse(issuer, sqlFields);
    const css = await makeCourse(issuer, {
      title: 'Layout',
      description: 'Grid & café',
      category: 'Frontend',
    });
    const other = await makeCourse(issuer, { title: 'Painting' });
    enrol(learner.actor, sql.id);
    rateCourse(learner.actor, sql.id, parseInput(ratingSchema, { stars: '5' }));
    await updateCourse(issuer.actor, sql.id, parseInput(courseSchema, { ...sqlFields, price: '49.99' }));
    const ids = async (query: string) =>
      ((await (await fetchApi(`users/courses${query}`)).json()) as { _id: string }[]).map(({ _id }) => _id);
    expect(await ids('')).toEqual([other.id, css.id, sql.id]);
    expect(await ids('?q=data')).toEqual([sql.id]);
    expect(await ids('?q=CAFE+grid')).toEqual([css.id]);
    expect(await ids('?q=%22%29+OR+%28')).toEqual([]);
    expect(await ids('?category=Frontend')).toEqual([css.id]);
    expect(await ids('?category=Other')).toEqual([other.id]);
    expect(await ids('?filter=top-rated')).toEqual([sql.id]);
    expect(await ids('?filter=popular')).toEqual([]);
    expect(await ids('?filter=new&category=Database&q=sql')).toEqual([sql.id]);
    expect(await ids('?minRating=4.9')).toEqual([sql.id]);
    const first = await fetchApi('users/courses?limit=2');
    expect(await first.json()).toHaveLength(2);
    const next = /^<http:\/\/localhost:3000(\/api\/v1\/users\/courses\?[^>]*)>; rel="next"$/.exec(
      first.headers.get('link') ?? '',
    )?.[1];
    const second = await fetchApi(next ?? '');
    expect(second.headers.get('link')).toBeNull();
    const [last] = await second.json();
    expect(last).toMatchObject({ _id: sql.id, price: 49.99, rating: 5, reviewCount: 1, studentsEnrolled: 1 });
    for (const bad of ['limit=0', 'limit=201', 'limit=x', 'cursor=!', 'filter=best', 'minRating=6']) {
      expect((await fetchApi(`users/courses?${bad}`)).status, bad).toBe(400);
    }
  });

  it('counts one enrolment and one rating per person, and accepts ratings only from enrolled people', async () => {
    const course = await makeCourse(await makeIssuer());
    const people = [await makeVerifier(), await makeVerifier()];
    expect(() => rateCourse(people[0]!.actor, course.id, { stars: 5 })).toThrow(/enrol/);
    for (const { actor } of people) {
      enrol(actor, course.id);
      enrol(actor, course.id);
    }
    rateCourse(people[0]!.actor, course.id, { stars: 1 });
    rateCourse(people[0]!.actor, course.id, { stars: 4 });
    rateCourse(people[1]!.actor, course.id, { stars: 5 });
    for (const stars of [0, 6, 2.5, '', 'x']) {
      expect(() => rateCourse(people[0]!.actor, course.id, parseInput(ratingSchema, { stars }))).toThrow();
    }
    const details = await (await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`)).json();
    expect(details).toMatchObject({ studentsEnrolled: 2, rating: 4.5, reviewCount: 2 });
    expect((await fetchApi('admin/course/modules/fetchCourseDetails/none')).status).toBe(404);
  });
});
