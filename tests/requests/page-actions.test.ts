import type { ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { fullPath } from '#app/server/edge/route-needs.server.ts';
import { describedCalls } from '#tests/support/api-description.ts';
import { PAGE_ACTIONS } from '#tests/support/page-actions.ts';

const build: ServerBuild = await import(
  /* @vite-ignore */ new URL('../../build/server/index.js', import.meta.url).pathname
);

/** Every form that a page or file takes, like '/settings name'. */
const forms = Object.values(build.routes).flatMap((route) => {
  const action = route?.module.action as { intents?: string[] } | undefined;
  const path = route && `/${fullPath(build.routes, route.id)}`;
  if (!action || !path || path.startsWith('/api/')) return [];
  return action.intents?.map((intent) => `${path} ${intent}`) ?? [path];
});

it('has an API call for every form of a page, or says why not', () => {
  expect(forms.length).toBeGreaterThan(80);
  expect(Object.keys(PAGE_ACTIONS).toSorted()).toEqual(forms.toSorted());
});

it('names calls that exist', () => {
  const named = Object.values(PAGE_ACTIONS).flatMap((calls) => (typeof calls === 'string' ? [] : calls));
  const known = new Set(describedCalls.map(({ name }) => name));
  expect(named.filter((call) => !known.has(call))).toEqual([]);
});
