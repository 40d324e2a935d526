import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { type Answer, CALLS, type Objects, PAGES, ROLES, type RoleName } from './access-table.ts';
import { enterWorld, leaveWorld, type World } from './access-world.ts';

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
let objects: Objects;

beforeEach(async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  ({ people, objects } = await enterWorld());
});

afterAll(leaveWorld);

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

describe.each(Object.entries(PAGES))('%s', (pattern, { url, answers, file }) => {
  const expected = Object.fromEntries(ROLES.map((role, index) => [role, answers[index]]));

  it('is for whom the table says, as a page', async () => {
    const seen: Record<string, Answer> = {};
    for (const role of ROLES) {
      const answer = await fetchPage(url?.(objects) ?? pattern, { cookie: cookieOf(role) });
      await answer.arrayBuffer();
      seen[role] = told(answer);
    }
    expect(seen).toEqual(expected);
  });

  it.skipIf(file)('is for the same people as data, whole or a route alone', async () => {
    const path = dataPath(url?.(objects) ?? pattern);
    const alone = `${path}${path.includes('?') ? '&' : '?'}_routes=${encodeURIComponent(idOf(pattern))}`;
    for (const target of [path, alone]) {
      const seen: Record<string, Answer> = {};
      for (const role of ROLES) {
        const answer = await fetchPage(target, { cookie: cookieOf(role), headers: { accept: '*/*' } });
        const text = await answer.text();
        // In single fetch a redirect has status 202 and its target in the body.
        const wanted = expected[role];
        seen[role] =
          answer.status === 202 && typeof wanted === 'string' && text.includes(wanted)
            ? wanted
            : answer.status;
      }
      expect(seen, target).toEqual(expected);
    }
  });

  it.skipIf(file)('takes forms from nobody else', async () => {
    const path = url?.(objects) ?? pattern;
    for (const target of [path, dataPath(path)]) {
      for (const role of ROLES) {
        const wanted = expected[role];
        // Skip roles with access to the page: their response depends on the form. All others may not submit it either.
        if (wanted === 200 || (typeof wanted === 'string' && role !== 'visitor')) continue;
        if (role === 'visitor' && answers.every((answer) => answer === wanted)) continue;
        const answer = await fetchPage(target, { form: {}, cookie: cookieOf(role) });
        const text = await answer.text();
        if (typeof wanted === 'string') {
          expect(answer.status === 302 || answer.status === 202, `${role} ${target}`).toBe(true);
          expect(answer.headers.get('location') ?? text, `${role} ${target}`).toContain(wanted);
        } else {
          expect(answer.status, `${role} ${target}`).toBeGreaterThanOrEqual(400);
        }
      }
    }
  });
});

describe.each(Object.entries(CALLS))('%s', (pattern, { method, url, answers, open }) => {
  const path = () => url?.(objects) ?? pattern;
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { json: {} } : {};

  it('is for whom the table says, by token', async () => {
    const seen: Record<string, Answer> = {};
    for (const role of ROLES) {
      const answer = await fetchApi(path(), { method, token: tokenOf(role), ...body });
      await answer.arrayBuffer();
      seen[role] = told(answer);
    }
    expect(seen).toEqual(Object.fromEntries(ROLES.map((role, index) => [role, answers[index]])));
  });

  it.skipIf(open)('takes no cookie for a token, in any form', async () => {
    for (const role of ROLES) {
      const headers = { cookie: cookieOf(role) ?? '' };
      const answer = await fetchApi(path(), { method, headers, ...body });
      expect([role, answer.status]).toEqual([role, 401]);
      const data = await fetchPage(`${path()}.data`, { cookie: cookieOf(role), method });
      expect(await data.text(), role).not.toMatch(/"success",true|"success":true/);
    }
  });

  const other = method === 'GET' ? 'POST' : 'GET';
  const described = pattern.replace('/api/v1', '').replaceAll(/:(\w+)/g, '{$1}');
  const hasOther = describedCalls.some(({ name }) => name === `${other} ${described}`);

  it.skipIf(hasOther || pattern === '/api/*')('knows no other method', async () => {
    const answer = await fetchApi(path(), { method: other, token: tokenOf('issuer') });
    expect([answer.status, (answer.headers.get('allow') ?? '').split(', ').includes(method)]).toEqual([
      405,
      true,
    ]);
  });
});
