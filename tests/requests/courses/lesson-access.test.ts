import { afterEach, describe, expect, it } from 'vitest';
import { setCompletion } from '#app/courses/completion/completion-fields.server.ts';
import { enrol, leaveCourse } from '#app/courses/enrol.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { reportProgress } from '#app/courses/progress/report-progress.server.ts';
import { setLessonDraft, setModuleDraft } from '#app/courses/publish-course.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { makeLesson, makeQuiz, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';

async function learning() {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { course, module, lesson } = await makeWholeCourse(issuer, { title: 'Clocks' });
  const second = await makeLesson(issuer, module.id, { title: 'Second', duration: '1:00:00' });
  enrol(learner.actor, course.id);
  const urls = async (who: Person) => {
    const details = await fetchApi(`admin/course/modules/fetchCourseDetails/${course.id}`, {
      token: who.token,
    });
    const { modules } = (await details.json()) as { modules: { lessons: { videoUrl: string | null }[] }[] };
    return modules.flatMap(({ lessons }) => lessons.map(({ videoUrl }) => videoUrl));
  };
  return { issuer, learner, course, module, lesson, second, urls };
}

const status = async (url: string | null | undefined) => {
  const response = await fetchRaw(url ?? '');
  await response.body?.cancel();
  return response.status;
};

afterEach(() => setClock());

describe('a signed URL of a video', () => {
  it('ends when its lesson is closed, and opens again with it', async () => {
    const { issuer, learner, course, lesson, urls } = await learning();
    const [first, second] = await urls(learner);
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: true, certificate: 'none' });
    expect([await status(first), await status(second)]).toEqual([200, 403]);
    await reportProgress(learner.actor, course.id, lesson.id, { done: true });
    expect(await status(second)).toBe(200);
  });

  it('ends when its lesson or module becomes a draft, except for the author', async () => {
    const { issuer, learner, module, second, urls } = await learning();
    const [, url] = await urls(learner);
    const [, authors] = await urls(issuer);
    setLessonDraft(issuer.actor, second.id, true);
    expect([await status(url), await status(authors)]).toEqual([404, 200]);
    setLessonDraft(issuer.actor, second.id, false);
    expect(await status(url)).toBe(200);
    setModuleDraft(issuer.actor, module.id, true);
    expect([await status(url), await status(authors)]).toEqual([404, 200]);
  });

  it('ends when the course gets a price and its reader leaves', async () => {
    const { learner, course, urls } = await learning();
    const [url] = await urls(learner);
    sqlite().prepare('update courses set price_minor = 4900').run();
    expect(await status(url)).toBe(200);
    leaveCourse(learner.actor, course.id);
    expect(await status(url)).toBe(403);
  });

  it('is for one account, one file and six hours', async () => {
    const { issuer, learner, urls } = await learning();
    const [first, second] = await urls(learner);
    const own = new URL(first ?? '');
    const changed = (name: string, value: string) => {
      const url = new URL(own);
      url.searchParams.set(name, value);
      return url.href;
    };
    expect(await status(changed('reader', issuer.id))).toBe(403);
    expect(await status(changed('reader', ''))).toBe(403);
    expect(await status(`${new URL(second ?? '').pathname}${own.search}`)).toBe(403);
    own.searchParams.delete('reader');
    expect(await status(own.href)).toBe(403);
    setClock(() => Date.now() + 7 * 3_600_000);
    expect(await status(first)).toBe(403);
  });
});

describe('lessons in order', () => {
  it('are closed whatever their type: page, text, attempts and progress', async () => {
    const { issuer, learner, course, module, lesson, second } = await learning();
    setCompletion(issuer.actor, course.id, { rule: 'lessons', inOrder: true, certificate: 'none' });
    const text = await fetchApi(`admin/course/module/addLesson/${module.id}`, {
      token: issuer.token,
      json: { title: 'Notes', duration: '5', courseId: course.id, type: 'text', text: 'Hidden *words*' },
    });
    expect(text.status).toBe(201);
    const textId = (await text.json())._id;
    const quiz = await makeQuiz(issuer, module.id);
    const page = async (id: string) =>
      (await fetchPage(`/course/${course.id}?lesson=${id}`, { cookie: learner.cookie })).text();
    const call = async (path: string, method = 'POST', json: unknown = {}) =>
      (await fetchApi(`courses/${course.id}/lessons/${path}`, { method, token: learner.token, json })).status;
    const closed = async () => [
      /Hidden/.test(await page(textId)),
      await call(`${textId}/progress`, 'PUT', { done: true }),
      /Time flies/.test(await page(quiz.id)),
      /value="begin-attempt"/.test(await page(quiz.id)),
      await call(`${quiz.id}/attempts`),
    ];
    expect(await closed()).toEqual([false, 409, false, false, 409]);
    await reportProgress(learner.actor, course.id, lesson.id, { done: true });
    await reportProgress(learner.actor, course.id, second.id, { done: true });
    expect(await closed()).toEqual([true, 200, false, true, 201]);
    // An attempt that is open does not go on while its lesson is closed.
    const { attempt } = await (
      await fetchApi(`courses/${course.id}/lessons/${quiz.id}/attempts`, { token: learner.token, json: {} })
    ).json();
    await reportProgress(learner.actor, course.id, textId, { done: false });
    expect(await call(`${quiz.id}/attempts/${attempt._id}`, 'PUT', { answers: {} })).toBe(409);
    expect(await call(`${quiz.id}/attempts/${attempt._id}/submission`)).toBe(409);
  });
});

describe('drafts', () => {
  it('do not count in the catalogue, on the course page and for the author', async () => {
    const { issuer, learner, course, second } = await learning();
    const hidden = addModule(issuer.actor, course.id, { title: 'Hidden' });
    await makeLesson(issuer, hidden.id, { duration: '2:00:00' });
    setModuleDraft(issuer.actor, hidden.id, true);
    setLessonDraft(issuer.actor, second.id, true);
    const text = async (path: string, who: Person) =>
      (await (await fetchPage(path, { cookie: who.cookie })).text()).replaceAll('<!-- -->', '');
    expect(await text('/courses', learner)).toMatch(/1 module(?!s)/);
    expect(await text('/admin/courses', issuer)).toMatch(/1 module(?!s)/);
    for (const who of [learner, issuer]) {
      const shown = await text(`/course/${course.id}`, who);
      const tile = (label: string) => new RegExp(`${label}</[^>]+><[^>]+>([^<]+)<`).exec(shown)?.[1];
      expect([tile('Modules'), tile('Lessons'), tile('Duration')]).toEqual(['1', '1', '16m']);
    }
  });
});
