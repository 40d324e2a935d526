import { expect, it } from 'vitest';
import { addModule } from '#app/courses/modules.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse, makeLesson, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { copyNewestCourse } from '#tests/support/many-courses.ts';

it('gives 50 courses of a list without limit, and up to 200 with one, until each was listed', async () => {
  const issuer = await makeIssuer();
  await makeWholeCourse(issuer);
  copyNewestCourse(sqlite(), 130);
  for (const [path, sizes] of [
    ['users/courses', [50, 50, 31]],
    ['admin/courses', [50, 50, 31]],
    ['users/courses?limit=200', [131]],
  ] as const) {
    const pages: number[] = [];
    for (let next: string | undefined = path; next; ) {
      const answer = await fetchApi(next, { token: issuer.token });
      pages.push(((await answer.json()) as unknown[]).length);
      next = /<http[^>]*?(\/api[^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(pages, path).toEqual(sizes);
  }
});

it('limits the courses of an issuer and the modules of a course', async () => {
  const issuer = await makeIssuer();
  const { course } = await makeWholeCourse(issuer);
  for (let n = 1; n < 100; n += 1) addModule(issuer.actor, course.id);
  expect(() => addModule(issuer.actor, course.id)).toThrow('A course has at most 100 modules.');
  copyNewestCourse(sqlite(), 499);
  await expect(makeCourse(issuer)).rejects.toThrow('An issuer has at most 500 courses.');
  await makeCourse(await makeIssuer());
});

it('ends catalogue pages at 1 MB, and limits a course to 500 lessons', async () => {
  const issuer = await makeIssuer();
  const fill = sqlite().prepare(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 499)
    insert into lessons (id, module_id, title, duration, duration_seconds, video_id, position, created_at)
    select 'l' || i || module_id, module_id, title, duration, duration_seconds, video_id, i + 1, created_at
    from lessons, n where module_id = ?`);
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { course, module } = await makeWholeCourse(issuer);
    ids.unshift(course.id);
    // Three courses have 500 lessons and the last one has one.
    if (count < 3) fill.run(module.id);
  }
  sqlite().prepare('update lessons set title = ?').run('"ﷺ'.repeat(100));
  const seen: string[] = [];
  let pages = 0;
  for (let path: string | undefined = 'users/courses'; path; pages += 1) {
    const answer = await fetchApi(path);
    expect(Number(answer.headers.get('content-length'))).toBeLessThanOrEqual(1_000_000);
    for (const { _id } of (await answer.json()) as { _id: string }[]) seen.push(_id);
    path = /<http[^>]*?(\/api[^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual(ids);
  expect(pages).toBe(2);
  const full = sqlite().prepare('select id from modules order by seq limit 1').pluck().get() as string;
  sqlite()
    .prepare(
      'update lessons set module_id = (select id from modules order by seq desc limit 1) where position > 100 and module_id = ?',
    )
    .run(full);
  sqlite()
    .prepare('update modules set course_id = (select course_id from modules order by seq limit 1)')
    .run();
  await expect(makeLesson(issuer, full)).rejects.toThrow('A course has at most 500 lessons.');
});
