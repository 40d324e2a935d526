import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { type Answer, CALLS, PAGES, type PageRow, ROLES, type RoleName } from './access-table.ts';
import { shareWorld, type World } from './access-world.ts';

type Leaf = { pattern: string; id: string };

/** Every route of app/routes.ts that has a URL, with its route id for single fetch. */
const leavesOf = (entries: RouteConfigEntry[], parent = ''): Leaf[] =>
  entries.flatMap(({ path, children, file, id }) => {
    const pattern = [parent, path?.replace(/^\//, '')].filter(Boolean).join('/');
    return children
      ? leavesOf(children, pattern)
      : [{ pattern: `/${pattern}`, id: id ?? file.replace(/\.tsx?$/, '') }];
  });
const leaves = leavesOf(routes as RouteConfigEntry[]);
const idOf = (pattern: string) => leaves.find((leaf) => leaf.pattern === pattern)?.id ?? '';

let people: World['people'];
let objects: World['objects'];
shareWorld((world) => {
  ({ people, objects } = world);
});

const cookieOf = (role: RoleName) => (role === 'visitor' ? undefined : people[role].cookie);
const tokenOf = (role: RoleName) => (role === 'visitor' ? undefined : people[role].token);

/** The target path of a redirect, or the status of any other response. */
const told = (answer: Response): Answer =>
  answer.status === 302 ? (answer.headers.get('location') ?? '').replace(/\?.*$/, '') : answer.status;

/** The single-fetch URL of a page. */
const dataPath = (url: string) => {
  const [path = '', query] = url.split('?');
  return `${path === '/' ? '/_' : path}.data${query ? `?${query}` : ''}`;
};

it('has a row for every route, and no row for none', () => {
  const listed = [...Object.keys(PAGES), ...Object.keys(CALLS)];
  expect(leaves.map(({ pattern }) => pattern).toSorted()).toEqual(listed.toSorted());
});

type Expected = Partial<Record<RoleName, Answer>>;
const byRole = (answers: readonly Answer[]): Expected =>
  Object.fromEntries(ROLES.map((role, index) => [role, answers[index]]));

async function expectPage(path: string, expected: Expected) {
  const seen: Expected = {};
  for (const role of ROLES) {
    const answer = await fetchPage(path, { cookie: cookieOf(role) });
    await answer.arrayBuffer();
    seen[role] = told(answer);
  }
  expect(seen).toEqual(expected);
}

async function expectData(path: string, expected: Expected) {
  const seen: Expected = {};
  for (const role of ROLES) {
    const answer = await fetchPage(path, { cookie: cookieOf(role), headers: { accept: '*/*' } });
    const text = await answer.text();
    // In single fetch a redirect has status 202 and its target in the body.
    const wanted = expected[role];
    seen[role] =
      answer.status === 202 && typeof wanted === 'string' && text.includes(wanted) ? wanted : answer.status;
  }
  expect(seen, path).toEqual(expected);
}

async function expectFormRefused(path: string, { answers }: PageRow, expected: Expected) {
  for (const role of ROLES) {
    const wanted = expected[role];
    // Skip roles with access to the page: their response depends on the form. All others may not submit it either.
    if (wanted === 200 || (typeof wanted === 'string' && role !== 'visitor')) continue;
    if (role === 'visitor' && answers.every((answer) => answer === wanted)) continue;
    const answer = await fetchPage(path, { form: {}, cookie: cookieOf(role) });
    const text = await answer.text();
    if (typeof wanted === 'string') {
      expect(answer.status === 302 || answer.status === 202, `${role} ${path}`).toBe(true);
      expect(answer.headers.get('location') ?? text, `${role} ${path}`).toContain(wanted);
    } else {
      expect(answer.status, `${role} ${path}`).toBeGreaterThanOrEqual(400);
    }
  }
}

it.each(Object.entries(PAGES))(
  '%s is for whom the table says, as a page, as data, as the data of one route, and with a form',
  async (pattern, row) => {
    const path = row.url?.(objects) ?? pattern;
    const expected = byRole(row.answers);
    await expectPage(path, expected);
    if (row.file) return;
    const data = dataPath(path);
    await expectData(data, expected);
    const alone = `${data}${data.includes('?') ? '&' : '?'}_routes=${encodeURIComponent(idOf(pattern))}`;
    await expectData(alone, expected);
    for (const target of [path, data]) await expectFormRefused(target, row, expected);
  },
);

it.each(Object.entries(CALLS))(
  '%s is for whom the table says, by token, and takes no cookie for one',
  async (pattern, { method, url, answers, open }) => {
    const path = url?.(objects) ?? pattern;
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { json: {} } : {};
    const seen: Expected = {};
    for (const role of ROLES) {
      const answer = await fetchApi(path, { method, token: tokenOf(role), ...body });
      await answer.arrayBuffer();
      seen[role] = told(answer);
    }
    expect(seen).toEqual(byRole(answers));
    if (open) return;
    for (const role of ROLES) {
      const headers = { cookie: cookieOf(role) ?? '' };
      const answer = await fetchApi(path, { method, headers, ...body });
      expect([role, answer.status]).toEqual([role, 401]);
      const data = await fetchPage(`${path}.data`, { cookie: cookieOf(role), method });
      expect(await data.text(), role).not.toMatch(/"success",true|"success":true/);
    }
  },
);
