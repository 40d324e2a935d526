import { describe, expect, it } from 'vitest';
import { endMembership } from '#app/accounts/organisations/members.server.ts';
import { issueBatches } from '#app/batches/issue-batches.server.ts';
import { startBatch } from '#app/batches/run-batch.server.ts';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { issueCertificate } from '#app/certificates/issue-certificate.server.ts';
import { renewCertificates } from '#app/certificates/renew-certificates.server.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import {
  certificateInput,
  makeBatch,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { subjectsTo } from '#tests/support/mails.ts';
import { again, invitationToken, join, makeMember } from '#tests/support/members.ts';

const call = async (path: string, token: string, method = 'GET', json?: unknown) => {
  const answer = await fetchApi(path, { token, method, json });
  return [answer.status, (await answer.json()) as Record<string, unknown>] as const;
};
/** A renewal from today on, for as long as before. */
const SAME_LENGTH = { issueDate: undefined, expiryDate: null, neverExpires: undefined };
const invite = (token: string, email: string, role = 'issuer') =>
  call('members/invitations', token, 'POST', { email, role });

describe('an invitation', () => {
  it('makes the account of its address a member, once', async () => {
    const owner = await makeIssuer();
    const person = await makeVerifier();
    expect((await invite(owner.token, person.email))[0]).toBe(201);
    const token = invitationToken(person.email);
    const page = await fetchPage(`/invitations/${token}`, { cookie: person.cookie });
    expect([page.status, (await page.text()).includes(owner.name)]).toEqual([200, true]);
    const accepted = await fetchPage(`/invitations/${token}`, { cookie: person.cookie, form: {} });
    expect([accepted.status, accepted.headers.get('location')]).toEqual([302, '/dashboard']);
    expect((await fetchPage('/admin/issued-certificates', { cookie: person.cookie })).status).toBe(200);
    expect((await call(`invitations/${token}`, person.token, 'POST'))[0]).toBe(404);
    expect((await fetchPage(`/invitations/${token}`)).status).toBe(404);
    expect(subjectsTo(owner.email)).toContain('Your organisation has a new member');
  });

  it('is for its address alone, also at the same time', async () => {
    const owner = await makeIssuer();
    const [person, stranger] = [await makeVerifier(), await makeVerifier()];
    await invite(owner.token, person.email);
    const token = invitationToken(person.email);
    expect((await call(`invitations/${token}`, stranger.token, 'POST'))[0]).toBe(403);
    const both = await Promise.all([1, 2].map(() => call(`invitations/${token}`, person.token, 'POST')));
    expect(both.map(([status]) => status).sort()).toEqual([200, 404]);
  });

  it('ends with its withdrawal, with another one, and after seven days', async () => {
    const owner = await makeIssuer();
    const person = await makeVerifier();
    const [, { invitation }] = await invite(owner.token, person.email);
    const first = invitationToken(person.email);
    await invite(owner.token, person.email, 'viewer');
    const second = invitationToken(person.email);
    expect((await call(`invitations/${first}`, person.token, 'POST'))[0]).toBe(404);
    expect(
      (await call(`members/invitations/${(invitation as { _id: string })._id}`, owner.token, 'DELETE'))[0],
    ).toBe(404);
    setClock(() => Date.now() + 7 * 86_400_000 + 1_000);
    expect((await call(`invitations/${second}`, person.token, 'POST'))[0]).toBe(404);
    setClock();
    const [, { invitations }] = await call('members', owner.token);
    const [open] = invitations as { _id: string }[];
    expect((await call(`members/invitations/${open?._id}`, owner.token, 'DELETE'))[0]).toBe(200);
    expect((await call(`invitations/${second}`, person.token, 'POST'))[0]).toBe(404);
  });

  it('is one of 20 an hour', async () => {
    const owner = await makeIssuer();
    const statuses = [];
    for (let n = 0; n <= 20; n += 1) statuses.push((await invite(owner.token, `p${n}@people.example`))[0]);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([201]));
    expect(statuses[20]).toBe(429);
  });

  it('asks for the password after ten minutes', async () => {
    const owner = await makeIssuer();
    setClock(() => Date.now() + 11 * 60_000);
    const [status, { code }] = await invite(owner.token, 'new@people.example');
    expect([status, code]).toEqual([403, 'password_required']);
    const given = { email: 'new@people.example', role: 'viewer', password: PASSWORD };
    expect((await call('members/invitations', owner.token, 'POST', given))[0]).toBe(201);
    setClock();
  });
});

