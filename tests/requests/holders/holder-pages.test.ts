import { expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCertificate, makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchPage, fetchRaw } from '#tests/support/handler.ts';
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
  expect(followed.headers.get('set-cookie')).toMatch(/^certrace_holder=[\w-]{43}; .*Max-Age=86400; HttpOnly/);
  expect(followed.headers.get('referrer-policy')).toBe('no-referrer');
  const cookie = cookieOf(followed);
  const list = await fetchPage('/my-certificates', { cookie });
  expect(list.headers.get('cache-control')).toContain('no-store');
  const listed = await list.text();
  expect(listed).toContain('Logic');
  expect(listed).not.toContain('Geometry');
  const shown = await textOf(`/my-certificates/${uniqueId}`, cookie);
  const files = [...shown.matchAll(/<a [^>]*href="([^"]*\/certificates\/[^"]*)"/g)].map(([, url]) =>
    (url ?? '').replaceAll('&amp;', '&'),
  );
  expect(files).toHaveLength(4);
  for (const file of files) {
    const { pathname, search } = new URL(file);
    const answer = await fetchRaw(pathname + search);
    await answer.arrayBuffer();
    expect([pathname, answer.status]).toEqual([pathname, 200]);
  }
  expect(sqlite().prepare('select count(*) from payments').pluck().get()).toBe(0);
  // The link keeps working.
  expect((await fetchPage(link)).status).toBe(302);
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
  for (let n = 1; n <= 6; n += 1) {
    const answer = await ask(`person${n}@example.org`, '203.0.113.9');
    await answer.text();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
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
  const secret = cookie.split('=')[1];
  const asLogin = { cookie: `certrace_session=${secret}` };
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
