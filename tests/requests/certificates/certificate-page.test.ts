import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askForCorrection, correctionSchema } from '#app/certificates/corrections.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { saveSharing, sharingSchema } from '#app/certificates/share-links.server.ts';
import { log } from '#app/shared/log.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { sqlite } from '#db/client.ts';
import { erase, HELD, NAME } from '#tests/support/erasures.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { makeMember } from '#tests/support/members.ts';
import { makeField } from '#tests/support/own-fields.ts';

let issuer: Person;
let uniqueId: string;

beforeEach(async () => {
  issuer = await makeIssuer();
  ({ uniqueId } = await makeCertificate(issuer, HELD));
});

const pathOf = (id = uniqueId, area = 'admin') => `/${area}/issued-certificates/${id}`;
const open = async (path = pathOf(), { cookie } = issuer) => {
  const response = await fetchPage(path, { cookie });
  return { status: response.status, html: await response.text() };
};
/** The text between tags, so that a value is found whatever it is wrapped in. */
const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, '|');
const ACTS = ['renewal', 'replacement', 'revocation', 'erasure', 'mail'] as const;
const actsIn = (html: string) =>
  ACTS.filter((act) => new RegExp(`href="[^"]*/${act}\\?[^"]*certificate=${uniqueId}"`).test(html));

it('is linked from its row, with the search to which it leads back, and shows fields, state, files and acts', async () => {
  const list = await open('/admin/issued-certificates?q=quillon');
  expect(list.html).toContain(`href="${pathOf()}?q=quillon"`);
  const { status, html } = await open(`${pathOf()}?q=quillon`);
  expect(status).toBe(200);
  for (const text of [NAME, 'Distributed Systems', '28/02/2026', '28/02/2028', 'Valid', 'Standard'])
    expect(textOf(html)).toContain(`|${text}|`);
  expect(textOf(html).replaceAll('|', '')).toContain(HELD.studentEmail);
  expect(html).toContain('href="/admin/issued-certificates?q=quillon"');
  expect(html).toContain(`src="/certificates/${uniqueId}.png"`);
  expect(actsIn(html)).toEqual(ACTS);
  expect(html).toContain('Nobody has looked it up yet.');
  expect(html).toContain('The holder does not share it.');
  expect(html).toContain('id="history"');
});

it('shows own fields, to super admins without those for the issuer only', async () => {
  makeField(issuer, 'hours', { name: 'Hours', kind: 'number' });
  makeField(issuer, 'passed', { name: 'Passed in person', kind: 'boolean' });
  makeField(issuer, 'remarks', { name: 'Remarks', visibility: [] });
  const fields = { hours: 12.5, passed: true, remarks: 'Came late' };
  const { uniqueId: id } = await makeCertificate(issuer, { fields });
  const { html } = await open(pathOf(id));
  for (const text of ['Hours||12.5', 'Passed in person||Yes', 'Remarks|||Came late|Issuer only'])
    expect(textOf(html)).toContain(`|${text}|`);
  expect(html.match(/Issuer only/g)).toHaveLength(1);
  const other = await open(pathOf(id, 'superadmin'), await makeSuperAdmin());
  expect(textOf(other.html)).toContain('|Hours||12.5|');
  expect(other.html).not.toContain('Came late');
});

it('leads to the pages of its acts, which return to it', async () => {
  const query = `?certificate=${uniqueId}`;
  for (const act of ['revocation', 'replacement', 'erasure', 'mail'])
    expect((await open(`${pathOf()}/${act}${query}`)).html).toContain(`href="${pathOf()}"`);
  expect((await open(`/admin/issued-certificates/renewal${query}&id=${uniqueId}`)).html).toContain(
    `href="${pathOf()}"`,
  );
  const done = await fetchPage(`${pathOf()}/revocation${query}`, {
    cookie: issuer.cookie,
    form: { reason: 'Wrong name' },
  });
  expect([done.status, done.headers.get('location')]).toEqual([302, pathOf()]);
});

it('returns to the list for anything in place of its ID', async () => {
  for (const other of ['//evil.example', '../../settings', '7k3m', ''])
    expect((await open(`${pathOf()}/mail?certificate=${encodeURIComponent(other)}`)).html).toMatch(
      /href="\/admin\/issued-certificates(?:\?[^"]*)?"[^>]*>Issued Certificates</,
    );
});

describe('what others did', () => {
  it('shows the last five look-ups as the list of verified certificates does, and links to it for more', async () => {
    const payer = await makeVerifier({ name: 'Mara Osei' });
    await payFor(payer, uniqueId);
    const first = await open();
    expect(textOf(first.html)).toMatch(/\|Mara Osei\|[\s\S]*\|Success\|/);
    expect(textOf(first.html)).toContain(payer.email.split('@')[0]);
    const full = `/admin/verified-certificates?q=${uniqueId}`;
    expect(first.html).not.toContain(full);
    for (const name of ['Ada', 'Bea', 'Cem', 'Dov', 'Eli'])
      await lookUpCertificate((await makeVerifier({ name })).actor, { uniqueId });
    const { html } = await open();
    const card = html.slice(html.indexOf('id="look-ups"'), html.indexOf('id="history"'));
    expect(card.match(/<li/g)).toHaveLength(5);
    expect(textOf(card)).not.toContain('Mara Osei');
    expect(html).toContain(full);
  });

  it('shows the corrections that the holder asked for, and whether it is shared, without the link', async () => {
    const holder = { emails: [HELD.studentEmail] };
    const wrong = { field: 'studentName', right: 'Q. Vantongeren', reason: 'I go by my initial.' };
    askForCorrection(holder, uniqueId, parseInput(correctionSchema, wrong));
    saveSharing(holder, uniqueId, parseInput(sharingSchema, { shared: 'on', endDate: '2999-12-31' }));
    const { html } = await open();
    for (const text of ['Q. Vantongeren', 'I go by my initial.', 'Waiting'])
      expect(textOf(html)).toContain(text);
    expect(html).toContain('href="/dashboard#corrections"');
    expect(html).toContain('The holder shares it by a link until 31/12/2999.');
    expect(html).not.toContain('/c/');
    // A super admin sees neither elsewhere.
    const other = await open(pathOf(uniqueId, 'superadmin'), await makeSuperAdmin());
    expect(other.html).not.toContain('Q. Vantongeren');
    expect(other.html).not.toContain('The holder shares it');
  });
});

