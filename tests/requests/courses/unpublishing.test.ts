import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { courseReasonSchema } from '#app/courses/course.schema.ts';
import type { Course } from '#app/courses/course.server.ts';
import { enrol, rateCourse } from '#app/courses/enrol.server.ts';
import { catalogueFigures } from '#app/courses/list-courses.server.ts';
import { republishCourse, unpublishCourse } from '#app/courses/publish-course.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, sqlite } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const REASON = "It shows another school's <videos>.";

let author: Person;
let learner: Person;
let stranger: Person;
let superAdmin: Person;
let course: Course;
let videoPath: string;

beforeEach(async () => {
  author = await makeIssuer();
  learner = await makeVerifier();
  stranger = await makeVerifier();
  superAdmin = await makeSuperAdmin();
  const made = await makeWholeCourse(author, { title: 'Borrowed Films', category: 'Cinema' });
  course = made.course;
  enrol(learner.browser, course.id);
  rateCourse(learner.browser, course.id, { stars: 4 });
  videoPath = `/videos/${sqlite().prepare("select id from media where kind = 'video'").pluck().get()}.mp4`;
});

const mails = () =>
  db()
    .select({ subject: outbox.subject, text: outbox.text })
    .from(outbox)
    .where(eq(outbox.toAddress, author.email))
    .all()
    .filter(({ subject }) => subject.includes('Borrowed Films'));

async function ask(path: string, { cookie }: Person) {
  const answer = await fetchPage(path, { cookie });
  const text = answer.headers.get('content-type')?.startsWith('text/html') ? await answer.text() : '';
  return { status: answer.status, html: text.replaceAll('<!-- -->', '') };
}
const statusOf = async (path: string, person: Person) => (await ask(path, person)).status;

describe('an unpublished course', () => {
  beforeEach(async () => {
    const answer = await fetchPage(`/superadmin/courses/${course.id}/unpublication`, {
      form: { reason: REASON },
      cookie: superAdmin.cookie,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/superadmin/courses']);
  });

  it('is missing from the catalogue, its figures and the API', async () => {
    for (const path of ['/courses', '/explore', '/courses?q=borrowed']) {
      expect((await ask(path, stranger)).html).not.toContain('Borrowed Films</');
    }
    expect(catalogueFigures()).toMatchObject({ courses: 0, students: 0, categories: [] });
    expect(await (await fetchApi('users/courses')).json()).toEqual([]);
    const details = `admin/course/modules/fetchCourseDetails/${course.id}`;
    expect((await fetchApi(details)).status).toBe(404);
    expect((await fetchApi(details, { token: learner.token })).status).toBe(404);
  });

  it('is closed to learners with its videos, with an explanation for enrolled ones', async () => {
    expect(await statusOf(`/course/${course.id}`, stranger)).toBe(404);
    const seen = await ask(`/course/${course.id}`, learner);
    expect(seen.status).toBe(403);
    expect(seen.html).toContain('is not available at the moment because it was unpublished.');
    expect(seen.html).toContain('id="sidebar"');
    expect(seen.html).not.toContain('another school');
    for (const person of [stranger, learner]) expect(await statusOf(videoPath, person)).toBe(404);
    expect(() => enrol(stranger.browser, course.id)).toThrow('Course not found.');
    expect(() => rateCourse(learner.browser, course.id, { stars: 1 })).toThrow('Course not found.');
  });

  it('is open to its author and to super admins, with the reason', async () => {
    const shown = 'It shows another school&#x27;s &lt;videos&gt;.';
    const pages: [string, Person][] = [
      [`/course/${course.id}`, author],
      [`/admin/course-videos?courseId=${course.id}`, author],
      ['/admin/courses', author],
      [`/course/${course.id}`, superAdmin],
      ['/superadmin/courses', superAdmin],
    ];
    for (const [path, person] of pages) {
      const { status, html } = await ask(path, person);
      expect([path, status, html.includes(shown)]).toEqual([path, 200, true]);
    }
    for (const person of [author, superAdmin]) expect(await statusOf(videoPath, person)).toBe(200);
    const listed = await fetchApi('admin/courses', { token: author.token });
    expect(await listed.json()).toMatchObject([{ _id: course.id, unpublication: { reason: REASON } }]);
  });

  it('is announced to its author by one mail', async () => {
    expect(mails()).toMatchObject([{ text: expect.stringContaining(`Reason: ${REASON}`) }]);
    const again = await fetchPage(`/superadmin/courses/${course.id}/unpublication`, {
      form: { reason: REASON },
      cookie: superAdmin.cookie,
    });
    expect(again.status).toBe(409);
    expect(mails()).toHaveLength(1);
  });

  it('can be published again with its learners and ratings', async () => {
    const answer = await fetchPage('/superadmin/courses', {
      form: { courseId: course.id },
      cookie: superAdmin.cookie,
    });
    expect(answer.status).toBe(200);
    expect(await statusOf(`/course/${course.id}`, stranger)).toBe(200);
    expect(await statusOf(videoPath, stranger)).toBe(200);
    expect(catalogueFigures()).toMatchObject({ courses: 1, students: 1, rating: 4, categories: ['Cinema'] });
    expect(mails().map(({ subject }) => subject)).toEqual([
      "Your course 'Borrowed Films' was unpublished",
      "Your course 'Borrowed Films' is published again",
    ]);
    expect(() => republishCourse(superAdmin.browser, course.id)).toThrow('already published');
  });
});

describe('a super admin’s decision about a course', () => {
  it.each(['unpublication', 'removal'])('requires a reason (%s)', async (decision) => {
    const path = `/superadmin/courses/${course.id}/${decision}`;
    for (const reason of ['', '   ', 'x'.repeat(501)]) {
      const answer = await fetchPage(path, { form: { reason }, cookie: superAdmin.cookie });
      expect(answer.status).toBe(400);
    }
    expect(mails()).toEqual([]);
    expect(await statusOf(`/course/${course.id}`, stranger)).toBe(200);
  });

  it('is refused to everybody else', async () => {
    for (const { browser } of [author, learner]) {
      await expect(
        unpublishCourse(browser, course.id, parseInput(courseReasonSchema, { reason: REASON })),
      ).rejects.toThrow('You are not allowed to do this.');
      expect(() => republishCourse(browser, course.id)).toThrow('You are not allowed to do this.');
    }
  });

  it('removes a course and mails its author the reason', async () => {
    const answer = await fetchPage(`/superadmin/courses/${course.id}/removal`, {
      form: { reason: REASON },
      cookie: superAdmin.cookie,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/superadmin/courses']);
    expect(await statusOf(`/course/${course.id}`, author)).toBe(404);
    expect(mails()).toMatchObject([
      {
        subject: "Your course 'Borrowed Films' was removed",
        text: expect.stringContaining(`Reason: ${REASON}`),
      },
    ]);
  });

  it('works over the API', async () => {
    const call = (method: string, path: string, json?: unknown) =>
      fetchApi(`admin/course/${course.id}${path}`, { method, json, token: superAdmin.token });
    expect((await call('POST', '/unpublication', { reason: REASON })).status).toBe(201);
    expect((await call('DELETE', '/unpublication')).status).toBe(200);
    expect((await call('DELETE', `?reason=${encodeURIComponent(REASON)}`)).status).toBe(200);
    expect(mails().at(-1)?.text).toContain(`Reason: ${REASON}`);
  });

  it('sends no mail to an author who deletes their own course', async () => {
    const answer = await fetchApi(`admin/course/${course.id}`, { method: 'DELETE', token: author.token });
    expect(answer.status).toBe(200);
    expect(mails()).toEqual([]);
  });
});
