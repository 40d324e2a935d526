import { expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { sendCertificateMail } from '#app/certificates/certificate-mail.server.ts';
import { fileNameOf } from '#app/certificates/fields.ts';
import { renewCertificates } from '#app/certificates/renew-certificates.server.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { seal } from '#app/shared/sealed.server.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const ADA = 'ada@students.example';
const SENT = 'If certificates were issued to this address, a link is on its way.';

const ask = (email: string, address?: string) =>
  fetchPage('/my-certificates', { form: { intent: 'request', email }, ...(address && { address }) });

/** The path of the link in the newest mail to an address. */
const mailedLink = (address: string) => {
  const [path] = /\/holder\/[\w-]{43}/.exec(mailsTo(address).at(-1)?.text ?? '') ?? [];
  if (!path) throw new Error(`No mail to ${address} has a link`);
  return path;
};

const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

/** Asks for a link, follows it and returns the cookie. */
async function openAs(email: string) {
  await (await ask(email)).text();
  return cookieOf(await fetchPage(mailedLink(email)));
}

const textOf = async (path: string, cookie: string) => (await fetchPage(path, { cookie })).text();

it('leads from a mailed link to the list, the certificate and its files', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA, courseName: 'Logic' });
  await makeCertificate(issuer, { studentEmail: 'bob@students.example', courseName: 'Geometry' });
  await (await ask('Ada@STUDENTS.example')).text();
  const link = mailedLink(ADA);
  const followed = await fetchPage(link);
  expect([followed.status, followed.headers.get('location')]).toEqual([302, '/my-certificates']);
  expect(followed.headers.get('set-cookie')).toMatch(
    /^certrace_holder=[\w-]{60,}; .*Max-Age=86400; HttpOnly/,
  );
  expect(followed.headers.get('referrer-policy')).toBe('no-referrer');
  const cookie = cookieOf(followed);
  const list = await fetchPage('/my-certificates', { cookie });
  expect(list.headers.get('cache-control')).toContain('no-store');
  const listed = await list.text();
  expect(listed).toContain('Logic');
  expect(listed).not.toContain('Geometry');
  const shown = await textOf(`/my-certificates/${uniqueId}`, cookie);
  const files = [...shown.matchAll(/<a [^>]*href="(\/certificates\/[^"]*)"/g)].map(([, path]) => path ?? '');
  expect(files).toHaveLength(8);
  const other = await openAs('bob@students.example');
  for (const file of files) {
    const answer = await fetchPage(file, { cookie });
    await answer.arrayBuffer();
    expect([file, answer.status]).toEqual([file, 200]);
    // A link to a file opens nothing by itself, and nothing for another holder.
    for (const stranger of ['', other]) {
      const refused = await fetchPage(file, { cookie: stranger });
      expect([file, refused.status, refused.headers.get('location')]).toEqual([
        file,
        302,
        `/?redirectTo=${encodeURIComponent(file)}`,
      ]);
    }
  }
  expect(sqlite().prepare('select count(*) from payments').pluck().get()).toBe(0);
  // The link keeps working.
  expect((await fetchPage(link)).status).toBe(302);
});

it('leads from the mail about a new, corrected and renewed certificate to it', async () => {
  const issuer = await makeIssuer();
  const first = await makeCertificate(issuer, { studentEmail: ADA, expiryDate: '' });
  const corrected = await replaceCertificate(
    issuer.actor,
    first.uniqueId,
    parseInput(issueSchema, certificateInput({ studentEmail: ADA, studentName: 'Ada Lovelace' })),
  );
  const renewed = await renewCertificates(issuer.actor, [corrected.uniqueId], {
    issueDate: '2027-02-28',
    expiryDate: null,
    neverExpires: undefined,
  });
  await sendCertificateMail(issuer.actor, corrected.uniqueId);
  const issued = mailsTo(ADA).filter(({ text }) => text.includes('/holder/'));
  const [renewal] = renewed.certificates;
  const ids = [first, corrected, renewal].map((certificate) => certificate?.uniqueId);
  expect(issued).toHaveLength(3);
  for (const [index, { text, html, toAddress }] of issued.entries()) {
    const [link = ''] = /\/holder\/[\w-]{43}/.exec(text) ?? [];
    expect([toAddress, html.includes(`href="http://localhost:3000${link}"`)]).toEqual([ADA, true]);
    const followed = await fetchPage(link);
    expect(followed.headers.get('location')).toBe(`/my-certificates/${ids[index]}`);
    const page = await textOf(`/my-certificates/${ids[index]}`, cookieOf(followed));
    expect(page).toContain(String(ids[index]));
    // The token opens the site's pages and stands nowhere in the clear.
    expect(sqlite().serialize().includes(link.slice('/holder/'.length))).toBe(false);
  }
});