describe('a role', () => {
  it('decides what a member may do, from the next request on', async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'viewer');
    const issue = () => call('certs/issue', member.token, 'POST', certificateInput({ allowDuplicate: true }));
    expect((await issue())[0]).toBe(403);
    expect((await call(`members/${member.id}`, owner.token, 'PATCH', { role: 'issuer' }))[0]).toBe(200);
    const [status, { certificate }] = await issue();
    expect([status, certificate]).toMatchObject([201, { issuedBy: { _id: owner.id, name: owner.name } }]);
    await call(`members/${member.id}`, owner.token, 'PATCH', { role: 'author' });
    expect((await issue())[0]).toBe(403);
    expect((await call('members', member.token))[0]).toBe(403);
  });

  it('changes during a batch without an effect on the batch', async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    const { id } = await makeBatch(member);
    startBatch(member.actor, id);
    await call(`members/${member.id}`, owner.token, 'PATCH', { role: 'viewer' });
    expect(() => startBatch(again(member).actor, id)).toThrow(/does not allow/);
    await issueBatches(() => false);
    const [, { batch }] = await call(`certs/batches/${id}`, owner.token);
    expect(batch).toMatchObject({ status: 'done', issued: 3 });
    expect(sqlite().prepare('select distinct issued_by from certificates').pluck().all()).toEqual([
      member.id,
    ]);
  });

  describe.each(['removed', 'a viewer'])('of a member that is %s while a request runs', (change) => {
    it.each([
      ['issued', ({ actor }: Person) => issueCertificate(actor, issueSchema.parse(certificateInput()))],
      ['renewed', ({ actor }: Person, old: string) => renewCertificates(actor, [old], SAME_LENGTH)],
      [
        'replaced',
        ({ actor }: Person, old: string) =>
          replaceCertificate(actor, old, issueSchema.parse(certificateInput({ studentName: 'Mo Li' }))),
      ],
    ])('stops that a certificate is %s', async (_, start) => {
      const owner = await makeIssuer();
      const member = await makeMember(owner, 'issuer');
      const { uniqueId } = await makeCertificate(owner, {
        courseName: 'Sailing',
        issueDate: '2026-01-01',
        expiryDate: '2027-01-01',
      });
      const started = start(member, uniqueId);
      transaction((tx) => {
        const of = { organisationId: owner.id, userId: member.id };
        if (change === 'removed') endMembership(tx, of);
        else sqlite().prepare("update memberships set role = 'viewer' where user_id = ?").run(member.id);
      });
      await expect(started).rejects.toMatchObject({ code: 'forbidden' });
      expect(sqlite().prepare('select count(*) from certificates').pluck().get()).toBe(1);
      expect(sqlite().prepare('select count(*) from certificate_revocations').pluck().get()).toBe(0);
    });
  });

  it('shows no forms and no links to acts that it may not do', async () => {
    const owner = await makeIssuer();
    await makeCertificate(owner);
    const viewer = await makeMember(owner, 'viewer');
    for (const path of ['issued-certificates', 'batches', 'designs', 'coupons', 'courses']) {
      const page = await (await fetchPage(`/admin/${path}`, { cookie: viewer.cookie })).text();
      const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
      expect([path, main.match(/<form[^>]*method="post"[^>]*>/g)]).toEqual([path, null]);
      for (const [, href = ''] of main.matchAll(/href="(\/[^"#]*)"/g)) {
        const { status } = await fetchPage(href.replaceAll('&amp;', '&'), { cookie: viewer.cookie });
        expect([path, href, status]).toEqual([path, href, 200]);
      }
    }
  });
});

describe('a removed member', () => {
  it('has no login and no token for the organisation any more, at once', async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    const elsewhere = await join(await makeIssuer(), await makeVerifier(), 'issuer');
    expect((await call('certificates/my-issued', member.token))[0]).toBe(200);
    expect((await call(`members/${member.id}`, owner.token, 'DELETE'))[0]).toBe(200);
    expect((await call('certificates/my-issued', member.token))[0]).toBe(401);
    expect((await fetchPage('/admin/issued-certificates', { cookie: member.cookie })).status).toBe(302);
    expect((await call('certificates/my-issued', elsewhere.token))[0]).toBe(200);
    const login = await fetchApi('users/login', { json: { email: member.email, password: PASSWORD } });
    const { token } = (await login.json()) as { token: string };
    expect((await call('certificates/my-issued', token))[0]).toBe(403);
    const chosen = { email: member.email, password: PASSWORD, organisation: owner.id };
    expect((await fetchApi('users/login', { json: chosen })).status).toBe(400);
  });

  it('can also leave, except the owner', async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'author');
    expect((await call(`organisations/${owner.id}`, owner.token, 'DELETE'))[0]).toBe(409);
    expect((await call(`organisations/${owner.id}`, member.token, 'DELETE'))[0]).toBe(200);
    expect((await call('organisations', member.token))[1]).toEqual({ success: true, organisations: [] });
    expect((await fetchPage('/admin/courses', { cookie: member.cookie })).status).toBe(302);
  });
});

