import { expect, it } from 'vitest';
import {
  allCertificateListSchema,
  ownCertificateListSchema,
} from '#app/certificates/certificate-list.schema.ts';
import { issuerDashboard } from '#app/certificates/issuer-dashboard.server.ts';
import { listAllCertificates, listOwnCertificates } from '#app/certificates/list-certificates.server.ts';
import { remindStep } from '#app/certificates/remind.server.ts';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { traceCertificate } from '#app/verification/tracing/trace-certificate.server.ts';
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
import { testEnvironment } from '#tests/support/setup.ts';

const TODAY = '2026-11-22';
const list = '/admin/issued-certificates';
const count = (table: string) => sqlite().prepare(`select count(*) from ${table}`).pluck().get() as number;
const renew = ({ token }: Person, id: string, json = {}, headers = {}) =>
  fetchApi(`certificates/${id}/renewal`, { token, json, headers });

/** Sets the clock to TODAY and issues a certificate of two years that expires in a month. */
async function expiring(fields = {}) {
  setClock(() => Date.parse(`${TODAY}T12:00:00Z`));
  const issuer = await makeIssuer();
  const dates = { issueDate: '2024-12-22', expiryDate: '2026-12-22' };
  return { issuer, old: await makeCertificate(issuer, { ...dates, ...fields }) };
}

it('renews a certificate by a new one of the same validity, and links both', async () => {
  const { issuer, old } = await expiring();
  const [entries, mails] = [count('log_entries'), count('outbox')];
  const answer = await renew(issuer, old.uniqueId);
  expect(answer.status).toBe(201);
  const { certificate } = await answer.json();
  expect(certificate).toMatchObject({
    studentName: old.studentName,
    studentEmail: old.studentEmail,
    courseName: old.courseName,
    issueDate: TODAY,
    expiryDate: '2028-11-22',
    status: 'valid',
    renews: old.uniqueId,
    replaces: null,
  });
  expect(count('log_entries')).toBe(entries + 1);
  expect(count('outbox')).toBe(mails + 1);
  expect(sqlite().prepare('select text from outbox order by seq desc limit 1').pluck().get()).toContain(
    `It renews your certificate ${old.uniqueId}.`,
  );
  const [newest, oldest] = listOwnCertificates(
    issuer.actor,
    parseInput(ownCertificateListSchema, {}),
  ).certificates;
  expect(oldest).toMatchObject({ status: 'valid', revocation: null, renewedBy: newest?.uniqueId });
  const events = async (uniqueId: string) =>
    (await traceCertificate(issuer.actor, { uniqueId })).events.rows.map(({ kind, other }) => [kind, other]);
  expect(await events(old.uniqueId)).toEqual([
    ['renewed', { is: 'renewal', uniqueId: certificate.uniqueId }],
    ['issued', undefined],
  ]);
  expect(await events(certificate.uniqueId)).toEqual([['issued', { is: 'renewed', uniqueId: old.uniqueId }]]);
});

it('computes the expiry in calendar months, unless other dates are chosen', async () => {
  const { issuer, old } = await expiring({ issueDate: '2024-01-31', expiryDate: '2024-02-29' });
  const answer = await renew(issuer, old.uniqueId, { issueDate: '2027-01-31' });
  expect((await answer.json()).certificate.expiryDate).toBe('2027-02-28');
  const next = await makeCertificate(issuer, { issueDate: '2025-01-01', expiryDate: '2026-01-15' });
  const chosen = await renew(issuer, next.uniqueId, { issueDate: '2026-11-01', expiresAfter: 'P5Y' });
  expect((await chosen.json()).certificate).toMatchObject({
    issueDate: '2026-11-01',
    expiryDate: '2031-11-01',
  });
  const lasting = await makeCertificate(issuer);
  const path = `${list}/renewal?id=${lasting.uniqueId}`;
  const form = { issueDate: TODAY, expiresAfter: 'never' };
  expect((await fetchPage(path, { cookie: issuer.cookie, form })).status).toBe(302);
  expect(
    listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, {})).certificates[0]?.expiryDate,
  ).toBeNull();
  const long = await makeCertificate(issuer, { issueDate: '2026-01-01', expiryDate: '9999-12-01' });
  const bad = await renew(issuer, long.uniqueId);
  expect([bad.status, Object.keys((await bad.json()).errors)]).toEqual([400, ['expiryDate']]);
  const early = await renew(issuer, long.uniqueId, { expiryDate: '2020-01-01' });
  expect([early.status, Object.keys((await early.json()).errors)]).toEqual([400, ['expiryDate']]);
});

