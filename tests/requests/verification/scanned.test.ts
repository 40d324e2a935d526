import { expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { openShareLink, saveSharing } from '#app/certificates/share-links.server.ts';
import { saveHolderSettings } from '#app/holders/consent.server.ts';
import { sqlite } from '#db/client.ts';
import { download, fileForm } from '#tests/support/authentication.ts';
import { makeCertificate, makeIssuer, makeVerifier } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const scanned = async (id: string, cookie?: string) => {
  const response = await fetchPage(`/verify?id=${id}`, cookie === undefined ? {} : { cookie });
  return { status: response.status, text: await response.text() };
};

it('shows a visitor the state, issuer and date behind a code, and the free check, before any login', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  const { status, text } = await scanned(uniqueId);
  expect(status).toBe(200);
  for (const shown of [
    'is valid.',
    issuer.name,
    '28/02/2026',
    'Check the file for free',
    'Log in to look it up',
  ]) {
    expect(text).toContain(shown);
  }
  expect(text).toContain('href="/check"');
  expect(text).toContain(`/?redirectTo=${encodeURIComponent(`/verify?id=${uniqueId}`)}`);
  // Nothing about the student, and no look-up.
  expect(text).not.toMatch(/Ingrid|Distributed Systems/);
  expect(sqlite().prepare('select count(*) from verifications').pluck().get()).toBe(0);
});

it('shows a visitor that a certificate was revoked, and that an ID is unknown', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  revokeCertificate(issuer.actor, uniqueId, { reason: 'An error' });
  expect((await scanned(uniqueId)).text).toContain('was revoked.');
  for (const id of ['7K3M-9QZX-2HVB-4TND', 'nonsense', '%3Cscript%3E']) {
    const { status, text } = await scanned(id);
    expect([id, status, text.includes('This ID is unknown here.')]).toEqual([id, 200, true]);
  }
});

it('leads a visitor to the login without an ID, and for a look-up', async () => {
  for (const [path, form] of [
    ['/verify', undefined],
    ['/verify?id=', undefined],
    ['/verify?id=7K3M-9QZX-2HVB-4TND', { uniqueId: '7K3M-9QZX-2HVB-4TND' }],
  ] as const) {
    const response = await fetchPage(path, form ? { form } : {});
    expect([path, response.status]).toEqual([path, 302]);
    expect(response.headers.get('Location')).toMatch(/^\/(\?redirectTo=.*)?$/);
  }
});

it('fills in the ID of a code for a verifier, and names the free check', async () => {
  const { cookie } = await makeVerifier();
  const { text } = await scanned('7K3M-9QZX-2HVB-4TND', cookie);
  expect(text).toContain('Pay to Verify');
  expect(text).toMatch(/<a [^>]*href="\/check"[^>]*>Check the file for free</);
  expect(text).toContain('value="7K3M-9QZX-2HVB-4TND"');
});

it('checks a file at /check without a login and without JavaScript', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  const file = await download(issuer, uniqueId, 'pdf');
  const page = await (await fetchPage('/check', { form: fileForm(file) })).text();
  expect(page).toContain('data-verdict="genuine"');
  const changed = Buffer.from(file);
  const at = changed.indexOf('endstream') - 40;
  changed[at] = (changed[at] ?? 0) ^ 1;
  expect(await (await fetchPage('/check', { form: fileForm(changed) })).text()).toContain(
    'data-verdict="altered"',
  );
  expect(await (await fetchPage('/check')).text()).toContain('href="/check/offline.html"');
});

it('says whose a certificate is and links its page while the holder shares it, unless the holder wants to be asked', async () => {
  const issuer = await makeIssuer();
  const holder = { emails: ['ingrid@students.example'] };
  const { uniqueId } = await makeCertificate(issuer, { studentEmail: holder.emails[0] });
  const { url } = openShareLink(holder, uniqueId);
  const { text } = await scanned(uniqueId);
  expect(text).toContain('It was issued to Ingrid Sørensen, who shares it with everybody.');
  expect(text).toContain(`href="${url}"`);
  saveHolderSettings(holder, { consent: 'ask' });
  expect((await scanned(uniqueId)).text).not.toMatch(/Ingrid/);
  saveHolderSettings(holder, { consent: 'open' });
  saveSharing(holder, uniqueId, { endDate: null });
  expect((await scanned(uniqueId)).text).not.toMatch(/Ingrid/);
});

it('keeps the field with an unknown ID', async () => {
  expect((await scanned('7K3M-9QZX-2HVB-4TND')).text).toMatch(/<input [^>]*value="7K3M-9QZX-2HVB-4TND"/);
});

it('leads from each page that takes a file to the two others', async () => {
  const pages = ['/check', '/authentication', '/tracing'];
  for (const path of pages) {
    const [main = ''] = /<main[\s\S]*<\/main>/.exec(await (await fetchPage(path)).text()) ?? [];
    for (const other of pages.filter((page) => page !== path)) expect(main).toContain(`href="${other}"`);
  }
});
