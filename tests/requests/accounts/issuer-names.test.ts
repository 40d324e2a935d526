import { expect, it, vi } from 'vitest';
import { log } from '#app/shared/log.server.ts';
import {
  certificateInput,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { subjectsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const FAMOUS = 'Massachusetts Institute of Technology';

const rename = ({ cookie }: Person, name: string) =>
  fetchPage('/settings', { form: { intent: 'name', name }, cookie });
const nameOf = async ({ token }: Person) =>
  (await (await fetchApi('users/me', { token })).json()).user.name as string;
const issuedName = async ({ token }: Person) => {
  const answer = await fetchApi('certs/issue', {
    json: { ...certificateInput(), allowDuplicate: true },
    token,
  });
  return (await answer.json()).certificate.issuedBy.name as string;
};
const issuers = async ({ cookie }: Person, query = '?status=renaming') =>
  (await fetchPage(`/admin/update${query}`, { cookie })).text();
const changeIds = (page: string) =>
  [...page.matchAll(/name="nameChangeId" value="([\w-]+)"/g)].map(([, id]) => id ?? '');
const decide = ({ cookie }: Person, nameChangeId: string, decision: string) =>
  fetchPage('/admin/update', { form: { nameChangeId, decision }, cookie });

it.each(['required', 'auto'])(
  'keeps the name of an issuer until a super admin approves the new one (ISSUER_APPROVAL=%s)',
  async (ISSUER_APPROVAL) => {
    testEnvironment({ ISSUER_APPROVAL });
    const [bob, root] = [await makeIssuer({ name: 'Bob' }), await makeSuperAdmin()];
    const info = vi.spyOn(log, 'info');
    expect(await (await rename(bob, FAMOUS)).text()).toContain('is waiting for a super admin to approve it');
    expect([await nameOf(bob), await issuedName(bob)]).toEqual(['Bob', 'Bob']);
    const settings = await (await fetchPage('/settings', { cookie: bob.cookie })).text();
    expect(settings).toContain('Your new name is waiting for approval');
    expect(settings).toContain(FAMOUS);

    const page = await issuers(root);
    expect(page).toContain(FAMOUS);
    expect(subjectsTo('support@certrace.example')).toEqual(['An issuer requests another name']);
    const [id = ''] = changeIds(page);
    expect(await (await decide(root, id, 'approve')).text()).toContain(`Bob is now ${FAMOUS}.`);
    expect([await nameOf(bob), await issuedName(bob)]).toEqual([FAMOUS, FAMOUS]);
    expect((await decide(root, id, 'refuse')).status).toBe(409);

    const list = await (await fetchApi('certificates/my-issued', { token: bob.token })).json();
    expect(list.certificates.map((entry: { issuedBy: { name: string } }) => entry.issuedBy.name)).toEqual([
      FAMOUS,
      'Bob',
    ]);
    expect(subjectsTo(bob.email)).toEqual(
      expect.arrayContaining(['Your new name is waiting for approval', 'Your new name was approved']),
    );
    const events = info.mock.calls.map(([line]) => line as unknown as Record<string, unknown>);
    expect(events).toContainEqual(
      expect.objectContaining({ security: 'issuer name requested', userId: bob.id }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ security: 'issuer name approved', userId: root.id, subjectId: bob.id }),
    );
  },
);

it('tells an issuer that its new name was refused', async () => {
  const [bob, root] = [await makeIssuer({ name: 'Bob' }), await makeSuperAdmin()];
  await rename(bob, FAMOUS);
  const [id = ''] = changeIds(await issuers(root));
  expect(await (await decide(root, id, 'refuse')).text()).toContain('Bob keeps its name.');
  expect(await nameOf(bob)).toBe('Bob');
  expect(subjectsTo(bob.email)).toContain('Your new name was refused');
  const settings = await (await fetchPage('/settings', { cookie: bob.cookie })).text();
  expect(settings).toContain('Your new name was refused');
  expect(await issuers(root)).not.toContain(FAMOUS);
});

it('approves only the name that the super admin saw', async () => {
  const [bob, root] = [await makeIssuer({ name: 'Bob' }), await makeSuperAdmin()];
  await rename(bob, 'Bobby');
  const [seen = ''] = changeIds(await issuers(root));
  await rename(bob, FAMOUS);
  expect((await decide(root, seen, 'approve')).status).toBe(409);
  expect(await nameOf(bob)).toBe('Bob');
  const [id = ''] = changeIds(await issuers(root));
  expect(await (await rename(bob, 'Bob')).text()).toContain('You keep your present name.');
  expect((await decide(root, id, 'approve')).status).toBe(409);
  expect(changeIds(await issuers(root))).toEqual([]);
});

it('does not approve a new name along with a pending issuer', async () => {
  const [pending, root] = [await makePendingIssuer({ name: 'Bob' }), await makeSuperAdmin()];
  await rename(pending, FAMOUS);
  expect(await nameOf(pending)).toBe('Bob');
  const approved = await fetchPage('/admin/update', {
    form: { issuerId: pending.id, decision: 'approve' },
    cookie: root.cookie,
  });
  expect(approved.status).toBe(200);
  expect(await issuedName(pending)).toBe('Bob');
  expect(await issuers(root, '?q=massachusetts')).toContain('Bob');
});

it('accepts only valid decisions of super admins', async () => {
  const [bob, root] = [await makeIssuer({ name: 'Bob' }), await makeSuperAdmin()];
  await rename(bob, FAMOUS);
  const [id = ''] = changeIds(await issuers(root));
  expect((await decide(bob, id, 'approve')).status).toBe(403);
  expect((await decide(root, id, 'praise')).status).toBe(400);
  expect((await decide(root, 'no such request', 'approve')).status).toBe(404);
  expect(await nameOf(bob)).toBe('Bob');
});

it('limits requests for a new name to five an hour', async () => {
  const bob = await makeIssuer({ name: 'Bob' });
  for (let n = 1; n <= 5; n += 1) expect((await rename(bob, `Bob ${n}`)).status).toBe(200);
  expect((await rename(bob, 'Bob 6')).status).toBe(429);
});