it('changes nothing when a link is opened', async () => {
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: ADA });
  const changes = sqlite().prepare('select total_changes()').pluck();
  const before = changes.get();
  const link = mailedLink(ADA);
  for (let n = 0; n < 3; n += 1) {
    for (const method of ['GET', 'HEAD']) expect((await fetchPage(link, { method })).status).toBe(302);
    const cookie = cookieOf(await fetchPage(link));
    await textOf('/my-certificates', cookie);
    await textOf(`/my-certificates/${uniqueId}`, cookie);
  }
  expect(changes.get()).toBe(before);
});

it('shows the history with look-ups and without names, and leads to related certificates', async () => {
  const issuer = await makeIssuer({ name: 'Northwind' });
  const first = await makeCertificate(issuer, { studentEmail: ADA });
  const verifier = await makeVerifier({ name: 'Curious & Partners' });
  await payFor(verifier, first.uniqueId);
  const corrected = await replaceCertificate(
    issuer.actor,
    first.uniqueId,
    parseInput(issueSchema, certificateInput({ studentEmail: 'ada.l@students.example' })),
  );
  const cookie = await openAs(ADA);
  const page = await textOf(`/my-certificates/${first.uniqueId}`, cookie);
  for (const event of ['Issued', 'Looked up', 'Verification paid', 'Revoked'])
    expect(page).toContain(`<strong>${event}</strong>`);
  expect(page).not.toContain('Curious');
  // The corrected certificate was issued to another address.
  expect(page).toContain(corrected.uniqueId);
  expect(page).not.toContain(`/my-certificates/${corrected.uniqueId}`);
  const proof = /href="(\/tracing\/entries\/[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await fetchPage(proof)).status).toBe(200);
  expect((await fetchPage(`/my-certificates/${first.uniqueId}?cursor=x`, { cookie })).status).toBe(400);
  const [renewal] = (
    await renewCertificates(issuer.actor, [corrected.uniqueId], {
      issueDate: '2027-02-28',
      expiryDate: '2029-02-28',
      neverExpires: undefined,
    })
  ).certificates;
  const both = await openAs('ada.l@students.example');
  const renewed = await textOf(`/my-certificates/${renewal?.uniqueId}`, both);
  expect(renewed).toContain(`href="/my-certificates/${corrected.uniqueId}"`);
});

it("calls the expiry of a certificate without one 'Never'", async () => {
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: ADA, expiryDate: '' });
  const cookie = await openAs(ADA);
  for (const path of ['/my-certificates', `/my-certificates/${uniqueId}`]) {
    const page = await textOf(path, cookie);
    expect(page).toContain('Never');
    expect(page).not.toContain('Null');
  }
});

it.each([
  ['of a login', () => 'x'.repeat(43)],
  ['empty', () => ''],
  ['of another kind', () => seal('mailed token', '{"email":"ada@students.example","expiresAt":9e15}')],
  // In the middle, so that no spelling of the same bytes results.
  ['changed', (real: string) => `${real.slice(0, 20)}${real[20] === 'A' ? 'B' : 'A'}${real.slice(21)}`],
  ['too long', () => 'A'.repeat(5_000)],
  ['truncated', (real: string) => real.slice(0, 20)],
])('opens nothing with a cookie %s', async (_, forge) => {
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: ADA });
  const real = (await openAs(ADA)).slice('certrace_holder='.length);
  const answer = await fetchPage(`/my-certificates/${uniqueId}`, {
    cookie: `certrace_holder=${forge(real)}`,
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/my-certificates']);
});

