import { expect, it } from 'vitest';
import { issueSchema } from '#app/certificates/certificate.schema.ts';
import { issuerDashboard } from '#app/certificates/issuer-dashboard.server.ts';
import { replaceCertificate } from '#app/certificates/replace-certificate.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { listVerifiedOfIssuer } from '#app/verification/list-verifications.server.ts';
import { verificationListSchema } from '#app/verification/verification.schema.ts';
import { sqlite } from '#db/client.ts';
import {
  certificateInput,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
  payFor,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';

const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get();
const issue = ({ token }: Person, fields = {}) =>
  fetchApi('certs/issue', { token, json: certificateInput(fields) });

it('the API responds 409 with the code and the ID, also to parallel calls, unless allowDuplicate is true', async () => {
  const [issuer, other] = [await makeIssuer(), await makeIssuer()];
  const answers = await Promise.all([issue(issuer), issue(issuer), issue(issuer)]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 409, 409]);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  const { certificate } = bodies[statuses.indexOf(201)];
  expect(bodies[statuses.indexOf(409)]).toEqual({
    success: false,
    code: 'duplicate',
    duplicateOf: certificate.uniqueId,
    message: `Ingrid Sørensen already has a valid certificate for this course: ${certificate.uniqueId}.`,
  });
  const later = [
    issue(issuer, { courseName: 'Another course' }),
    issue(issuer, { studentName: 'Ingrid Another' }),
    issue(issuer, { allowDuplicate: true }),
    issue(other),
  ];
  expect((await Promise.all(later)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect((await issue(issuer, { allowDuplicate: 'yes' })).status).toBe(400);
});

it('counts only valid certificates as duplicates, not revoked, replaced or expired ones', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  revokeCertificate(issuer.actor, uniqueId, { reason: 'Wrong' });
  const second = await issue(issuer);
  expect(second.status).toBe(201);
  const { certificate } = await second.json();
  await replaceCertificate(
    issuer.actor,
    certificate.uniqueId,
    parseInput(issueSchema, certificateInput({ studentName: 'Ing' })),
  );
  expect((await issue(issuer)).status).toBe(201);
  expect((await issue(issuer)).status).toBe(409);
  setClock(() => Date.parse('2028-03-01T00:00:00Z'));
  const fresh = await makeIssuer();
  await makeCertificate(fresh);
  expect((await issue(fresh)).status).toBe(201);
});

it('the form asks for confirmation, keeps the input, and issues once confirmed', async () => {
  const issuer = await makeIssuer();
  const { uniqueId } = await makeCertificate(issuer);
  const form = { ...certificateInput(), formKey: 'f'.repeat(43) } as Record<string, string>;
  const send = (more = {}) =>
    fetchPage('/admin/issue-certificate', { cookie: issuer.cookie, form: { ...form, ...more } });
  const asked = await send();
  const html = await asked.text();
  expect(asked.status).toBe(409);
  expect(html).toContain(`/admin/issued-certificates/${uniqueId}/replacement`);
  expect(html).toMatch(/<button value="on"[^>]*name="allowDuplicate"/);
  expect(html).toContain('value="ingrid@students.example"');
  expect(count('certificates')).toBe(1);
  expect((await send({ allowDuplicate: 'on' })).status).toBe(200);
  expect((await send({ allowDuplicate: 'on' })).status).toBe(200);
  expect(count('certificates')).toBe(2);
});

it('a replacement revokes the old certificate, and is free for verifiers who paid for that', async () => {
  const issuer = await makeIssuer();
  const [early, late, never] = [await makeVerifier(), await makeVerifier(), await makeVerifier()];
  const old = await makeCertificate(issuer);
  await payFor(early, old.uniqueId);
  const entries = count('log_entries') as number;

  const replaced = await fetchApi(`certificates/${old.uniqueId}/replacement`, {
    token: issuer.token,
    json: certificateInput({ studentName: 'Ingrid Sörensen', expiryDate: null, expiresAfter: 'P1Y' }),
  });
  expect(replaced.status).toBe(201);
  const { certificate } = await replaced.json();
  expect(certificate).toMatchObject({
    studentName: 'Ingrid Sörensen',
    expiryDate: '2027-02-28',
    status: 'valid',
    replaces: old.uniqueId,
    replacedBy: null,
  });
  // One entry for the issue of the new certificate, and one for the revocation of the old one.
  expect(count('log_entries')).toBe(entries + 2);
  const reason = `Replaced by ${certificate.uniqueId}.`;
  expect(sqlite().prepare('select reason from certificate_revocations').pluck().all()).toEqual(['']);
  const lookUp = async ({ token }: Person, uniqueId: string) =>
    (await (await fetchApi('cert/verify', { token, json: { uniqueId } })).json()).cert;
  expect(await lookUp(never, old.uniqueId)).toMatchObject({
    status: 'revoked',
    revocation: { reason },
    replacedBy: certificate.uniqueId,
    paid: false,
  });

  const file = ({ cookie }: Person) => fetchPage(`/certificates/${certificate.uniqueId}.pdf`, { cookie });
  const charged = count('payments');
  expect((await file(early)).status).toBe(200);
  expect(await lookUp(early, certificate.uniqueId)).toMatchObject({ status: 'valid', paid: true });
  const pay = ({ token }: Person) =>
    fetchApi('cert/verify/payment', { token, json: paymentInput(certificate.uniqueId) });
  expect((await pay(early)).status).toBe(200);
  expect(count('payments')).toBe(charged);
  expect((await file(late)).status).toBe(403);
  await lookUp(late, certificate.uniqueId);
  await payFor(late, old.uniqueId);
  expect((await file(late)).status).toBe(200);
  expect((await file(never)).status).toBe(403);
  const page = await fetchPage('/verify', { cookie: early.cookie, form: { uniqueId: old.uniqueId } });
  expect(await page.text()).toContain('This certificate has been replaced');

  // Both verifiers paid once: the dashboard counts two, and the verifications that were carried over have the amount 0.
  expect(issuerDashboard(issuer.actor).figures.verified.now).toBe(2);
  const activity = issuerDashboard(issuer.actor).activity.filter(({ kind }) => kind === 'verified');
  expect(activity.map(({ uniqueId }) => uniqueId)).toEqual([old.uniqueId, old.uniqueId]);
  const { verifications } = listVerifiedOfIssuer(
    issuer.actor,
    parseInput(verificationListSchema, { state: 'paid' }),
  );
  const amounts = verifications.map(({ payment }) => payment?.amountMinor);
  expect(amounts.toSorted()).toEqual([0, 0, 420_000, 420_000]);

  const again = await fetchApi(`certificates/${old.uniqueId}/replacement`, {
    token: issuer.token,
    json: certificateInput({ studentName: 'Ingrid Third' }),
  });
  expect(again.status).toBe(409);
  const list = await (await fetchPage('/admin/issued-certificates', { cookie: issuer.cookie })).text();
  expect(list).toContain(`Replaces ${old.uniqueId}`);
  expect(list).toContain(reason);
});

it('the page replaces a certificate and mails both the new and the old address', async () => {
  const issuer = await makeIssuer();
  const old = await makeCertificate(issuer);
  const path = `/admin/issued-certificates/${old.uniqueId}/replacement`;
  const form = await (await fetchPage(path, { cookie: issuer.cookie })).text();
  expect(form).toContain('value="Ingrid Sørensen"');
  const sent = { ...certificateInput({ studentEmail: 'right@students.example' }) } as Record<string, string>;
  const bad = await fetchPage(path, { cookie: issuer.cookie, form: { ...sent, issueDate: '' } });
  expect(bad.status).toBe(400);
  const done = await fetchPage(path, { cookie: issuer.cookie, form: sent });
  expect([done.status, done.headers.get('location')]).toEqual([302, '/admin/issued-certificates']);
  const mails = (address: string) =>
    sqlite().prepare('select text from outbox where to_address = ?').pluck().all(address) as string[];
  expect(mails('right@students.example').join()).toContain(`It replaces your certificate ${old.uniqueId}`);
  expect(mails('ingrid@students.example').at(-1)).toContain('Replaced by');
});
