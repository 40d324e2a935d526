import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mayDo, type OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { CALLS, MEMBERS, type MemberName, type Objects, PAGES } from './access-table.ts';
import { enterWorld, leaveWorld, type World } from './access-world.ts';

/**
 * Members of the organisation of `issuer`: whatever its owner may open, they may open or not, by the act that it needs. What needs no
 * act of the organisation answers them as it answers a verifier.
 */
const PAGE_ACTS: [RegExp, OrganisationAct][] = [
  [/^\/admin\/(?:members|audit(?:\.csv)?)$/, 'manage'],
  [/^\/settings\/webhooks/, 'manage'],
  [/^\/admin\/(?:issue-certificate|batches\/template\.csv|designs\/new|designs\/preview)$/, 'certificates'],
  [/^\/admin\/designs\/:id(?:\/manage)?$/, 'certificates'],
  [/^\/admin\/issued-certificates\/.*(?:revocation|erasure|renewal|replacement)$/, 'certificates'],
  [
    /^\/admin\/(?:create-course|course-videos|courses\/:id\/(?:edit|lessons\/new|lessons\/:lessonId)$)/,
    'courses',
  ],
];
const actOf = (pattern: string): OrganisationAct =>
  PAGE_ACTS.find(([path]) => path.test(pattern))?.[1] ?? 'read';

const ROLE_OF = { issuing: 'issuer', author: 'author', viewer: 'viewer' } as const;

let people: World['people'];
let objects: Objects;
beforeEach(async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  ({ people, objects } = await enterWorld());
});
afterAll(leaveWorld);

const told = (answer: Response) =>
  answer.status === 302 ? (answer.headers.get('location') ?? '').replace(/\?.*$/, '') : answer.status;

const ADMIN_PAGES = Object.entries(PAGES).filter(
  ([pattern, { answers }]) => /^\/admin\//.test(pattern) && answers[4] === 200,
);

describe.each(ADMIN_PAGES)('%s', (pattern, { url }) => {
  it('opens for the roles that may do its act', async () => {
    const seen: Partial<Record<MemberName, unknown>> = {};
    for (const member of MEMBERS) {
      const answer = await fetchPage(url?.(objects) ?? pattern, { cookie: people[member].cookie });
      await answer.arrayBuffer();
      seen[member] = told(answer);
    }
    const expected = (member: keyof typeof ROLE_OF) => (mayDo(ROLE_OF[member], actOf(pattern)) ? 200 : 403);
    expect(seen).toEqual({
      issuing: expected('issuing'),
      author: expected('author'),
      viewer: expected('viewer'),
      removed:
        pattern.includes('.csv') || /preview|picture|:file/.test(pattern)
          ? seen.removed
          : '/admin-login/admincredentials',
    });
  });
});

describe.each(Object.entries(CALLS).filter(([, { answers }]) => answers[1] === 403 && answers[4] !== 403))(
  '%s',
  (pattern, { method, url }) => {
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { json: {} } : {};
    const act: OrganisationAct = /\/members/.test(pattern)
      ? 'manage'
      : /audit$/.test(pattern)
        ? 'manage'
        : method === 'GET'
          ? 'read'
          : /coupon|course/.test(pattern) && !/approvals/.test(pattern)
            ? 'courses'
            : 'certificates';

    it('is for the roles that may do its act, and for no removed member', async () => {
      for (const member of MEMBERS) {
        const answer = await fetchApi(url?.(objects) ?? pattern, {
          method,
          token: people[member].token,
          ...body,
        });
        await answer.arrayBuffer();
        const isAllowed = member !== 'removed' && mayDo(ROLE_OF[member], act);
        const got = answer.status === 401 ? 'logged out' : answer.status === 403 ? 'forbidden' : 'allowed';
        expect([member, got, answer.status]).toEqual([
          member,
          member === 'removed' ? 'logged out' : isAllowed ? 'allowed' : 'forbidden',
          answer.status,
        ]);
      }
    });
  },
);
