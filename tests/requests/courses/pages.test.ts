import { expect, it } from 'vitest';
import { courseById } from '#app/courses/find-course.server.ts';
import { addModule } from '#app/courses/modules.server.ts';
import { makeCourse, makeLesson, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

it("responds 404 to deleting another issuer's course, module or lesson", async () => {
  const { course, module, lesson } = await makeWholeCourse(await makeIssuer());
  const { cookie } = await makeIssuer();
  const remove = (path: string, form: Record<string, string>) => fetchPage(path, { form, cookie });
  const modules = `/admin/course-videos?courseId=${course.id}`;
  const answers = [
    await remove('/admin/courses', { id: course.id }),
    await remove(modules, { intent: 'delete-module', courseId: course.id, id: module.id }),
    await remove(modules, {
      intent: 'delete-lesson',
      courseId: course.id,
      moduleId: module.id,
      id: lesson.id,
    }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect(courseById(course.id).modules[0]?.lessons).toHaveLength(1);
});

it('redirects to the course when its module is already deleted', async () => {
  const owner = await makeIssuer();
  const { course, module } = await makeWholeCourse(owner);
  const form = { intent: 'delete-module', courseId: course.id, id: module.id };
  for (let count = 0; count < 2; count += 1) {
    const answer = await fetchPage(`/admin/course-videos?courseId=${course.id}`, {
      form,
      cookie: owner.cookie,
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('set-cookie')).toContain('certrace_flash=');
  }
});

it('keeps the theme and offers a link back on a page that a guard refuses', async () => {
  const { cookie } = await makeIssuer();
  const answer = await fetchPage('/superadmin/issued-certificates', { cookie: `${cookie}; theme=dark` });
  const html = await answer.text();
  expect(answer.status).toBe(403);
  expect(html).toContain('data-theme="dark"');
  expect(html).toContain('Go to Services');
});

it('opens the first module of a course, even without lessons', async () => {
  const owner = await makeIssuer();
  const { id } = await makeCourse(owner);
  addModule(owner.actor, id, { title: 'Preface' });
  const second = addModule(owner.actor, id, { title: 'Basics' });
  const lesson = await makeLesson(owner, second.id, { title: 'Hello' });
  const ask = async (query = '') =>
    (await fetchPage(`/course/${id}${query}`, { cookie: owner.cookie })).text();
  const openModules = (html: string) =>
    [...html.matchAll(/<details(?=[^>]* open)[^>]*>.*?<span>([^<]*)<\/span>/gs)]
      .map(([, title]) => title)
      .filter((title) => title === 'Preface' || title === 'Basics');
  const first = await ask();
  expect(openModules(first)).toEqual(['Preface']);
  expect(first).not.toContain('<video');
  expect(first).toContain('Choose a lesson from the course content to watch it.');
  const chosen = await ask(`?lesson=${lesson.id}`);
  expect(openModules(chosen)).toEqual(['Basics']);
  expect(chosen).toContain('<video');
});
