import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { API_PATHS, fetchApi, fetchPage } from '#tests/support/handler.ts';
import { type Answer, CALLS, EMPTY_FORMS, PAGES, ROLES, type RoleName } from './access-table.ts';
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
  expect([...leaves.map(({ pattern }) => pattern), ...API_PATHS].toSorted()).toEqual(listed.toSorted());
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

/** The same of a single fetch, where a redirect has status 202 and its target in the body. @param wanted what is expected */
async function toldAsData(answer: Response, wanted: Answer | undefined): Promise<Answer> {
  const text = await answer.text();
  const isRedirect = answer.status === 202 && typeof wanted === 'string' && text.includes(wanted);
  return isRedirect ? wanted : told(answer);
}

async function expectData(path: string, expected: Expected) {
  const seen: Expected = {};
  for (const role of ROLES) {
    const answer = await fetchPage(path, { cookie: cookieOf(role), headers: { accept: '*/*' } });
    seen[role] = await toldAsData(answer, expected[role]);
  }
  expect(seen, path).toEqual(expected);
}

/** @param refusals what the roles without access get where that is not the page's answer */
async function expectFormRefused(path: string, expected: Expected, refusals: Expected) {
  const [seen, wanted]: [Expected, Expected] = [{}, {}];
  for (const role of ROLES) {
    const page = expected[role];
    // A page that leads elsewhere does so after a form, too; a single fetch ends with the form.
    const isLedOn =
      typeof page === 'string' &&
      refusals[role] === 400 &&
      !new URL(path, 'http://localhost').pathname.endsWith('.data');
    const answer = isLedOn ? page : (refusals[role] ?? page);
    // The response to those who have access depends on the form.
    if (answer === undefined || answer === 200) continue;
    wanted[role] = answer;
    const form = await fetchPage(path, { form: {}, cookie: cookieOf(role) });
    seen[role] = await toldAsData(form, answer);
  }
  expect(seen, path).toEqual(wanted);
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
    const refusals = EMPTY_FORMS[pattern] ?? {};
    for (const target of [path, data]) await expectFormRefused(target, expected, refusals);
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
