import { expect, it } from 'vitest';
import { OWNER_FIELD } from '#app/accounts/kept-forms.server.ts';
import { switchOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  csvOf,
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  type Person,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { makeMember } from '#tests/support/members.ts';

const PAGE = '/admin/issue-certificate';
const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();

/** Every field of the hidden inputs of a page, unescaped. */
const hiddenFields = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as const,
  );
const ownerIn = (html: string) => new Map(hiddenFields(html)).get(OWNER_FIELD) ?? '';
const shownTo = async ({ cookie }: Person, path = PAGE) => (await fetchPage(path, { cookie })).text();
const fields = (owner: string) => ({
  ...(certificateInput() as Record<string, string>),
  [OWNER_FIELD]: owner,
});

it('a form of another organisation is asked about, keeps its input, and acts after a second press', async () => {
  const [alder, birch] = [await makeIssuer({ name: 'Alder' }), await makeIssuer({ name: 'Birch' })];
  const person = await makeMember(birch, 'issuer');
  switchOrganisation(person.browser, birch.id);
  const html = await shownTo(person);
  const { cookie } = person;
  expect((await fetchPage(PAGE, { cookie, form: fields(ownerIn(html)) })).status).toBe(200);
  // Another tab joins and switches.
  const { join } = await import('#tests/support/members.ts');
  const joined = await join(alder, person, 'issuer');
  const input = { ...fields(ownerIn(html)), studentName: 'Zoë "&" <b>', formKey: 'k'.repeat(43) };
  const refused = await fetchPage(PAGE, { cookie, form: input });
  const asked = await refused.text();
  expect(refused.status).toBe(409);
  expect(asked).toContain('This page was made for Birch, and you act for Alder now. Nothing was done.');
  expect(asked).toMatch(/<button[^>]*>(?:<[^>]*>)*Issue as Alder/);
  expect(asked).toMatch(/<a[^>]* href="\/admin\/issue-certificate"[^>]*>(?:<[^>]*>)*Cancel/);
  expect(count('certificates')).toBe(1);
  const kept = hiddenFields(asked.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  expect(new Map(kept).get('courseName')).toBe('Distributed Systems');
  expect(asked).toContain('Zoë &quot;&amp;&quot; &lt;b&gt;');
  const again = await fetchPage(PAGE, { cookie, form: { ...input, [OWNER_FIELD]: ownerIn(asked) } });
  expect(again.status).toBe(200);
  expect(sqlite().prepare('select issuer_name from certificates order by seq desc').pluck().get()).toBe(
    'Alder',
  );
  expect(joined.browser.organisation?.id).toBe(alder.id);
});

it('a form of another account is asked about in scripts too, and one without a name acts', async () => {
  const [one, other] = [await makeIssuer({ name: 'Alder' }), await makeIssuer({ name: 'Birch' })];
  const owner = ownerIn(await shownTo(one));
  const { cookie } = other;
  const data = await fetchPage(`${PAGE}.data`, { cookie, form: fields(owner), headers: { accept: '*/*' } });
  expect(data.status).toBe(409);
  expect(await data.text()).toContain('This page was made for Alder, and you act for Birch now.');
  expect(count('certificates')).toBe(0);
  const forged = `${owner.slice(0, -1)}${owner.endsWith('A') ? 'B' : 'A'}`;
  expect(await (await fetchPage(PAGE, { cookie, form: fields(forged) })).text()).not.toContain('Alder');
  const { [OWNER_FIELD]: _, ...unnamed } = fields('');
  const answer = await fetchPage(PAGE, { cookie, form: { ...unnamed, studentName: 'Another' } });
  expect(answer.status).toBe(200);
});

it('an object of the account of a form is 404 for another account, and nothing changes', async () => {
  const [one, other] = [await makeIssuer(), await makeIssuer()];
  const { uniqueId } = await makeCertificate(one);
  const path = `/admin/issued-certificates/${uniqueId}/replacement`;
  const owner = ownerIn(await shownTo(one, path));
  const answer = await fetchPage(path, { cookie: other.cookie, form: fields(owner) });
  expect(answer.status).toBe(404);
  expect(count('certificates')).toBe(1);
});

it('an upload is asked about before its file is stored, and passwords are not kept', async () => {
  const [one, other] = [await makeIssuer({ name: 'Alder' }), await makeIssuer({ name: 'Birch' })];
  const form = new FormData();
  form.set(OWNER_FIELD, ownerIn(await shownTo(one, '/admin/batches')));
  form.set('onError', 'skip');
  form.set('file', new File([csvOf(3)], 'students.csv', { type: 'text/csv' }));
  const answer = await fetchPage('/admin/batches', { cookie: other.cookie, form });
  const asked = await answer.text();
  expect(answer.status).toBe(409);
  expect(asked).toContain('Files must be chosen again.');
  expect(new Map(hiddenFields(asked)).get('onError')).toBe('skip');
  expect(count('batches')).toBe(0);
  const settings = {
    [OWNER_FIELD]: ownerIn(await shownTo(one, '/settings')),
    intent: 'email',
    email: 'new@people.example',
    password: 'secret-of-alder',
  };
  const refused = await fetchPage('/settings', { cookie: other.cookie, form: settings });
  const page = await refused.text();
  expect(refused.status).toBe(409);
  expect(page).toContain('Passwords, card data and codes must be entered again.');
  expect(page).not.toContain('secret-of-alder');
});

it('every form of the pages of issuers and super admins names its account', async () => {
  const [issuer, office] = [await makeIssuer(), await makeSuperAdmin()];
  const { uniqueId } = await makeCertificate(issuer);
  const pages = [
    '/admin/create-course',
    '/admin/batches',
    '/admin/coupons',
    '/admin/members',
    '/settings',
    '/verify',
  ].map((path) => [issuer, path] as const);
  const officePages = [
    ...['help', 'sessions'].map((act) => `/superadmin/accounts/${issuer.id}/${act}`),
    ...['revocation', 'erasure'].map((act) => `/superadmin/issued-certificates/${uniqueId}/${act}`),
    '/superadmin/payments/receipts',
    '/superadmin/credit',
    '/admin/update',
  ].map((path) => [office, path] as const);
  for (const [person, path] of [...pages, ...officePages]) {
    const html = await shownTo(person, path);
    const posts = html.match(/<form[^>]*method="post".*?<\/form>/gs) ?? [];
    const unnamed = posts.filter(
      (form) =>
        !form.includes(`name="${OWNER_FIELD}"`) &&
        !/action="\/(?:theme|sidebar|logout|language|organisation)"/.test(form),
    );
    expect([path, unnamed]).toEqual([path, []]);
    expect(ownerIn(html), path).not.toBe('');
  }
});
