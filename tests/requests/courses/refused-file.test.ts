import { describe, expect, it } from 'vitest';
import { courseById } from '#app/courses/find-course.server.ts';
import { sqlite } from '#db/client.ts';
import { makeWholeCourse, multipart, picture } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

/** The text fields of the course form. */
const COURSE = {
  title: 'Painting <light>',
  description: 'Oil & water',
  category: 'Arts',
  price: '49.90',
};
const LESSON = { title: 'Varnish', duration: '12:34' };

const text = { bytes: Buffer.from('This is no picture.'.repeat(40)), name: 'a.png', type: 'image/png' };
const large = async () => ({
  bytes: Buffer.concat([await picture(64, 64), Buffer.alloc(12 * 1024 * 1024)]),
  name: 'a.png',
  type: 'image/png',
});

const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Expects a text in a page, and names only the text on failure instead of printing the page. */
const expectText = (html: string, text: string) => expect(html.includes(text), text).toBe(true);

async function send(
  path: string,
  { cookie }: Person,
  parts: Parameters<typeof multipart>[0],
  declared = false,
) {
  const body = new Response(multipart(parts));
  const bytes = Buffer.from(await body.arrayBuffer());
  const answer = await fetchPage(path, {
    cookie,
    method: 'POST',
    body: bytes,
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      ...(declared && { 'content-length': String(bytes.length) }),
    },
  });
  return { status: answer.status, html: await answer.text(), location: answer.headers.get('location') };
}

describe('a form whose file is rejected', () => {
  it.each([
    ['create', '/admin/create-course'],
    ['edit', undefined],
  ])('to %s a course keeps the input', async (_what, path) => {
    const issuer = await makeIssuer();
    const url = path ?? `/admin/courses/${(await makeWholeCourse(issuer)).course.id}/edit`;
    for (const [thumbnail, declared, status, message] of [
      [text, false, 400, 'Please select a valid image file.'],
      [await large(), false, 413, 'File size too large. Maximum allowed is 10MB'],
      [await large(), true, 413, 'File size too large. Maximum allowed is 10MB'],
    ] as const) {
      const answer = await send(url, issuer, { thumbnail, ...COURSE }, declared);
      expect(answer.status).toBe(status);
      expectText(answer.html, message);
      for (const value of Object.values(COURSE)) expectText(answer.html, escaped(value));
    }
  });

  it('marks a missing image along with missing texts', async () => {
    const answer = await send('/admin/create-course', await makeIssuer(), { ...COURSE, title: '' });
    expect(answer.status).toBe(400);
    for (const name of ['title', 'thumbnail']) {
      const control = answer.html.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`))?.[0];
      expect(control, name).toContain('aria-invalid="true"');
    }
  });

  it('to add or edit a lesson keeps the input', async () => {
    const issuer = await makeIssuer();
    const { course, module, lesson } = await makeWholeCourse(issuer);
    for (const query of [`addLesson=${module.id}`, `editLesson=${lesson.id}`]) {
      const url = `/admin/course-videos?courseId=${course.id}&${query}`;
      // The file may come first, although no page sends it so.
      for (const parts of [
        { courseId: course.id, ...LESSON, videoFile: text },
        { videoFile: text, courseId: course.id, ...LESSON },
      ]) {
        const answer = await send(url, issuer, parts);
        expect(answer.status).toBe(400);
        expectText(answer.html, 'Please select a valid video file');
        for (const value of Object.values(LESSON)) expectText(answer.html, `value="${value}"`);
      }
    }
  });

  it('because the quota is used up keeps the input and stores nothing', async () => {
    testEnvironment({ STORAGE_QUOTA_MB: '1' });
    const issuer = await makeIssuer();
    const { course, module } = await makeWholeCourse(issuer);
    sqlite().prepare('update media set bytes = 2000000').run();
    const rows = () => sqlite().prepare('select count(*) from media').pluck().get();
    const before = rows();
    const thumbnail = { bytes: await picture(), name: 'a.png', type: 'image/png' };
    const answer = await send('/admin/create-course', issuer, { thumbnail, ...COURSE });
    expect(answer.status).toBe(507);
    expect(answer.html).toMatch(/3\.8 MB of 1 MB are used/);
    for (const value of Object.values(COURSE)) expectText(answer.html, escaped(value));
    const lesson = await send(`/admin/course-videos?courseId=${course.id}&addLesson=${module.id}`, issuer, {
      courseId: course.id,
      ...LESSON,
      videoFile: text,
    });
    expect(lesson.status).toBe(507);
    expectText(lesson.html, `value="${LESSON.title}"`);
    expect(rows()).toBe(before);
    // Text can still be changed.
    const empty = { bytes: Buffer.alloc(0), name: '', type: 'application/octet-stream' };
    const edited = await send(
      `/admin/courses/${course.id}/edit`,
      issuer,
      { thumbnail: empty, ...COURSE },
      true,
    );
    expect(edited.status).toBe(302);
    expect(courseById(course.id).title).toBe(COURSE.title);
  });
});

it('creates a course with a category and a price', async () => {
  const issuer = await makeIssuer();
  const form = await (await fetchPage('/admin/create-course', { cookie: issuer.cookie })).text();
  expect(form).toMatch(/<input[^>]*name="category"/);
  expect(form).toMatch(/<input[^>]*name="price"/);
  const thumbnail = { bytes: await picture(64, 64), name: 'a.png', type: 'image/png' };
  const wrong = await send('/admin/create-course', issuer, { thumbnail, ...COURSE, price: 'a lot' });
  expect(wrong.status).toBe(400);
  expectText(wrong.html, 'Price must be an amount in dollars');
  const made = await send('/admin/create-course', issuer, { thumbnail, ...COURSE });
  expect([made.status, made.location]).toEqual([302, '/admin/courses']);
  const id = String(sqlite().prepare('select id from courses').pluck().get());
  expect(courseById(id)).toMatchObject({ category: 'Arts', priceMinor: 4_990, title: COURSE.title });
});
