import { describe, expect, it } from 'vitest';
import { decideName, requestName } from '#app/accounts/organisations/request-name.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { again, handOver, invitationToken, join, makeMember } from '#tests/support/members.ts';

const call = async (path: string, { token }: Pick<Person, 'token'>, method = 'GET', json?: unknown) => {
  const answer = await fetchApi(path, { token, method, json });
  return [answer.status, (await answer.json()) as Record<string, unknown>] as const;
};
const post = (person: Person, form: Record<string, string>) =>
  fetchPage('/admin/members', { cookie: person.cookie, form });
const membersPage = async ({ cookie }: Person, query = '') =>
  (await fetchPage(`/admin/members${query}`, { cookie })).text();
const ownersOf = (id: string) =>
  sqlite()
    .prepare("select user_id from memberships where organisation_id = ? and role = 'owner'")
    .pluck()
    .all(id);

describe('the name of an organisation', () => {
  it('is requested by an owner who did not register it, and approved', async () => {
    const founder = await makeIssuer();
    const owner = await handOver(founder, await makeMember(founder, 'issuer'));
    const asked = await post(owner, { intent: 'name', name: 'Harbour Institute' });
    expect([asked.status, asked.headers.get('location')]).toEqual([302, '/admin/members']);
    const page = await membersPage(owner);
    expect(page).toContain('Your new name is waiting for approval');
    expect(page).toContain('Harbour Institute');
    expect(subjectsTo(owner.email)).toContain('Your new name is waiting for approval');
    const office = await makeSuperAdmin();
    const id = sqlite().prepare('select id from issuer_name_changes').pluck().get() as string;
    decideName(office.browser, { nameChangeId: id, decision: 'approve' });
    const [, { organisations }] = await call('organisations', owner);
    expect(organisations).toMatchObject([{ name: 'Harbour Institute' }]);
    const [, { user }] = await call('users/me', founder);
    expect(user).toMatchObject({ name: founder.name });
    expect((await makeCertificate(again(owner))).issuer.name).toBe('Harbour Institute');
  });

  it('is requested over the API for the organisation of the login alone, and withdrawn', async () => {
    const founder = await makeIssuer();
    const other = await makeIssuer();
    const owner = await handOver(founder, await makeMember(founder, 'issuer'));
    const rename = (id: string, name: string, by = owner) =>
      call(`organisations/${id}`, by, 'PATCH', { name });
    expect((await rename(founder.id, 'Harbour Institute'))[0]).toBe(200);
    expect((await rename(other.id, 'Harbour Institute'))[0]).toBe(404);
    expect((await rename(founder.id, 'Harbour Institute', founder))[0]).toBe(403);
    expect((await rename(founder.id, ''))[0]).toBe(400);
    expect((await rename(founder.id, founder.name))[1]).toMatchObject({
      message: 'You keep your present name.',
    });
    const decisions = sqlite().prepare('select name, decision from issuer_name_changes').all();
    expect(decisions).toEqual([{ name: 'Harbour Institute', decision: 'withdrawn' }]);
  });

  it('is not requested by an owner who hands the organisation over meanwhile', async () => {
    const founder = await makeIssuer();
    const asking = requestName(founder.actor, founder, { name: 'Harbour Institute' });
    sqlite().prepare("update memberships set role = 'issuer' where user_id = ?").run(founder.id);
    await expect(asking).rejects.toMatchObject({ code: 'forbidden' });
    expect(sqlite().prepare('select count(*) from issuer_name_changes').pluck().get()).toBe(0);
  });
});

describe('the API tokens of members', () => {
  const makeToken = async (person: Person, name: string) => {
    const [, { token }] = await call('tokens', person, 'POST', { name, scopes: ['certificates:read'] });
    return token as { _id: string; secret: string };
  };

  it('are shown to the owner with their member, scopes and last use, and revoked', async () => {
    const founder = await makeIssuer();
    const stranger = await makeIssuer();
    const token = await makeToken(founder, 'Campus system');
    await makeToken(stranger, 'Foreign system');
    const owner = await handOver(founder, await makeMember(founder, 'issuer'));
    const page = await membersPage(owner);
    for (const text of ['Campus system', founder.name, 'certificates:read']) expect(page).toContain(text);
    expect(page).not.toContain('Foreign system');
    const [, { tokens }] = await call('members/tokens', owner);
    expect(tokens).toMatchObject([
      { _id: token._id, scopes: ['certificates:read'], member: { _id: founder.id, name: founder.name } },
    ]);
    expect(JSON.stringify(tokens)).not.toContain(token.secret);
    expect((await call('certificates/my-issued', { token: token.secret }))[0]).toBe(200);
    expect((await call(`members/tokens/${token._id}`, stranger, 'DELETE'))[0]).toBe(404);
    expect((await call(`members/tokens/${token._id}`, founder, 'DELETE'))[0]).toBe(403);
    const revoked = await post(owner, { intent: 'revoke-token', tokenId: token._id });
    expect([revoked.status, revoked.headers.get('location')]).toEqual([302, '/admin/members']);
    expect((await call('certificates/my-issued', { token: token.secret }))[0]).toBe(401);
    expect(await membersPage(owner)).not.toContain('Campus system');
    const act = sqlite().prepare(
      "select organisation_id, actor_id, object_id from audit_rows where act = 'token.revoked'",
    );
    expect(act.all()).toEqual([{ organisation_id: founder.id, actor_id: owner.id, object_id: token._id }]);
  });

  it('are 50 a page', async () => {
    const founder = await makeIssuer();
    for (let count = 0; count < 50; count += 1) await makeToken(founder, `System ${count}.`);
    const owner = await handOver(founder, await makeMember(founder, 'issuer'));
    await makeToken(owner, 'Newest.');
    const page = await membersPage(owner);
    expect([page.includes('Newest.'), page.includes('System 0.')]).toEqual([true, false]);
    const [, query] = /href="\/admin\/members(\?tokens=[^"]+)"/.exec(page) ?? [];
    const next = await membersPage(owner, query);
    expect([next.includes('Newest.'), next.includes('System 0.')]).toEqual([false, true]);
  });

  it('are revoked with a recent password only', async () => {
    const owner = await makeIssuer();
    const { _id } = await makeToken(owner, 'Campus system');
    setClock(() => Date.now() + 11 * 60_000);
    const [status, { code }] = await call(`members/tokens/${_id}`, owner, 'DELETE');
    expect([status, code]).toEqual([403, 'password_required']);
    const page = await post(owner, { intent: 'revoke-token', tokenId: _id });
    expect(page.headers.get('location')).toMatch(/^\/settings\/proof/);
    expect((await call(`members/tokens/${_id}`, owner, 'DELETE', { password: PASSWORD }))[0]).toBe(200);
    setClock();
  });
});

