import { expect, it } from 'vitest';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { lookUpCertificate } from '#app/verification/look-up-certificate.server.ts';
import { db, sqlite } from '#db/client.ts';
import { payments, sandboxCharges } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import { makeCertificate, makeIssuer, makeVerifier, paymentInput } from '#tests/support/factories.ts';
import { browserSession, fetchApi } from '#tests/support/handler.ts';

/** Stores a payment that was interrupted before or after the gateway charged the card. */
async function interruptedPayment({ charged }: { charged: boolean }) {
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(await makeIssuer());
  await lookUpCertificate(verifier.actor, { uniqueId });
  const verification = db().select().from(verifications).get();
  const id = newId();
  const amount = { amountMinor: 420_000, currency: 'USD', createdAt: now() };
  db()
    .insert(payments)
    .values({
      id,
      payerId: verifier.id,
      verificationId: verification?.id ?? '',
      state: 'created',
      cardBrand: 'visa',
      cardLast4: '4242',
      gateway: 'sandbox',
      ...amount,
    })
    .run();
  if (charged)
    db()
      .insert(sandboxCharges)
      .values({ paymentId: id, reference: newId(), ...amount })
      .run();
  return { id, uniqueId, verifier };
}

const charges = () =>
  db()
    .select()
    .from(sandboxCharges)
    .all()
    .filter(({ declineMessage }) => declineMessage === null).length;

it.each([true, false])(
  'charges once when an interrupted payment is repeated (charged before: %s)',
  async (charged) => {
    const { id, uniqueId, verifier } = await interruptedPayment({ charged });
    const paid = await fetchApi('cert/verify/payment', {
      json: paymentInput(uniqueId),
      token: verifier.token,
    });
    expect(paid.status).toBe(200);
    const { payment } = (await paid.json()) as { payment: { _id: string } };
    expect(payment._id === id).toBe(charged);
    expect(charges()).toBe(1);
  },
);

it('counts payments for unknown IDs as look-ups', async () => {
  const { token } = await makeVerifier();
  const statuses = [];
  for (let tries = 0; tries < 31; tries += 1) {
    const answer = await fetchApi('cert/verify/payment', {
      json: paymentInput('7K3M-9QZX-2HVB-4TND'),
      token,
    });
    statuses.push(answer.status);
    await answer.text();
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

it('keeps the looked up certificate when a form names an unknown one', async () => {
  const { cookie } = await makeVerifier();
  const { uniqueId } = await makeCertificate(await makeIssuer());
  const browser = browserSession({ headers: { cookie } });
  await (await browser.fetch('/verify', { form: { uniqueId }, cookie })).text();
  const form = paymentInput('7K3M-9QZX-2HVB-4TND');
  const refused = await browser.fetch('/verify/payment', { form, cookie });
  expect(refused.status).toBe(404);
  expect(await refused.text()).toContain(uniqueId);
});

it('responds 507 to writes on a full disk, and still reads', async () => {
  const { cookie, token } = await makeIssuer();
  const count = sqlite().prepare('select count(*) from certificates').pluck();
  sqlite().pragma(`max_page_count = ${sqlite().pragma('page_count', { simple: true })}`);
  sqlite().exec('update sessions set last_used_at = 0');
  const json = {
    studentEmail: 'ingrid@students.example',
    studentName: 'Ingrid',
    courseName: 'x'.repeat(200),
    issueDate: '2026-02-28',
  };
  let statuses: number[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await fetchApi('certs/issue', { json: { ...json, allowDuplicate: true }, token });
    statuses.push(answer.status);
    await answer.text();
  }
  expect(statuses.at(-1)).toBe(507);
  statuses = statuses.filter((status) => status === 201);
  expect(count.get()).toBe(statuses.length);
  const page = await browserSession().fetch('/admin/issue-certificate', {
    form: { ...json, allowDuplicate: 'on' },
    cookie,
  });
  expect(page.status).toBe(507);
  const told = await page.text();
  expect(told).toContain('The server has no space left.');
  expect(told).toContain('value="Ingrid"');
  expect((await fetchApi('certificates/my-issued', { token })).status).toBe(200);
});
