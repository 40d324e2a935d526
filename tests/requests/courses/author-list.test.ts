import { beforeEach, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, type Person } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { copyNewestCourse } from '#tests/support/many-courses.ts';

const QUESTION = 'Are you sure you want to delete this course and all its modules?';

let author: Person;

beforeEach(async () => {
  author = await makeIssuer();
  await makeCourse(author);
  copyNewestCourse(sqlite(), 56);
});

/** The first match of a pattern in a page, with unescaped ampersands. */
const findIn = (html: string, pattern: RegExp) => (pattern.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
const ask = async (path: string) => (await fetchPage(path, { cookie: author.cookie })).text();

describe('deleting a course without JavaScript', () => {
  it.each([
    ['a search', '/admin/courses?q=copy+4'],
    ['a search and a page', '/admin/courses?q=copy&cursor='],
    ['page 2', '/admin/courses?cursor='],
  ])('works from %s and returns to it', async (_name, path) => {
    let list = path;
    if (path.endsWith('cursor=')) {
      const first = path.replace(/[?&]cursor=$/, '');
      list = findIn(await ask(first), /href="([^"]*cursor=[^"]*)"/);
    }
    const link = findIn(await ask(list), /href="([^"]*delete=copy-4)"/);
    const dialog = `/admin/courses${link.replace(/^\/admin\/courses/, '')}`;
    const html = await ask(dialog);
    expect(html).toContain(QUESTION);
    expect(html).toContain('Delete Copy 4');
    const form = findIn(html, /<form[^>]*action="([^"]*delete=[^"]*)"/);
    const answer = await fetchPage(form, { form: { id: 'copy-4' }, cookie: author.cookie });
    expect(answer.status).toBe(302);
    const back = new URL(answer.headers.get('location') ?? '', 'http://site');
    const from = new URL(list, 'http://site');
    expect(back.pathname).toBe(from.pathname);
    expect(Object.fromEntries(back.searchParams)).toEqual(Object.fromEntries(from.searchParams));
    expect(sqlite().prepare("select count(*) from courses where id = 'copy-4'").pluck().get()).toBe(0);
  });

  it('asks about a course that the current search does not list', async () => {
    const html = await ask('/admin/courses?q=copy+5&delete=copy-4');
    expect(html).toContain('Delete Copy 4');
    expect(html).toContain(QUESTION);
  });

  it('does not ask about another issuer’s course', async () => {
    const other = await makeIssuer();
    const html = await (await fetchPage('/admin/courses?delete=copy-4', { cookie: other.cookie })).text();
    expect(html).not.toContain(QUESTION);
  });

  it('says that there are no more courses when a page has become empty', async () => {
    const list = findIn(await ask('/admin/courses'), /href="([^"]*cursor=[^"]*)"/);
    sqlite().prepare("delete from courses where seq <= (select seq from courses where id = 'copy-8')").run();
    const html = await ask(list);
    expect(html).toContain('No more courses');
    expect(html).not.toContain('No courses yet');
  });
});

describe('the catalogue counts the courses that it shows', () => {
  it.each([
    ['/courses', 'Showing 50 of 57 courses'],
    ['/courses?q=copy', 'Showing 50 of 57 courses'],
    ['/courses?q=copy+4', 'Showing 11 of 57 courses'],
    ['/courses?q=nothing', 'Showing 0 of 57 courses'],
  ])('%s: %s', async (path, text) => {
    expect((await ask(path)).replaceAll('<!-- -->', '')).toContain(text);
  });

  it('on its second page', async () => {
    const next = findIn(await ask('/courses'), /href="([^"]*cursor=[^"]*)"/);
    expect((await ask(next)).replaceAll('<!-- -->', '')).toContain('Showing 7 of 57 courses');
  });
});