describe('a removal', () => {
  const remove = (owner: Person, { id }: Person) => call(`members/${id}`, owner, 'DELETE');

  it('does not bring the used invitation back', async () => {
    const owner = await makeIssuer();
    const member = await join(owner, await makeVerifier(), 'issuer');
    const token = invitationToken(member.email);
    expect((await remove(owner, member))[0]).toBe(200);
    const login = await fetchApi('users/login', { json: { email: member.email, password: PASSWORD } });
    const anew = (await login.json()) as { token: string };
    expect((await call(`invitations/${token}`, anew, 'POST'))[0]).toBe(404);
    expect((await call('organisations', anew))[1]).toMatchObject({ organisations: [] });
  });

  it('ends the offer of the ownership, also at the same time', async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    await call('members/ownership', owner, 'POST', { userId: member.id });
    const [removed, accepted] = await Promise.all([
      remove(owner, member),
      call(`organisations/${owner.id}/ownership`, member, 'POST', {}),
    ]);
    // One of them is first. The other then finds an owner, or nobody who was asked.
    const isRemoved = removed[0] === 200;
    expect(isRemoved ? [401, 403, 404] : [200]).toContain(accepted[0]);
    expect(isRemoved ? 200 : 403).toBe(removed[0]);
    expect(ownersOf(owner.id)).toEqual([isRemoved ? owner.id : member.id]);
  });

  it('ends the offer of the ownership for good', async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    await call('members/ownership', owner, 'POST', { userId: member.id });
    await remove(owner, member);
    const login = await fetchApi('users/login', { json: { email: member.email, password: PASSWORD } });
    const anew = (await login.json()) as { token: string };
    await call('members/invitations', owner, 'POST', { email: member.email, role: 'issuer' });
    expect((await call(`invitations/${invitationToken(member.email)}`, anew, 'POST'))[0]).toBe(200);
    expect((await call(`organisations/${owner.id}/ownership`, anew, 'POST', {}))[0]).toBe(404);
  });

  it('leaves invitations of a former owner to the new one', async () => {
    const founder = await makeIssuer();
    const person = await makeVerifier();
    await call('members/invitations', founder, 'POST', { email: person.email, role: 'viewer' });
    const owner = await handOver(founder, await makeMember(founder, 'issuer'));
    expect((await remove(owner, founder))[0]).toBe(200);
    const accepted = await call(`invitations/${invitationToken(person.email)}`, person, 'POST');
    expect(accepted[0]).toBe(200);
    expect((await call('members', owner))[1]).toMatchObject({
      members: [{ role: 'owner' }, { role: 'viewer' }],
    });
  });
});

describe('two owners', () => {
  it('who offer and accept at once leave one', async () => {
    const owner = await makeIssuer();
    const [one, two] = [await makeMember(owner, 'issuer'), await makeMember(owner, 'author')];
    await call('members/ownership', owner, 'POST', { userId: one.id });
    const answers = await Promise.all([
      call(`organisations/${owner.id}/ownership`, one, 'POST', {}),
      call('members/ownership', owner, 'POST', { userId: two.id }),
      call(`organisations/${owner.id}/ownership`, two, 'POST', {}),
    ]);
    expect(answers.map(([status]) => status).filter((status) => ![200, 403, 404].includes(status))).toEqual(
      [],
    );
    expect(ownersOf(owner.id)).toHaveLength(1);
  });
});

it('names the tokens and webhooks of an organisation to its new owner', async () => {
  const founder = await makeIssuer();
  await fetchApi('tokens', { token: founder.token, json: { name: 'Campus', scopes: ['certificates:read'] } });
  await fetchApi('webhooks', {
    token: founder.token,
    json: { url: 'https://hooks.example.org/in', types: ['certificate.issued'] },
  });
  const owner = await handOver(founder, await makeMember(founder, 'issuer'));
  const [mail] = mailsTo(owner.email).filter(({ subject }) => subject === 'You own an organisation now');
  expect(mail?.text).toContain(`Campus (${founder.name})`);
  expect(mail?.text).toContain('https://hooks.example.org/in');
  expect(mailsTo(founder.email).at(-1)?.text).not.toContain('Campus');
});

it('carries only plain names in invitations, and none of a pending organisation', async () => {
  const issuer = await makeIssuer({ name: 'Win at casino.example now' });
  const invite = ({ token }: Person) =>
    fetchApi('members/invitations', { token, json: { email: 'ada@people.example', role: 'viewer' } });
  expect((await invite(issuer)).status).toBe(201);
  expect(mailsTo('ada@people.example').at(-1)?.text).not.toContain('casino.example');
  expect((await invite(await makePendingIssuer())).status).toBe(403);
  expect(mailsTo('ada@people.example')).toHaveLength(1);
});