it('shows a revocation with its reason at the next request', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA });
  const cookie = await openAs(ADA);
  revokeCertificate(issuer.actor, uniqueId, { reason: 'Awarded by mistake' });
  for (const path of ['/my-certificates', `/my-certificates/${uniqueId}`]) {
    const page = await textOf(path, cookie);
    expect(page).toContain('Revoked');
    expect(page).toContain('Awarded by mistake');
  }
});

it('responds the same for an unknown address, and sends nothing there', async () => {
  await makeCertificate(await makeIssuer(), { studentEmail: ADA });
  const pages = [];
  for (const email of [ADA, 'nobody@example.org']) {
    const page = await (await ask(email)).text();
    expect(page).toContain(SENT);
    expect(page).not.toContain(email);
    pages.push(page.replaceAll(/nonce="[^"]*"/g, ''));
  }
  expect(pages[1]).toBe(pages[0]);
  expect(subjectsTo('nobody@example.org')).toEqual([]);
});

it('limits requests by client address, and mails by email address', async () => {
  await makeCertificate(await makeIssuer(), { studentEmail: ADA });
  const before = subjectsTo(ADA).length;
  for (let n = 1; n <= 7; n += 1) {
    const answer = await ask(ADA, `198.51.100.${n}`);
    expect([answer.status, (await answer.text()).includes(SENT)]).toEqual([200, true]);
  }
  expect(subjectsTo(ADA)).toHaveLength(before + 5);
  const statuses = [];
  for (let n = 1; n <= 101; n += 1) {
    const answer = await ask(`person${n}@example.org`, '203.0.113.9');
    await answer.text();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(100).fill(200), 429]);
});

it('answers wrong and expired links alike, with a way to a new one', async () => {
  testEnvironment({ RATE_LIMITS: 'off' });
  await makeCertificate(await makeIssuer(), { studentEmail: ADA });
  await (await ask(ADA)).text();
  const link = mailedLink(ADA);
  const at = Date.now();
  setClock(() => at + 90 * 86_400_000 + 1_000);
  const pages = [];
  for (const dead of [link, link.slice(0, -1), `/holder/${'x'.repeat(43)}`, '/holder/none']) {
    const answer = await fetchPage(dead);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([404, null]);
    const page = await answer.text();
    expect(page).toContain('href="/my-certificates"');
    expect(page).not.toContain(ADA);
    pages.push((page.match(/<main[\s\S]*?<\/main>/) ?? [''])[0]);
  }
  expect(new Set(pages).size).toBe(1);
});

it('shows a holder nothing of another holder', async () => {
  const issuer = await makeIssuer();
  await makeCertificate(issuer, { studentEmail: ADA });
  const other = await makeCertificate(issuer, { studentEmail: 'bob@students.example' });
  const cookie = await openAs(ADA);
  for (const id of [other.uniqueId, '0000-0000-0000-0000', 'x', '%00']) {
    const answer = await fetchPage(`/my-certificates/${id}`, { cookie });
    expect([id, answer.status >= 400 && answer.status < 500]).toEqual([id, true]);
    expect(await answer.text()).not.toContain('bob@students.example');
  }
});

it('is no login, leaves a login alone, and ends with Close and after 24 hours', async () => {
  const { uniqueId } = await makeCertificate(await makeIssuer(), { studentEmail: ADA });
  const cookie = await openAs(ADA);
  expect((await fetchPage('/settings', { cookie })).headers.get('location')).toContain('redirectTo');
  const asLogin = { cookie: cookie.replace('certrace_holder', 'certrace_session') };
  expect((await fetchPage('/settings', asLogin)).headers.get('location')).toContain('redirectTo');
  const verifier = await makeVerifier();
  const both = `${verifier.cookie}; ${cookie}`;
  const closed = await fetchPage('/my-certificates', { cookie: both, form: { intent: 'close' } });
  expect(closed.headers.get('set-cookie')).toMatch(/^certrace_holder=; .*Max-Age=0/);
  expect(closed.headers.getSetCookie()).toHaveLength(1);
  expect((await fetchPage('/settings', { cookie: both })).status).toBe(200);
  const path = `/my-certificates/${uniqueId}`;
  expect((await fetchPage(path, { cookie })).headers.get('location')).toBe('/my-certificates');
  const again = await openAs(ADA);
  expect((await fetchPage(path, { cookie: again })).status).toBe(200);
  const at = Date.now();
  setClock(() => at + 24 * 3_600_000 + 1_000);
  expect((await fetchPage(path, { cookie: again })).headers.get('location')).toBe('/my-certificates');
});

