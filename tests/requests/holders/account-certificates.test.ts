import { expect, it } from 'vitest';
import { listHeldCertificates } from '#app/certificates/held-certificates.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { sqlite } from '#db/client.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { queryPlans, sorts, tableScans } from '#tests/support/query-plans.ts';

const textOf = async (path: string, cookie: string) => (await fetchPage(path, { cookie })).text();

/** The courses of the API's list, in its order. */
async function courses({ token }: Person, query = '') {
  const answer = await fetchApi(`certificates/mine${query}`, { token });
  const { certificates } = (await answer.json()) as { certificates: { courseName: string }[] };
  return certificates.map(({ courseName }) => courseName);
}

it('lists what was issued to the address of an account, with its files, and nothing of others', async () => {
  const issuer = await makeIssuer({ name: 'Northwind' });
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const bob = await makeVerifier({ email: 'bob@students.example' });
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: 'Ada@Students.example' });
  await makeCertificate(issuer, { studentEmail: bob.email, courseName: 'Geometry' });
  const page = await textOf('/my-certificates', ada.cookie);
  expect(page).toContain('Everything issued to');
  expect(page).toContain('Distributed Systems');
  expect(page).not.toContain('Geometry');
  // Without a mailed link there is no session to close.
  expect(page).not.toContain('value="close"');
  expect(await textOf('/services', ada.cookie)).toContain('href="/my-certificates"');
  for (const path of [
    `/my-certificates/${uniqueId}`,
    `/certificates/${uniqueId}.json`,
    `/certificates/${uniqueId}.tlog-proof`,
  ]) {
    const own = await fetchPage(path, { cookie: ada.cookie });
    await own.arrayBuffer();
    const other = await fetchPage(path, { cookie: bob.cookie });
    await other.arrayBuffer();
    expect([path, own.status, other.status >= 403]).toEqual([path, 200, true]);
  }
  expect([await courses(ada), await courses(bob)]).toEqual([['Distributed Systems'], ['Geometry']]);
  expect((await fetchPage(`/tracing?id=${uniqueId}`, { cookie: ada.cookie })).status).toBe(200);
  expect(await courses(await makeSuperAdmin())).toEqual([]);
});

it('tells who looks their own certificate up that it is free for them', async () => {
  const issuer = await makeIssuer();
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const mara = await makeVerifier({ email: 'mara@osei.example' });
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: ada.email });
  for (const [{ cookie }, isTold] of [
    [ada, true],
    [mara, false],
  ] as const) {
    await (await fetchPage('/verify', { cookie, form: { uniqueId } })).text();
    const page = await textOf('/verify/payment', cookie);
    expect(page).toContain('Payment Details');
    expect(page.includes(`href="/my-certificates/${uniqueId}"`)).toBe(isTold);
  }
});

it('shows a holder who issues no more of other holders than before', async () => {
  const [issuer, other] = [await makeIssuer(), await makeIssuer({ email: 'dean@college.example' })];
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: other.email });
  expect((await fetchPage(`/my-certificates/${uniqueId}`, { cookie: other.cookie })).status).toBe(200);
  // Holding a certificate does not allow managing it.
  const revoke = await fetchApi(`certificates/${uniqueId}/revocation`, {
    token: other.token,
    json: { reason: 'Mine' },
  });
  expect(revoke.status).toBe(404);
  expect((await fetchApi('certificates/my-issued', { token: other.token })).status).toBe(200);
});

it('searches and filters, by page and by API', async () => {
  const issuer = await makeIssuer({ name: 'École Polytechnique' });
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const make = (courseName: string, fields = {}) =>
    makeCertificate(issuer, { studentEmail: ada.email, courseName, expiryDate: '2090-01-01', ...fields });
  const logic = await make('Formal Logic');
  await make('Old Greek', { issueDate: '2020-01-01', expiryDate: '2021-01-01' });
  const revoked = await make('Alchemy');
  revokeCertificate(issuer.actor, revoked.uniqueId, { reason: 'Awarded by mistake' });
  const id = logic.uniqueId;
  for (const [query, found] of [
    ['', ['Alchemy', 'Old Greek', 'Formal Logic']],
    ['?q=log', ['Formal Logic']],
    ['?q=ecole+GREEK', ['Old Greek']],
    [`?q=${id}`, ['Formal Logic']],
    [`?q=${id.replaceAll('-', '').toLowerCase()}`, ['Formal Logic']],
    [`?q=${id.slice(0, 4)}`, ['Formal Logic']],
    ['?q=ogic', []],
    ['?state=valid', ['Formal Logic']],
    ['?state=expired', ['Old Greek']],
    ['?state=revoked', ['Alchemy']],
    ['?state=revoked&q=greek', []],
  ] as const) {
    expect([query, await courses(ada, query)]).toEqual([query, found]);
    const page = await textOf(`/my-certificates${query}`, ada.cookie);
    const listed = ['Alchemy', 'Old Greek', 'Formal Logic'].filter((course) => page.includes(`>${course}<`));
    expect([query, listed]).toEqual([query, found]);
  }
  for (const query of ['?state=none', '?cursor=x', '?limit=0', '?q=x&other=1'])
    expect((await fetchApi(`certificates/mine${query}`, { token: ada.token })).status).toBe(400);
});

