import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import {
  makeCertificate,
  makeIssuer,
  makePendingIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

it('is shown by the API, the look-up and the file, told to the student, and happens once', async () => {
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
  const mails = db.select().from(outbox).where(eq(outbox.toAddress, 'ingrid@students.example')).all();
  expect(mails.filter(({ text }) => text.includes('Issued by mistake'))).toHaveLength(1);
});

it('is for its issuer and super admins alone', async () => {
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

it('works from the list without a script', async () => {
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