describe('a certificate in another state', () => {
  it('is revoked: says when and why, and offers neither renewal, replacement nor revocation', async () => {
    revokeCertificate(issuer.actor, uniqueId, { reason: 'Issued in error' });
    const { html } = await open();
    expect(textOf(html)).toContain('Issued in error');
    expect(textOf(html)).toContain('|Revoked|');
    expect(actsIn(html)).toEqual(['erasure', 'mail']);
  });

  it('is replaced: both lead to each other', async () => {
    const form = { ...HELD, courseName: 'Distributed Systems', issueDate: '2026-02-28', formKey: 'k' };
    await fetchPage(`${pathOf()}/replacement`, { cookie: issuer.cookie, form });
    const old = await open();
    const newId = /Replaced by[^/]*\/admin\/issued-certificates\/([\w-]{19})"/.exec(old.html)?.[1] ?? '';
    expect(newId).not.toBe('');
    expect(textOf(old.html)).toContain('|Replaced|');
    expect((await open(pathOf(newId))).html).toMatch(new RegExp(`Replaces[^/]*${pathOf()}"`));
  });

  it.each([
    ['expired', { issueDate: '2020-01-31', expiryDate: '2021-01-31' }, 'Expired'],
    ['not yet valid', { issueDate: '2999-01-31', expiryDate: undefined }, 'Not yet valid'],
  ])('is %s', async (_state, dates, label) => {
    const { uniqueId: id } = await makeCertificate(issuer, dates);
    expect(textOf((await open(pathOf(id))).html)).toContain(`|${label}|`);
  });

  it('is erased: only ID, course, dates, look-ups and history are left', async () => {
    await lookUpCertificate((await makeVerifier({ name: 'Mara Osei' })).actor, { uniqueId });
    expect((await erase(issuer)).status).toBe(200);
    const { status, html } = await open();
    expect(status).toBe(200);
    expect(html).toContain('The holder of this certificate was erased.');
    for (const text of ['Distributed Systems', 'Erased', 'Mara Osei']) expect(textOf(html)).toContain(text);
    for (const gone of [NAME, HELD.studentEmail, `/certificates/${uniqueId}.`, 'id="mails"', 'id="sharing"'])
      expect(html).not.toContain(gone);
    expect(actsIn(html)).toEqual([]);
    expect(html).toContain('id="history"');
    expect((await open(`/admin/issued-certificates?q=${uniqueId}`)).html).toContain(`href="${pathOf()}?q=`);
  });

  it('was changed by SQL: says so in place of picture, files and history', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    sqlite().prepare("update certificates set student_name = 'Mallory'").run();
    const { status, html } = await open();
    expect(status).toBe(200);
    expect(html).toContain('This site is checking this certificate');
    for (const closed of [`/certificates/${uniqueId}.`, 'id="history"']) expect(html).not.toContain(closed);
    expect(actsIn(html)).toEqual(['revocation', 'erasure', 'mail']);
    expect(logged.mock.calls[0]?.[0]).toMatchObject({ uniqueId, alert: true });
  });
});

describe('who sees it', () => {
  it('is open to every member of the organisation, with the acts of their role', async () => {
    for (const [role, acts] of [
      ['issuer', ACTS],
      ['viewer', []],
      ['author', []],
    ] as const) {
      const { status, html } = await open(pathOf(), await makeMember(issuer, role));
      expect([role, status, actsIn(html)]).toEqual([role, 200, acts]);
    }
  });

  it('does not exist for another organisation, also after it paid, nor for an ID of nothing', async () => {
    const other = await makeIssuer();
    await payFor(other, uniqueId);
    expect((await open(pathOf(), other)).status).toBe(404);
    for (const id of ['0000-0000-0000-0000', 'nonsense', 'a'.repeat(200)])
      expect([id, (await open(pathOf(id))).status]).toEqual([id, 404]);
    expect((await open(pathOf(uniqueId.toLowerCase().replaceAll('-', '')))).status).toBe(200);
  });

  it('shows a super admin every certificate, with its issuer and the acts of super admins', async () => {
    const office = await makeSuperAdmin();
    const list = await open('/superadmin/issued-certificates', office);
    expect(list.html).toContain(`href="${pathOf(uniqueId, 'superadmin')}"`);
    const { status, html } = await open(pathOf(uniqueId, 'superadmin'), office);
    expect(status).toBe(200);
    expect(textOf(html)).toContain(issuer.name);
    expect(actsIn(html)).toEqual(['revocation', 'erasure', 'mail']);
    expect(html).not.toContain('href="/admin/issued');
  });

  it('leads to the login once the session has ended, and back', async () => {
    sqlite().exec('delete from sessions');
    const response = await fetchPage(pathOf(), { cookie: issuer.cookie });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toContain(encodeURIComponent(pathOf()));
  });
});