it('pages through many certificates by an index', async () => {
  const issuer = await makeIssuer();
  for (let n = 1; n <= 51; n += 1)
    await makeCertificate(issuer, { studentEmail: ADA, courseName: `Course ${n}.` });
  const cookie = await openAs(ADA);
  const first = await textOf('/my-certificates', cookie);
  expect([first.includes('Course 51.'), first.includes('Course 1.')]).toEqual([true, false]);
  const next = /href="(\/my-certificates\?cursor=[^"]+)"/.exec(first)?.[1] ?? '';
  expect(await textOf(next, cookie)).toContain('Course 1.');
  expect((await fetchPage('/my-certificates?cursor=x', { cookie })).status).toBe(400);
  const plan = sqlite()
    .prepare(
      'explain query plan select seq from certificates where student_email = ? and seq < ? order by seq desc',
    )
    .all(ADA, 9);
  expect(JSON.stringify(plan)).toContain('certificates_by_student_email');
});

it('opens the public page for LinkedIn, keeps an open one, and gives one that has ended a new link', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: ADA, courseName: 'Logic' });
  const cookie = await openAs(ADA);
  const path = `/my-certificates/${uniqueId}`;
  const send = (form: Record<string, string>) => fetchPage(path, { cookie, form });
  const linkedIn = async () => {
    const answer = await send({ intent: 'linkedin' });
    expect(answer.status).toBe(303);
    const to = new URL(answer.headers.get('location') ?? '');
    expect(to.origin).toBe('https://www.linkedin.com');
    return new URL(to.searchParams.get('certUrl') ?? '').pathname;
  };
  const first = await linkedIn();
  const page = await textOf(path, cookie);
  expect(page).toContain('It is shared: anyone with the link can see it');
  const policy = (await fetchPage(path, { cookie })).headers.get('content-security-policy');
  expect(policy).toMatch(/form-action 'self' https:\/\/www\.linkedin\.com(?:;|$)/);
  expect((await fetchPage(`${first}.pdf`)).status).toBe(404);
  expect(await linkedIn()).toBe(first);
  setClock(() => Date.now() + 16 * 60_000);
  expect(await textOf(path, cookie)).not.toContain('It is shared');
  setClock(Date.now);

  await (await send({ intent: 'share', shared: 'on', allowsPdf: 'on', endDate: '2099-12-31' })).text();
  expect(await linkedIn()).toBe(first);
  sqlite().prepare("update share_links set end_date = '2020-01-01'").run();
  expect((await fetchPage(first)).status).toBe(404);
  await (await send({ intent: 'open-link' })).text();
  const second = await linkedIn();
  expect(second).not.toBe(first);
  expect([(await fetchPage(first)).status, (await fetchPage(`${second}.pdf`)).status]).toEqual([404, 200]);

  await (await send({ intent: 'share' })).text();
  expect((await fetchPage(second)).status).toBe(404);
  testEnvironment({ HOLDER_SHARING: 'off' });
  expect((await send({ intent: 'linkedin' })).status).toBe(409);
  expect(await textOf(path, cookie)).not.toContain('Share and add to LinkedIn');
  testEnvironment({ HOLDER_SHARING: 'on' });
  revokeCertificate(issuer.actor, uniqueId, { reason: 'A mistake' });
  expect(await textOf(path, cookie)).not.toContain('Share and add to LinkedIn');
});

it.each([
  ['A/B: "Logic" <1>?*|\\', 'Ada\u202e Lovelace.', 'A B Logic 1 - Ada Lovelace'],
  ['Прикладная логика', '李 雷', 'Прикладная логика - 李 雷'],
  ['x'.repeat(200), '...', 'x'.repeat(60)],
])('names the files of %s and %s after them', async (courseName, studentName, expected) => {
  expect(fileNameOf({ courseName, studentName, uniqueId: '7K3M-9QZX-2HVB-4TND' }, 'pdf')).toBe(
    `${expected} - 7K3M-9QZX-2HVB-4TND.pdf`,
  );
});