describe('a person in several organisations', () => {
  it('acts for one of them at a time, and switches without a script', async () => {
    const [one, two] = [await makeIssuer(), await makeIssuer()];
    const [inOne, inTwo] = [await makeCertificate(one), await makeCertificate(two)];
    const person = await join(two, await join(one, await makeVerifier(), 'issuer'), 'viewer');
    const seen = async () => {
      const page = await (await fetchPage('/admin/issued-certificates', { cookie: person.cookie })).text();
      return [page.includes(inOne.uniqueId), page.includes(inTwo.uniqueId)];
    };
    expect(await seen()).toEqual([false, true]);
    const choose = (organisation: string) =>
      fetchPage('/organisation', { cookie: person.cookie, form: { organisation } });
    expect((await choose(one.id)).headers.get('location')).toBe('/dashboard');
    expect(await seen()).toEqual([true, false]);
    expect((await choose((await makeIssuer()).id)).status).toBe(400);
    await choose('');
    expect((await fetchPage('/admin/issued-certificates', { cookie: person.cookie })).status).toBe(403);
    const home = await (await fetchPage('/services', { cookie: person.cookie })).text();
    expect(home).toContain('action="/organisation"');
  });

  it('chooses it in the body of a login', async () => {
    const [one, two] = [await makeIssuer(), await makeIssuer()];
    const person = await join(two, await join(one, await makeVerifier(), 'issuer'), 'viewer');
    const acting = async (organisation?: string) => {
      const json = { email: person.email, password: PASSWORD, organisation };
      const { token } = (await (await fetchApi('users/login', { json })).json()) as { token: string };
      const [, { organisations }] = await call('organisations', token);
      return (organisations as { _id: string; isActing: boolean }[])
        .filter(({ isActing }) => isActing)
        .map(({ _id }) => _id);
    };
    expect([await acting(), await acting(one.id), await acting(two.id)]).toEqual([[], [one.id], [two.id]]);
  });
});

describe('ownership', () => {
  const owners = (id: string) =>
    sqlite()
      .prepare("select user_id from memberships where organisation_id = ? and role = 'owner'")
      .pluck()
      .all(id);

  it('is taken over by a member who was asked, and by nobody else', async () => {
    const owner = await makeIssuer();
    const [member, other] = [await makeMember(owner, 'viewer'), await makeMember(owner, 'issuer')];
    const accept = (token: string) => call(`organisations/${owner.id}/ownership`, token, 'POST', {});
    expect((await accept(member.token))[0]).toBe(404);
    expect((await call('members/ownership', owner.token, 'POST', { userId: member.id }))[0]).toBe(200);
    expect(owners(owner.id)).toEqual([owner.id]);
    const both = await Promise.all([accept(member.token), accept(other.token), accept(member.token)]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 404, 404]);
    expect(owners(owner.id)).toEqual([member.id]);
    expect((await call('members', owner.token))[0]).toBe(403);
    expect((await call('certificates/my-issued', owner.token))[0]).toBe(200);
    expect((await call('members', member.token))[0]).toBe(200);
  });

  it('stays with one of two who are asked at once', async () => {
    const owner = await makeIssuer();
    const people = [await makeMember(owner, 'issuer'), await makeMember(owner, 'issuer')];
    await Promise.all(people.map(({ id }) => call('members/ownership', owner.token, 'POST', { userId: id })));
    const accepted = await Promise.all(
      people.map(({ token }) => call(`organisations/${owner.id}/ownership`, token, 'POST', {})),
    );
    expect(accepted.map(([status]) => status).sort()).toEqual([200, 404]);
    expect(owners(owner.id)).toHaveLength(1);
  });
});

describe('a closed organisation', () => {
  it('issues nothing any more, and its certificates are still answered', async () => {
    const owner = await makeIssuer();
    const member = await makeMember(owner, 'issuer');
    const { uniqueId } = await makeCertificate(owner);
    const did = (await fetchPage(`/issuers/${owner.id}/did.json`)).status;
    expect((await call('members/closing', owner.token, 'POST', {}))[0]).toBe(200);
    expect((await call('certs/issue', owner.token, 'POST', certificateInput()))[0]).toBe(403);
    expect((await call('certificates/my-issued', member.token))[0]).toBe(401);
    expect((await fetchPage(`/issuers/${owner.id}/did.json`)).status).toBe(did);
    const verifier = await makeVerifier();
    expect((await call('cert/verify', verifier.token, 'POST', { uniqueId }))[0]).toBe(200);
    expect(subjectsTo(member.email)).toContain('An organisation was closed');
    expect((await fetchPage('/settings/delete-account', { cookie: owner.cookie })).status).toBe(302);
  });

  it('is what the only owner has to do before the account is deleted, or to transfer it', async () => {
    const owner = await makeIssuer();
    const page = await (await fetchPage('/settings/delete-account', { cookie: owner.cookie })).text();
    expect(page).toContain('You own an organisation');
    const asked = await fetchPage('/settings/delete-account', {
      cookie: owner.cookie,
      form: { password: PASSWORD },
    });
    expect(asked.status).toBe(409);
    await call('members/closing', owner.token, 'POST', {});
    const login = await fetchApi('users/login', { json: { email: owner.email, password: PASSWORD } });
    expect(login.status).toBe(200);
  });
});