it('renews a certificate once, and no revoked one or one without an expiry', async () => {
  const { issuer, old } = await expiring();
  const answers = await Promise.all([1, 2, 3].map(() => renew(issuer, old.uniqueId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const second = await makeCertificate(issuer);
  const key = { 'idempotency-key': 'once' };
  const repeated = await Promise.all([1, 2].map(() => renew(issuer, second.uniqueId, {}, key)));
  const ids = await Promise.all(repeated.map(async (answer) => (await answer.json()).certificate.uniqueId));
  expect(ids[0]).toBe(ids[1]);
  expect(count('certificate_renewals')).toBe(2);
  const lasting = await makeCertificate(issuer, { expiryDate: null });
  const revoked = await makeCertificate(issuer);
  revokeCertificate(issuer.actor, revoked.uniqueId, { reason: 'Wrong' });
  for (const { uniqueId } of [lasting, revoked]) expect((await renew(issuer, uniqueId)).status).toBe(409);
  expect((await renew(await makeIssuer(), second.uniqueId)).status).toBe(404);
});

it('renews a selection completely or not at all, on the page and over the API', async () => {
  const { issuer, old } = await expiring();
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '4' });
  const [other, lasting] = [
    await makeCertificate(issuer),
    await makeCertificate(issuer, { expiryDate: null }),
  ];
  const ids = [old, other, lasting].map(({ uniqueId }) => uniqueId);
  const path = `${list}/renewal?${ids.map((id) => `id=${id}`).join('&')}`;
  const html = await (await fetchPage(path, { cookie: issuer.cookie })).text();
  expect(html).toContain('Renew 2 certificates');
  expect(html).toContain('22/11/2028');
  expect(html).toContain(`${lasting.uniqueId} does not expire, so it needs no renewal.`);
  const formKey = /name="formKey" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const send = (more = {}) =>
    fetchPage(path, { cookie: issuer.cookie, form: { formKey, issueDate: TODAY, ...more } });
  const over = await send();
  expect([over.status, await over.text()]).toEqual([429, expect.stringContaining('quota of 4')]);
  expect(count('certificate_renewals')).toBe(0);
  testEnvironment({ ISSUE_QUOTA_PER_DAY: '5' });
  const done = await Promise.all([send(), send()]);
  expect(done.map((answer) => [answer.status, answer.headers.get('location')])).toEqual([
    [302, list],
    [302, list],
  ]);
  expect(count('certificate_renewals')).toBe(2);
  expect((await send({ formKey: 'another-tab' })).status).toBe(409);
  const api = await fetchApi('certificates/renewals', { token: issuer.token, json: { uniqueIds: ids } });
  expect(api.status).toBe(409);
  const foreign = await makeCertificate(await makeIssuer());
  const all = await fetchPage(`${list}/renewal?id=${foreign.uniqueId}`, { cookie: issuer.cookie });
  expect(all.status).toBe(404);
});

it('lists over the API which certificates it skipped and why, also when the call is repeated', async () => {
  const issuer = await makeIssuer();
  const [fresh, renewed, lasting, revoked] = [
    await makeCertificate(issuer),
    await makeCertificate(issuer),
    await makeCertificate(issuer, { expiryDate: null }),
    await makeCertificate(issuer),
  ].map(({ uniqueId }) => uniqueId) as [string, string, string, string];
  const earlier = (await (await renew(issuer, renewed)).json()).certificate.uniqueId;
  revokeCertificate(issuer.actor, revoked, { reason: 'Wrong' });
  const bulk = async (uniqueIds: string[], headers = {}) => {
    const json = { uniqueIds };
    const response = await fetchApi('certificates/renewals', { token: issuer.token, json, headers });
    return { status: response.status, ...(await response.json()) };
  };
  const skipped = [
    { uniqueId: renewed, reason: `${renewed} was already renewed: ${earlier}.` },
    { uniqueId: lasting, reason: `${lasting} does not expire, so it needs no renewal.` },
    { uniqueId: revoked, reason: `${revoked} is revoked and cannot be renewed.` },
  ];
  const key = { 'idempotency-key': 'bulk' };
  const ids = [fresh, renewed, lasting, revoked];
  const first = await bulk(ids, key);
  expect(first).toMatchObject({ status: 201, certificates: [{ renews: fresh }], skipped });
  // Revoking one that was renewed, and one that does not expire, changes none of the reasons.
  for (const id of [fresh, renewed, lasting]) revokeCertificate(issuer.actor, id, { reason: 'Later' });
  expect(await bulk(ids, key)).toMatchObject({
    certificates: [{ uniqueId: first.certificates[0].uniqueId }],
    skipped,
  });
  expect(await bulk(ids.slice(1))).toEqual({
    status: 409,
    success: false,
    code: expect.any(String),
    message: skipped[0]?.reason,
    skipped,
  });
  expect((await bulk([earlier])).skipped).toEqual([]);
});

it('shows only the ID of the renewal in the look-up of an expired certificate', async () => {
  const { issuer, old } = await expiring({ studentName: 'Ulla Unpaid', expiryDate: '2026-12-01' });
  const [verifier, payer] = [await makeVerifier(), await makeVerifier()];
  const { certificate } = await (await renew(issuer, old.uniqueId, { issueDate: '2026-11-25' })).json();
  const lookUp = async (uniqueId = old.uniqueId) =>
    (await fetchApi('cert/verify', { token: verifier.token, json: { uniqueId } })).json();
  expect((await lookUp()).cert).toMatchObject({ status: 'valid', renewedBy: null });
  setClock(() => Date.parse('2026-12-02T12:00:00Z'));
  const found = await lookUp();
  expect(found.cert).toMatchObject({
    status: 'expired',
    renewedBy: certificate.uniqueId,
    paid: false,
  });
  const told = JSON.stringify(found);
  for (const secret of ['Ulla', '2026-11-25', certificate.expiryDate]) expect(told).not.toContain(secret);
  expect((await lookUp(certificate.uniqueId)).cert).toMatchObject({
    status: 'valid',
    renewedBy: null,
  });

  const own = await (await fetchApi('verifications', { token: verifier.token })).json();
  expect(own.verifications.map(({ renewedBy }: { renewedBy: string | null }) => renewedBy)).toEqual([
    null,
    certificate.uniqueId,
  ]);
  const { cookie } = verifier;
  const shown = await (await fetchPage('/verify', { cookie, form: { uniqueId: old.uniqueId } })).text();
  expect(shown).toContain('This certificate has expired and was renewed');
  expect(shown).toContain(`name="uniqueId" value="${certificate.uniqueId}"`);
  expect(shown).not.toContain('Ulla');
  expect(await (await fetchPage('/verify/payment', { cookie })).text()).toContain('and was renewed');
  // A verifier who paid for the old certificate sees the renewal's ID, but did not pay for the renewal.
  await payFor(payer, old.uniqueId);
  const trace = await traceCertificate(payer.actor, { uniqueId: old.uniqueId });
  expect(trace.events.rows.map(({ other }) => other?.uniqueId)).toContain(certificate.uniqueId);
  await expect(traceCertificate(payer.actor, { uniqueId: certificate.uniqueId })).rejects.toThrow(
    'no certificate',
  );
});

it('lists certificates that expire soon until they are renewed, and sends no reminders afterwards', async () => {
  const { issuer, old } = await expiring({ expiryDate: '2026-11-29' });
  await makeCertificate(issuer, { expiryDate: '2027-02-01', courseName: 'Later' });
  const root = await makeSuperAdmin();
  const soon = () => [
    listOwnCertificates(issuer.actor, parseInput(ownCertificateListSchema, { state: 'expiring' }))
      .certificates.length,
    listAllCertificates(root.actor, parseInput(allCertificateListSchema, { state: 'expiring' })).certificates
      .length,
    issuerDashboard(issuer.actor).figures.expiring.now,
  ];
  expect(soon()).toEqual([1, 1, 1]);
  const page = async () => (await fetchPage(`${list}?state=expiring`, { cookie: issuer.cookie })).text();
  expect(await page()).toContain(`${list}/renewal?id=${old.uniqueId}`);
  const home = async () => (await fetchPage('/dashboard', { cookie: issuer.cookie })).text();
  expect(await home()).toContain(`href="${list}?state=expiring"`);
  await renew(issuer, old.uniqueId);
  expect(soon()).toEqual([0, 0, 0]);
  expect(await home()).not.toContain('state=expiring');
  revokeCertificate(issuer.actor, old.uniqueId, { reason: 'Lost' });
  expect(issuerDashboard(issuer.actor).figures.expiring.now).toBe(0);
  const reminded = await makeCertificate(issuer, { expiryDate: '2026-11-29', studentEmail: 'r@s.example' });
  const renewed = await makeCertificate(issuer, { expiryDate: '2026-11-29', studentEmail: 'n@s.example' });
  await renew(issuer, renewed.uniqueId);
  while (remindStep());
  const reminders = (address: string) =>
    sqlite()
      .prepare("select count(*) from outbox where to_address = ? and subject like '%expires on%'")
      .pluck()
      .get(address);
  expect([reminders(reminded.studentEmail), reminders(renewed.studentEmail)]).toEqual([1, 0]);
});
