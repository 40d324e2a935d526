import { expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { makeLesson, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';

it('ends catalogue pages early for courses with many lessons, and limits a course to 2,000 lessons', async () => {
  const issuer = await makeIssuer();
  const fill = sqlite.prepare(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1999)
    insert into lessons (id, module_id, title, duration, duration_seconds, video_id, position, created_at)
    select 'l' || i || module_id, module_id, title, duration, duration_seconds, video_id, i + 1, created_at
    from lessons, n where module_id = ?`);
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { course, module } = await makeWholeCourse(issuer);
    ids.unshift(course.id);
    // Three courses have 2,000 lessons and the last one has one.
    if (count < 3) fill.run(module.id);
  }
  const seen: string[] = [];
  let pages = 0;
  for (let path: string | undefined = 'users/courses'; path; pages += 1) {
    const answer = await fetchApi(path);
    for (const { _id } of (await answer.json()) as { _id: string }[]) seen.push(_id);
    path = /<http[^>]*?(\/api[^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual(ids);
  expect(pages).toBe(2);
  const full = sqlite.prepare('select id from modules order by seq limit 1').pluck().get() as string;
  sqlite
    .prepare(
      'update lessons set module_id = (select id from modules order by seq desc limit 1) where position > 400 and module_id = ?',
    )
    .run(full);
  sqlite.prepare('update modules set course_id = (select course_id from modules order by seq limit 1)').run();
  await expect(makeLesson(issuer, full)).rejects.toThrow('A course has at most 2000 lessons.');
});