it('pages through the certificates of several addresses in order, without reading all', async () => {
  const issuer = await makeIssuer();
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const other = 'ada@college.example';
  const add = sqlite().prepare(
    'insert into account_addresses (address, user_id, proved_at) values (?, ?, 1)',
  );
  add.run(other, ada.id);
  const { id } = await makeCertificate(issuer, { studentEmail: ada.email, courseName: 'Alchemy' });
  sqlite()
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
       insert into certificates (id, unique_id, issuer_id, issuer_name, issuer_username, student_name, student_email,
         course_name, issue_date, layout_version, created_at)
       select 'c' || i, printf('%016d', i), issuer_id, 'I', 'i', 'Ada', iif(i % 2, ?, ?), 'Course ' || i, '2026-01-01', 1, 1
         from n, certificates where id = ?`,
    )
    .run(ada.email, other, id);
  const first = await fetchApi('certificates/mine', { token: ada.token });
  const { certificates, nextCursor } = (await first.json()) as {
    certificates: { courseName: string }[];
    nextCursor: string;
  };
  expect([certificates.length, certificates[0]?.courseName, certificates[49]?.courseName]).toEqual([
    50,
    'Course 3000',
    'Course 2951',
  ]);
  expect((await courses(ada, `?cursor=${nextCursor}`))[0]).toBe('Course 2950');
  const more = /href="(\/my-certificates\?cursor=[^"]+)"/.exec(await textOf('/my-certificates', ada.cookie));
  expect(await textOf(more?.[1] ?? '', ada.cookie)).toContain('Course 2950');
  // A rare match is far below the newest: the page ends, and 'Load more' continues.
  const rare = await fetchApi('certificates/mine?q=alchemy', { token: ada.token });
  const answer = (await rare.json()) as { certificates: unknown[]; nextCursor: string | null };
  expect([answer.certificates.length, typeof answer.nextCursor]).toEqual([0, 'string']);
  expect(await courses(ada, `?q=alchemy&cursor=${answer.nextCursor}`)).toEqual(['Alchemy']);
  const plans = await queryPlans(() => {
    const holder = { emails: [ada.email, other] };
    listHeldCertificates(holder, { limit: 50, state: '', q: 'logic' });
    listHeldCertificates(holder, { limit: 50, state: 'valid', cursor: nextCursor });
  });
  expect(tableScans(plans)).toEqual([]);
  expect(sorts(plans)).toEqual([]);
});

it('adds the certificates of a mailed link to those of the account, until it is closed', async () => {
  const issuer = await makeIssuer();
  const ada = await makeVerifier({ email: 'ada@students.example' });
  await makeCertificate(issuer, { studentEmail: ada.email, courseName: 'Logic' });
  await makeCertificate(issuer, { studentEmail: 'lovelace@college.example', courseName: 'Geometry' });
  const [link = ''] = /\/holder\/[\w-]{43}/.exec(mailsTo('lovelace@college.example')[0]?.text ?? '') ?? [];
  const followed = await fetchPage(link, { cookie: ada.cookie });
  const held = followed.headers.get('set-cookie')?.split(';')[0] ?? '';
  const both = `${ada.cookie}; ${held}`;
  const page = await textOf('/my-certificates', both);
  for (const shown of ['Logic', 'Geometry', 'value="close"']) expect(page).toContain(shown);
  await (await fetchPage('/my-certificates', { cookie: both, form: { intent: 'close' } })).text();
  const closed = await textOf('/my-certificates', both);
  expect([closed.includes('Logic'), closed.includes('Geometry')]).toEqual([true, false]);
  // The link is no login for the API, and opens nothing there.
  expect((await fetchApi('certificates/mine', { headers: { cookie: held } })).status).toBe(401);
});

it('shows a look-up to the holder’s account in the history', async () => {
  const issuer = await makeIssuer();
  const ada = await makeVerifier({ email: 'ada@students.example' });
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: ada.email });
  await payFor(await makeVerifier({ name: 'Curious & Partners' }), uniqueId);
  const page = await textOf(`/my-certificates/${uniqueId}`, ada.cookie);
  expect(page).toContain('<strong>Verification paid</strong>');
  expect(page).not.toContain('Curious');
});
