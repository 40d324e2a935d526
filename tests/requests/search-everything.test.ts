import { beforeEach, describe, expect, it } from 'vitest';
import { waitingFor } from '#app/server/session/waiting.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { queryPlans, tableScans } from '#tests/support/query-plans.ts';

let issuer: Person;
let office: Person;
let uniqueId: string;
beforeEach(async () => {
  issuer = await makeIssuer({ name: 'Quill Academy' });
  office = await makeSuperAdmin();
  ({ uniqueId } = await makeCertificate(issuer, {
    studentName: 'Zora Quince',
    studentEmail: 'zora@quince.example',
  }));
});

const search = async (who: Person, q: string) => {
  const response = await fetchPage(`/search?q=${encodeURIComponent(q)}`, who);
  return { status: response.status, html: await response.text() };
};
const finds = async (who: Person, q: string, href: string) =>
  (await search(who, q)).html.includes(`href="${href}"`);

describe('the search of everything', () => {
  it('shows a certificate to its issuer, its holder, those who paid for it and super admins, and to nobody else', async () => {
    const other = await makeIssuer();
    const stranger = await makeVerifier();
    const payer = await makeVerifier();
    const holder = await makeVerifier({ email: 'zora@quince.example' });
    await payFor(payer, uniqueId);
    expect(await finds(issuer, 'quince', `/admin/issued-certificates/${uniqueId}`)).toBe(true);
    expect(await finds(office, 'Zora', `/superadmin/issued-certificates/${uniqueId}`)).toBe(true);
    expect(await finds(holder, uniqueId, `/my-certificates/${uniqueId}`)).toBe(true);
    expect(await finds(payer, 'zora', `/verify?q=${uniqueId}`)).toBe(true);
    for (const nobody of [other, stranger, await makePendingIssuer()]) {
      expect((await search(nobody, 'quince')).html).not.toContain('Zora');
    }
  });

  it('finds pages and acts by the beginnings of their words, only those of the role', async () => {
    expect(await finds(issuer, 'cre cou', '/admin/create-course')).toBe(true);
    expect(await finds(await makeVerifier(), 'create', '/admin/create-course')).toBe(false);
    expect(await finds(office, 'issuers', '/admin/update')).toBe(true);
    expect(await finds(issuer, 'issuers', '/admin/update')).toBe(false);
    expect(await finds(await makeVerifier(), uniqueId.toLowerCase(), `/verify?id=${uniqueId}`)).toBe(true);
  });

  it('finds people: members for an owner, accounts and issuers for super admins', async () => {
    const person = await makeVerifier({ name: 'Ottilie Marsh', email: 'ottilie@marsh.example' });
    expect(await finds(issuer, issuer.name.split(' ')[0] ?? '', '/admin/members')).toBe(true);
    expect((await search(office, 'ottilie@marsh.example')).html).toContain('Ottilie Marsh');
    expect((await search(office, 'quill ac')).html).toContain('/admin/update?q=');
    expect((await search(issuer, 'ottilie')).html).not.toContain('Ottilie Marsh');
    expect(person.id).not.toBe('');
  });

  it.each(['"', "a' OR 1=1 --", '%_\\', '*', 'NEAR(a b)', 'x'.repeat(500), '\u0000', '🙂', '   '])(
    'answers %j with a page',
    async (q) => {
      for (const who of [issuer, office, await makeVerifier()])
        expect((await search(who, q)).status).toBe(200);
    },
  );

  it('needs a login', async () => {
    const response = await fetchPage('/search?q=zora');
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/?redirectTo=%2Fsearch%3Fq%3Dzora',
    ]);
  });
});

describe('the counts of the menu', () => {
  it('are read by indexes', async () => {
    for (const actor of [issuer.actor, office.actor]) {
      const plans = await queryPlans(() => waitingFor(actor));
      // Alerts are a handful, and the others are the bounded results of a part of the query.
      const bounded = /USING|operator_alerts|\(subquery-\d+\)|^SCAN c$/;
      expect(tableScans(plans).filter((step) => !bounded.test(step))).toEqual([]);
    }
  });

  it('count issuers, names and messages for super admins, and nothing for others', async () => {
    expect(waitingFor(office.actor)).toEqual({});
    await makePendingIssuer();
    await makePendingIssuer();
    const message = ['m1', 'support', 'A', 'a@b.example', 'S', 'B', 1];
    sqlite()
      .prepare(
        'insert into support_messages (id, topic, name, email, subject, body, created_at) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(message);
    expect(waitingFor(office.actor)).toEqual({ issuers: 2, messages: 1 });
    expect([waitingFor(issuer.actor), waitingFor({ kind: 'visitor', address: '192.0.2.7' })]).toEqual([
      {},
      {},
    ]);
    sqlite().prepare('update support_messages set handled_at = 2').run();
    expect(waitingFor(office.actor)).toEqual({ issuers: 2 });
  });

  it('count corrections for those who may answer them', async () => {
    sqlite()
      .prepare(
        `insert into correction_requests (id, certificate_id, issuer_id, field, right, reason, asked_at)
         select 'c1', id, issuer_id, 'studentName', 'Zora Q.', 'A typo', 1 from certificates`,
      )
      .run();
    expect(waitingFor(issuer.actor)).toEqual({ corrections: 1 });
    const { actor } = issuer;
    if (!('organisation' in actor) || !actor.organisation) throw new Error('an issuer has an organisation');
    expect(waitingFor({ ...actor, organisation: { ...actor.organisation, role: 'author' } })).toEqual({});
  });
});

describe('the groups of an issuer’s menu', () => {
  const groups = (html: string) =>
    [...html.matchAll(/<details[^>]*data-group="(\w+)"[^>]*>(.*?)<\/details>/gs)].flatMap(
      ([, group, links]) =>
        [...(links ?? '').matchAll(/href="(\/[^"#]+)"/g)].map(([, href]) => [href, group] as const),
    );

  it('are remembered by the page of each link, without a script', async () => {
    const links = groups(await (await fetchPage('/admin/courses', issuer)).text());
    expect(links.length).toBeGreaterThan(8);
    for (const [href, group] of links) {
      const response = await fetchPage(href ?? '', { ...issuer, cookie: `${issuer.cookie}; menu=none` });
      const kept = response.headers.getSetCookie().find((line) => line.startsWith('menu='));
      expect([href, kept?.split(';')[0]]).toEqual([href, `menu=${group}`]);
    }
    const other = await fetchPage('/support', { ...issuer, cookie: `${issuer.cookie}; menu=courses` });
    expect(other.headers.getSetCookie().filter((line) => line.startsWith('menu='))).toEqual([]);
    expect(await other.text()).toMatch(
      /<details[^>]*(?:open=""[^>]*data-group="courses"|data-group="courses"[^>]*open="")/,
    );
  });

  it.each(['', 'x', '"><script>'])('ignore the cookie %j', async (value) => {
    const html = await (
      await fetchPage('/support', { ...issuer, cookie: `${issuer.cookie}; menu=${value}` })
    ).text();
    expect(html).toMatch(
      /<details[^>]*(?:open=""[^>]*data-group="certificates"|data-group="certificates"[^>]*open="")/,
    );
  });
});
