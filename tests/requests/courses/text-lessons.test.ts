import { beforeEach, describe, expect, it } from 'vitest';
import type { Course, Module } from '#app/courses/course.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { limitHere, partsOf } from '#tests/support/processor-time.ts';

let author: Person;
let learner: Person;
let course: Course;
let module: Module;

beforeEach(async () => {
  author = await makeIssuer();
  learner = await makeVerifier();
  course = await makeCourse(author);
  module = addModule(author.actor, course.id, { title: 'First module' });
});

const add = (fields: Record<string, unknown>, token = author.token) =>
  fetchApi(`admin/course/module/addLesson/${module.id}`, {
    method: 'POST',
    token,
    json: { title: 'Reading', duration: '10 minutes', courseId: course.id, type: 'text', ...fields },
  });

const pageOf = async (id: string, person = learner) =>
  (await (await fetchPage(`/course/${course.id}?lesson=${id}`, { cookie: person.cookie })).text()).replaceAll(
    '<!-- -->',
    '',
  );

async function added(text: string) {
  const answer = await add({ text });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}

describe('a text lesson', () => {
  it('is added as JSON, and the page shows it as HTML', async () => {
    const answer = await add({ text: '# Clocks\n\nRead *this* at [the site](https://example.org/a).' });
    expect(answer.status).toBe(201);
    const lesson = await answer.json();
    expect(lesson).toEqual({
      _id: expect.any(String),
      title: 'Reading',
      duration: '10 minutes',
      type: 'text',
      videoUrl: null,
    });
    const html = await pageOf((lesson as { _id: string })._id);
    expect(html).toContain('<h3>Clocks</h3>');
    expect(html).toContain('<em>this</em>');
    expect(html).toContain('<a href="https://example.org/a" rel="noopener">the site</a>');
    expect(html).not.toContain('<video');
    const details = await (await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`)).json();
    expect(details).toMatchObject({ modules: [{ lessons: [{ type: 'text', videoUrl: null }] }] });
  });

  it('has no raw HTML, no script links and only images of the course', async () => {
    const html = await pageOf(
      await added(
        [
          '<script>alert(1)</script> <img src=x onerror=alert(2)>',
          '[a](javascript:alert(3)) [b](data:text/html,x)',
          '![far](https://evil.example/pixel.png) ![near](Plan%201.png "t") ![up](../x.png) ![slash](/thumbnails/x)',
        ].join('\n\n'),
      ),
    );
    const text = html.slice(html.indexOf('lesson-text'), html.indexOf('Course Content'));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toMatch(
      /<(script|iframe)|<img src=x|href="(javascript|data):|evil\.example\/pixel\.png"/,
    );
    const images = text.match(/<img [^>]*>/g) ?? [];
    expect(images).toHaveLength(1);
    expect(images[0]).toMatch(
      /^<img src="\/lessons\/[^/"]+\/images\/Plan%201\.png" alt="near" loading="lazy">$/,
    );
    expect(text).toMatch(/far.*up slash/);
  });

  it.each([
    ['another type', { type: 'slides', text: 'x' }, 'type'],
    ['a video without a file', { type: 'video' }, 'type'],
    ['no text', {}, 'text'],
    ['a blank text', { text: ' \n ' }, 'text'],
    ['100,001 characters', { text: 'x'.repeat(100_001) }, 'text'],
    ['a million brackets', { text: '['.repeat(1_000_000) }, 'text'],
    ['no title', { title: '', text: 'x' }, 'title'],
    ['no duration', { duration: 'soon', text: 'x' }, 'duration'],
    ['no course', { courseId: '', text: 'x' }, 'courseId'],
  ])('is refused with %s', async (_, fields, field) => {
    const answer = await add(fields);
    expect(answer.status).toBe(400);
    const body = (await answer.json()) as { error: string; errors: object };
    expect(Object.keys(body.errors)).toContain(field);
    expect(body.error).toBeTruthy();
    expect(sqlite().prepare('select count(*) from lessons').pluck().get()).toBe(0);
  });

  it.each([
    ['brackets', '['],
    ['images', '!['],
    ['nested quotes', '> '],
    ['nested quotes on many lines', '>>>>>>>>>> a\n'],
    ['emphasis', '*a_b '],
    ['code', '`a``'],
    ['footnotes', '[^1]: a[^1]\n'],
    ['references to footnotes', '[^'],
    ['formulas', '\\('],
    ['dollars', '$$a\n\n'],
    ['details', '<details>\n'],
    ['addresses', 'https://a.b www.a.b '],
    ['tasks', '- [ ] a\n'],
    ['bullets', '• a\n'],
  ])('of 100,000 characters of %s does not block other requests', async (_, part) => {
    const text = part.repeat(Math.floor(99_990 / part.length));
    const { longest } = await partsOf(async () => {
      expect((await add({ text: `a ${text}` })).status).toBe(201);
    });
    expect(longest).toBeLessThan(limitHere(100));
  });

  it('of another author is not found, nor in another course', async () => {
    expect((await add({ text: 'x' }, (await makeIssuer()).token)).status).toBe(404);
    expect((await add({ text: 'x', courseId: (await makeCourse(author)).id })).status).toBe(404);
    expect((await add({ text: 'x' }, learner.token)).status).toBe(403);
  });

  it('is closed until its course is bought', async () => {
    ({ course, module } = await makeWholeCourse(author, { price: '49' }));
    const id = await added('The **secret** text');
    expect(await pageOf(id)).not.toContain('secret');
    expect(await pageOf(id, author)).toContain('<strong>secret</strong>');
  });
});

describe('the form of a text lesson', () => {
  it('shows its author a preview, and stores nothing', async () => {
    const [issuer, other] = [await makeIssuer(), await makeIssuer()];
    const { lesson } = await makeWholeCourse(issuer);
    const preview = (form: Record<string, string>, { cookie }: { cookie: string } = issuer) =>
      fetchPage('/admin/courses/text-preview', { form, cookie });
    const answer = await preview({ text: '*Hello* <script>', lessonId: '' });
    expect(await answer.json()).toEqual({ html: '<p><em>Hello</em> &lt;script&gt;</p>\n' });
    expect((await preview({ text: 'Hello', lessonId: lesson.id })).status).toBe(200);
    expect((await preview({ text: 'Hello', lessonId: lesson.id }, other)).status).toBe(404);
    expect((await preview({ text: 'a'.repeat(100_001) })).status).toBe(400);
    expect((await preview({})).status).toBe(200);
  });

  const formPage = () => `/admin/courses/${course.id}/lessons/new?module=${module.id}`;
  const fields = { intent: 'text', title: 'Reading', duration: '10', text: 'A *short* text' };

  it('adds a lesson and changes it', async () => {
    const created = await fetchPage(formPage(), { form: fields, cookie: author.cookie });
    expect([created.status, created.headers.get('location')]).toEqual([
      302,
      `/admin/course-videos?courseId=${course.id}&open=${module.id}`,
    ]);
    const id = sqlite().prepare('select id from lessons').pluck().get() as string;
    const edit = `/admin/courses/${course.id}/lessons/${id}`;
    expect(await (await fetchPage(edit, { cookie: author.cookie })).text()).toContain('A *short* text');
    // The longest text that a form may have: 9 bytes a character.
    const text = '钟'.repeat(100_000);
    const saved = await fetchPage(edit, {
      form: { ...fields, title: 'Clocks', text },
      cookie: author.cookie,
    });
    expect(saved.status).toBe(302);
    const html = await pageOf(id);
    expect(html).toContain(text);
    expect(html).toContain('Clocks</h2>');
  });

  it('keeps what was entered when something is missing', async () => {
    const answer = await fetchPage(formPage(), { form: { ...fields, title: ' ' }, cookie: author.cookie });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('A *short* text');
    expect(html).toContain('Lesson title is required.');
    expect(sqlite().prepare('select count(*) from lessons').pluck().get()).toBe(0);
  });

  it('changes no lesson of another author and no lesson of another type', async () => {
    const { lesson, course: other } = await makeWholeCourse(author);
    const post = (person: Person) =>
      fetchPage(`/admin/courses/${other.id}/lessons/${lesson.id}`, { form: fields, cookie: person.cookie });
    expect((await post(await makeIssuer())).status).toBe(404);
    expect((await post(author)).status).toBe(409);
    expect(sqlite().prepare('select title from lessons').pluck().get()).toBe('Lesson');
  });
});
