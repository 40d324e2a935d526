import { beforeEach, describe, expect, it } from 'vitest';
import { createApiToken } from '#app/accounts/api-tokens/create-api-token.server.ts';
import { decideIssuer, setIssueQuota } from '#app/accounts/decide-issuer.server.ts';
import { auditListSchema, listAudit } from '#app/accounts/list-audit.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { sqlite, transaction } from '#db/client.ts';
import { stopClock } from '#tests/support/clock.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { makeMember } from '#tests/support/members.ts';
import { queryPlans, sorts, tableScans } from '#tests/support/query-plans.ts';
import { testEnvironment } from '#tests/support/setup.ts';

type Entry = { number: number; act: string; address: string | null; actor: Record<string, unknown> };
type Page = { success: boolean; audit: Entry[]; nextCursor: string | null };

let issuer: Person;
let other: Person;
let office: Person;

beforeEach(async () => {
  issuer = await makeIssuer({ name: 'Hanover College' });
  other = await makeIssuer();
  office = await makeSuperAdmin();
});

const ask = async (query: string, { token }: Pick<Person, 'token'>) => {
  const answer = await fetchApi(`audit?${query}`, { token });
  return { status: answer.status, link: answer.headers.get('link'), page: (await answer.json()) as Page };
};
const actsIn = async (query: string, person: Pick<Person, 'token'>) =>
  (await ask(query, person)).page.audit.map(({ act }) => act);

const fill = (count: number, { actor }: Person) => {
  for (let n = 0; n < count; n += 1)
    transaction((tx) => recordAct(tx, actor, 'settings.reminders', { after: { n } }));
};

