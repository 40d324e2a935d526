import { describe, expect, it } from 'vitest';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { enrol } from '#app/courses/enrol.server.ts';
import { sqlite } from '#db/client.ts';
import { makeLesson, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

async function learning() {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { course, module, lesson } = await makeWholeCourse(issuer, { title: 'Clocks' });
  const second = await makeLesson(issuer, module.id, { title: 'Order' });
  enrol(learner.actor, course.id);
  const path = `/course/${course.id}`;
  const { cookie } = learner;
  const page = async (at = path) => (await fetchPage(at, { cookie })).text();
  const post = async (form: Record<string, string>) => fetchPage(path, { cookie, form });
  const report = async (json: unknown, headers: Record<string, string> = {}, lessonId = lesson.id) =>
    fetchPage(`${path}/lessons/${lessonId}/progress`, {
      cookie,
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return { issuer, learner, course, lesson, second, path, page, post, report };
}

const stored = () => sqlite().prepare('select position_ms from lesson_progress').pluck().all();

describe("a learner's course page", () => {
  it('marks lessons as done and not done without JavaScript, and shows their states', async () => {
    const { page, post, path, lesson, second } = await learning();
    expect(await page()).toMatch(/0 of 2 lessons done.*Done, continue/s);
    const marked = await post({ intent: 'mark', lessonId: lesson.id, done: 'true' });
    expect(marked.headers.get('location')).toBe(`${path}?lesson=${second.id}#lesson`);
    const after = await page();
    expect(after).toContain('1 of 2 lessons done');
    // The next lesson is shown.
    expect(after).toMatch(/aria-current="true"[^>]*href="[^"]*"[^>]*>.*?Order/s);
    await post({ intent: 'mark', lessonId: lesson.id, done: 'false' });
    expect(await page()).toContain('0 of 2 lessons done');
  });

  it('leads to the next lesson if that is open', async () => {
    const { page, issuer, course, path, lesson, second } = await learning();
    const next = () => page(`${path}?lesson=${lesson.id}`);
    expect(await next()).toContain(`href="${path}?lesson=${second.id}#lesson"`);
    expect(await page(`${path}?lesson=${second.id}`)).not.toContain('Next:');
    setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: true, certificate: 'none' });
    expect(await next()).not.toContain('Next:');
  });

  it('continues at the lesson and the time where the learner stopped, also before that is stored', async () => {
    const { page, report, second, lesson } = await learning();
    expect(await page()).not.toContain('#t=');
    const response = await report({ position: 7.5, ranges: [[2, 7.5]] }, {}, second.id);
    expect(await response.json()).toMatchObject({ state: 'begun', position: 7.5 });
    expect(stored()).toEqual([]);
    expect(await page()).toMatch(/#t=7\.5"/);
    expect(await page(`/course/${(await learning()).course.id}`)).not.toContain('#t=');
    expect(lesson.id).not.toBe(second.id);
  });

  it('stores a report at once when the page is left', async () => {
    const { report } = await learning();
    await report({ position: 3, ranges: [[0, 3]], leaving: true });
    expect(stored()).toEqual([3_000]);
  });

  it('takes reports only from enrolled accounts on this site', async () => {
    const { report, path, lesson } = await learning();
    expect((await report({ position: 3 }, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await report({ position: -1 })).status).toBe(400);
    expect((await report({ position: 1, done: true }, { 'content-type': 'text/plain' })).status).toBe(415);
    const other = await makeVerifier();
    for (const [cookie, status] of [
      [other.cookie, 403],
      ['', 401],
    ] as const) {
      const body = JSON.stringify({ position: 3 });
      const headers = { 'content-type': 'application/json' };
      const response = await fetchPage(`${path}/lessons/${lesson.id}/progress`, { cookie, body, headers });
      expect(response.status).toBe(status);
    }
    expect(stored()).toEqual([]);
  });

  it('lets the learner leave the course', async () => {
    const { page, post, learner, course } = await learning();
    expect(await page()).toContain('Leave course');
    const left = await post({ intent: 'leave' });
    expect(left.headers.get('location')).toBe('/my-learning');
    expect(await page()).toMatch(/Enrol in this course/);
    expect(await page('/my-learning')).toContain('No courses yet');
    enrol(learner.actor, course.id);
    expect(await page()).toContain('Enrolled');
  });

  it('shows no progress to others', async () => {
    const { path } = await learning();
    const { cookie } = await makeVerifier();
    expect(await (await fetchPage(path, { cookie })).text()).not.toMatch(
      /lessons done|Done, continue|Leave course/,
    );
  });
});

describe('/my-learning', () => {
  it('lists the courses of the learner with what is done of them', async () => {
    const { page, post, lesson, course } = await learning();
    await post({ intent: 'mark', lessonId: lesson.id, done: 'true' });
    const list = await page('/my-learning');
    expect(list).toMatch(/Clocks.*1 of 2 lessons done.*<progress[^>]*value="50"/s);
    expect(list).toContain(`href="/course/${course.id}"`);
    expect(list).toContain('>Continue</a>');
  });

  it('has pages of 50', async () => {
    const { learner, page } = await learning();
    const [id] = sqlite().prepare('select id from courses').pluck().all() as string[];
    const copy = sqlite().prepare(
      `insert into courses (id, owner_id, title, description, thumbnail_id, created_at, updated_at)
       select ?, owner_id, 'Copy ' || ?, description, thumbnail_id, created_at, updated_at from courses where id = ?`,
    );
    // An account enrols in at most 60 courses an hour.
    for (let index = 0; index < 55; index += 1) {
      copy.run(`copy-${index}`, index, id);
      enrol(learner.actor, `copy-${index}`);
    }
    const first = await page('/my-learning');
    expect(first.match(/lessons done/g)).toHaveLength(50);
    const [, next = ''] = /href="(\/my-learning\?cursor=[^"]+)"/.exec(first) ?? [];
    expect((await page(next)).match(/lessons done/g)).toHaveLength(6);
  });
});
