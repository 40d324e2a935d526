import { expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import {
  makeCertificate,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';

it('revokes a certificate once, mails the student, and changes look-up and file', async () => {
  const issuer = await makeIssuer();
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(issuer);
  const path = `/certificates/${uniqueId}.png`;
  const before = await fetchPage(path, { cookie: issuer.cookie });
  const revoke = () =>
    fetchApi(`certificates/${uniqueId}/revocation`, {
      token: issuer.token,
      json: { reason: 'Issued by mistake' },
    });
  const first = await revoke();
  expect(first.status).toBe(201);
  expect((await first.json()).certificate).toMatchObject({
    status: 'revoked',
    revocation: { reason: 'Issued by mistake' },
  });
  expect((await revoke()).status).toBe(409);
  const found = await fetchApi('cert/verify', { token: verifier.token, json: { uniqueId } });
  expect((await found.json()).cert.status).toBe('revoked');
  const after = await fetchPage(path, { cookie: issuer.cookie });
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  const mails = mailsTo('ingrid@students.example');
  expect(mails.filter(({ text }) => text.includes('Issued by mistake'))).toHaveLength(1);
});

const REASON = 'Issued to <the wrong> person';
const SHOWN = 'Issued to &lt;the wrong&gt; person';

it('shows reason and time in look-ups, payment pages and lists', async () => {
  const [issuer, verifier, admin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  const { uniqueId } = await makeCertificate(issuer);
  revokeCertificate(issuer.actor, uniqueId, { reason: REASON });
  const json = { uniqueId };
  const { cert } = await (await fetchApi('cert/verify', { token: verifier.token, json })).json();
  expect(cert.revocation).toEqual({ reason: REASON, revokedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  const { verifications } = await (await fetchApi('verifications', { token: verifier.token })).json();
  expect(verifications[0].revocation).toEqual(cert.revocation);

  const time = formatInstant(Date.parse(cert.revocation.revokedAt), 'Asia/Tokyo');
  const cookieOf = ({ cookie }: { cookie: string }) => `${cookie}; time_zone=Asia%2FTokyo`;
  const shown = async (path: string, person: { cookie: string }, form?: Record<string, string>) => {
    const html = await (await fetchPage(path, { cookie: cookieOf(person), ...(form && { form }) })).text();
    expect([path, html.includes(SHOWN), html.includes(time)]).toEqual([path, true, true]);
    expect(html).not.toContain('<the wrong>');
    return html;
  };
  expect(await shown('/verify', verifier, { uniqueId })).toContain('Certificate found! Proceed to payment');
  await shown('/verify', verifier);
  await shown('/verify/payment', verifier);
  await payFor(verifier, uniqueId);
  expect(await shown('/verify/payment', verifier)).toContain('Download PDF');
  await shown('/admin/issued-certificates', issuer);
  await shown('/admin/verified-certificates', issuer);
  await shown('/superadmin/issued-certificates', admin);
  await shown('/superadmin/verified-certificates', admin);
  for (const list of ['issued', 'verified']) {
    const csv = await fetchPage(`/admin/${list}-certificates.csv`, { cookie: issuer.cookie });
    expect(await csv.text()).toContain(`"${cert.revocation.revokedAt}","${REASON}"`);
  }
});

it('allows only the issuer and super admins to revoke', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  const reader = await makeIssuer();
  await payFor(reader, uniqueId);
  const attempt = async (token: string, json: unknown = { reason: 'No' }, id = uniqueId) =>
    (await fetchApi(`certificates/${id}/revocation`, { token, json })).status;
  expect(await attempt(reader.token)).toBe(404);
  expect(await attempt((await makeIssuer()).token)).toBe(404);
  expect(await attempt((await makeVerifier()).token)).toBe(403);
  expect(await attempt((await makePendingIssuer()).token)).toBe(403);
  expect(await attempt(issuer.token, {})).toBe(400);
  expect(await attempt(issuer.token, { reason: 'x'.repeat(501) })).toBe(400);
  expect(await attempt(issuer.token, { reason: 'x' }, 'nonsense')).toBe(404);
  expect(await attempt((await makeSuperAdmin()).token)).toBe(201);
});

it('works from the list without JavaScript', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  const path = `/admin/issued-certificates/${uniqueId}/revocation`;
  expect(await (await fetchPage(path, { cookie: issuer.cookie })).text()).toContain('This cannot be undone');
  const refused = await fetchPage(path, { cookie: issuer.cookie, form: { reason: ' ' } });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Reason is required.');
  const done = await fetchPage(path, { cookie: issuer.cookie, form: { reason: 'Wrong name' } });
  expect(done.status).toBe(302);
  expect(done.headers.get('location')).toBe('/admin/issued-certificates');
  const list = await fetchPage('/admin/issued-certificates?state=revoked', { cookie: issuer.cookie });
  expect(await list.text()).toContain(uniqueId);
});