describe('the list', () => {
  it('shows an issuer its own organisation, and a super admin everything', async () => {
    const { uniqueId } = await makeCertificate(issuer);
    const { uniqueId: foreign } = await makeCertificate(other);
    revokeCertificate(issuer.actor, uniqueId, { reason: 'An error' });
    revokeCertificate(office.browser, foreign, { reason: 'An error' });
    setIssueQuota(office.browser, { issuerId: issuer.id, perDay: 5 });
    expect(await actsIn('', issuer)).toEqual(['issuer.quota', 'certificate.revoked']);
    expect(await actsIn('', other)).toEqual(['certificate.revoked']);
    expect(await actsIn('', office)).toEqual([
      'issuer.quota',
      'certificate.revoked',
      'certificate.revoked',
      'superadmin.created',
    ]);
    const { page } = await ask('', issuer);
    // The super admin's name and origin are not for the issuer.
    expect(page.audit[0]).toMatchObject({
      actor: { kind: 'user', _id: office.id, name: 'Super admin', email: null },
      organisation: { _id: issuer.id, name: 'Hanover College' },
      object: { kind: 'account', _id: issuer.id },
      before: { perDay: null },
      after: { perDay: 5 },
      address: null,
      session: null,
    });
    expect(page.audit[1]).toMatchObject({
      actor: { kind: 'apiToken', _id: issuer.id, name: 'Hanover College', email: issuer.email },
      object: { kind: 'certificate', _id: uniqueId, name: null },
      address: '127.0.0.1',
      session: issuer.actor.sessionId,
    });
  });

  it('shows failed logins to super admins only', async () => {
    const login = { username: issuer.username, password: 'a wrong password' };
    expect((await fetchApi('admin/login', { json: login })).status).toBe(401);
    expect(await actsIn('', issuer)).toEqual([]);
    expect((await ask('', office)).page.audit[0]).toMatchObject({
      act: 'login.failed',
      actor: { kind: 'visitor', _id: null },
      organisation: null,
      object: { _id: issuer.id, name: 'Hanover College' },
      address: '127.0.0.1',
    });
  });

  it('is paged by a cursor, newest first, also while rows are added', async () => {
    fill(7, issuer);
    const first = await ask('limit=3', issuer);
    expect(first.link).toContain('rel="next"');
    fill(2, issuer);
    const second = await ask(`limit=3&cursor=${first.page.nextCursor}`, issuer);
    const third = await ask(`limit=3&cursor=${second.page.nextCursor}`, issuer);
    const numbers = [first, second, third].map(({ page }) => page.audit.map(({ number }) => number));
    expect(numbers.flat()).toEqual([8, 7, 6, 5, 4, 3, 2].map((n) => n));
    expect(third.page.nextCursor).toBeNull();
    for (const query of ['limit=0', 'limit=101', 'cursor=x', 'act=nothing', 'from=2026-13-01'])
      expect([query, (await ask(query, issuer)).status]).toEqual([query, 400]);
  });

  it('finds for super admins what the members of an issuer did, by its name in any way', async () => {
    const twin = await makeIssuer({ name: 'Hanover Collège' });
    const member = await makeMember(twin, 'issuer');
    const { uniqueId } = await makeCertificate(member);
    revokeCertificate(member.actor, uniqueId, { reason: 'An error' });
    setIssueQuota(office.browser, { issuerId: issuer.id, perDay: 5 });
    setIssueQuota(office.browser, { issuerId: other.id, perDay: 5 });
    const found = (q: string, person: Person) => actsIn(`q=${encodeURIComponent(q)}`, person);
    const acts = await found('ＨＡＮＯＶＥＲ  college', office);
    expect(acts.filter((act) => act === 'issuer.quota')).toHaveLength(1);
    expect(acts).toContain('certificate.revoked');
    expect(await found('Hanover', office)).toEqual([]);
    expect(await found('Hanover College', other)).toEqual([]);
  });

  it('finds accounts, objects, network addresses, acts and days', async () => {
    testEnvironment({ SESSION_IDLE_SUPERADMIN_MINUTES: '9999', SESSION_IDLE_ISSUER_MINUTES: '9999' });
    [issuer, office] = [await makeIssuer(), await makeSuperAdmin()];
    const forward = stopClock();
    const { uniqueId } = await makeCertificate(issuer);
    revokeCertificate(issuer.actor, uniqueId, { reason: 'An error' });
    forward(2 * 86_400_000);
    const today = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    setIssueQuota(office.browser, { issuerId: issuer.id, perDay: 5 });
    const both = ['issuer.quota', 'certificate.revoked'];
    for (const person of [issuer, office]) {
      expect(await actsIn(`q=${encodeURIComponent(issuer.email)}`, person)).toEqual(both);
      expect(await actsIn(`q=${issuer.username}`, person)).toEqual(both);
      expect(await actsIn(`q=${issuer.id}`, person)).toEqual(both);
      expect(await actsIn(`q=${uniqueId}`, person)).toEqual(['certificate.revoked']);
      expect(await actsIn(`q=${uniqueId.replaceAll('-', '').toLowerCase()}`, person)).toEqual([
        'certificate.revoked',
      ]);
      expect(await actsIn('q=quota+set', person)).toEqual(['issuer.quota']);
      expect(await actsIn('q=zzz', person)).toEqual([]);
      expect(await actsIn('act=certificate.revoked', person)).toEqual(['certificate.revoked']);
      expect(await actsIn(`q=${issuer.id}&act=issuer.quota`, person)).toEqual(['issuer.quota']);
      expect(await actsIn(`from=${today}`, person)).toEqual(['issuer.quota']);
      expect(await actsIn(`to=${today}&act=certificate.revoked`, person)).toEqual(['certificate.revoked']);
      expect(await actsIn('to=2020-01-01', person)).toEqual([]);
    }
    expect(await actsIn('q=127.0.0.1', issuer)).toEqual(both);
  });

  it('keeps an ID when the account is gone', async () => {
    const gone = await makeVerifier({ name: 'Zoë Gone' });
    transaction((tx) => recordAct(tx, gone.actor, 'logout'));
    expect((await ask('', office)).page.audit[0]?.actor).toMatchObject({ name: 'Zoë Gone' });
    sqlite().prepare('update users set deleted_at = 1 where id = ?').run(gone.id);
    const [row] = (await ask(`q=${gone.id}`, office)).page.audit;
    expect(row?.actor).toEqual({ kind: 'apiToken', _id: gone.id, name: null, email: null });
  });

  it('needs the scope audit:read of a token', async () => {
    const secretFor = async (scope: 'audit:read' | 'payments:read') =>
      (
        await createApiToken(issuer.browser, {
          name: 'A program',
          scopes: [scope],
          addresses: null,
          expiresAt: null,
        } as Parameters<typeof createApiToken>[1])
      ).secret;
    expect((await ask('', { token: await secretFor('audit:read') })).status).toBe(200);
    expect((await ask('', { token: await secretFor('payments:read') })).status).toBe(403);
  });

  it('reads from indexes for every search, without sorting many rows', async () => {
    fill(60, issuer);
    const queries = [
      {},
      { q: issuer.email },
      { act: 'login' },
      { q: 'quota', from: '2026-01-01', to: '2030-01-01' },
    ];
    const plans = await queryPlans(() => {
      for (const { browser } of [issuer, office])
        for (const query of queries) listAudit(browser, parseInput(auditListSchema, query));
    });
    expect(tableScans(plans).filter((step) => !/json_each/.test(step))).toEqual([]);
    const reads = plans.filter(({ sql }) => /^select seq from audit_rows where/.test(sql));
    expect(reads.map(({ steps }) => steps.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(sorts(reads)).toEqual([]);
  });
});

describe('the pages', () => {
  it.each(['/admin/audit', '/superadmin/audit'])('%s shows rows, with search and CSV', async (path) => {
    decideIssuer(office.browser, { issuerId: issuer.id, decision: 'suspend' });
    const { cookie } = path === '/admin/audit' ? issuer : office;
    const html = await (await fetchPage(path, { cookie })).text();
    expect(html).toContain('Issuer suspended');
    expect(html).toContain('Hanover College');
    expect(html).toContain(`href="${path}.csv"`);
    const none = await (await fetchPage(`${path}?q=zzz`, { cookie })).text();
    expect(none).toContain('Nothing found');
    const csv = await fetchPage(`${path}.csv?act=issuer.suspended`, { cookie });
    const lines = (await csv.text()).trim().split('\r\n');
    expect([csv.status, lines.length]).toEqual([200, 2]);
    expect(lines[1]).toContain('"issuer.suspended"');
    // The export is an act itself.
    const after = await (await fetchPage(`${path}?act=exported`, { cookie })).text();
    expect(after).toContain('audit-trail.csv');
  });
});
