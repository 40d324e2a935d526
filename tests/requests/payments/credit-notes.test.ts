import { asc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { paymentDetails } from '#app/payments/payment-details.server.ts';
import { sellerSchema, setSellerDetails } from '#app/payments/seller-details.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { creditNotes, paymentDays, paymentEvents, payments, refunds } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  payFor,
  payWith,
} from '#tests/support/factories.ts';
import { fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startStripe } from '#tests/support/stripe-stand-in.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(() => stripe.stop());
beforeEach(() => stripe.sessions.clear());

const read = async (path: string, cookie: string) => (await fetchPage(path, { cookie })).text();
const notes = () => db().select().from(creditNotes).orderBy(asc(creditNotes.number)).all();
const post = async (type: string, object: object) => {
  const { body, headers } = stripe.event(type, object);
  const answer = await fetchRaw('/webhooks/stripe', { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
};

/** Charges a payment at Stripe without sending a webhook. */
async function charged() {
  testEnvironment(stripe.env);
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(await makeIssuer());
  const { payment } = await payWith(verifier.actor, { uniqueId });
  const [session] = [...stripe.sessions.values()].slice(-1);
  const intent = stripe.pay(session?.id ?? '').payment_intent ?? '';
  const state = () => db().select().from(payments).where(eq(payments.id, payment.id)).get()?.state;
  const refunded = (amount_refunded: number) =>
    post('charge.refunded', { amount_refunded, payment_intent: intent });
  return { verifier, id: payment.id, session, intent, state, refunded };
}

it('issues a credit note for a refund, as page and PDF, with links from receipt, payment and mail', async () => {
  const [issuer, verifier, superAdmin] = [await makeIssuer(), await makeVerifier(), await makeSuperAdmin()];
  setSellerDetails(superAdmin.browser, parseInput(sellerSchema, { name: 'Akademie Süd', taxRate: '19' }));
  const ids = [];
  for (let count = 0; count < 2; count += 1) {
    ids.push((await payFor(verifier, (await makeCertificate(issuer)).uniqueId)).payment.id);
  }
  const [, id = ''] = ids;
  await fetchPage(`/superadmin/payments/${id}`, {
    cookie: superAdmin.cookie,
    form: { reason: 'By mistake' },
  });
  const [note] = notes();
  expect(notes()).toMatchObject([
    {
      number: 1,
      paymentId: id,
      amountMinor: 420_000,
      taxMinor: 67_059,
      cause: 'refund',
      reason: 'By mistake',
    },
  ]);
  const path = `/verify/credit-notes/${note?.id}`;
  const page = await read(path, verifier.cookie);
  for (const text of ['C-000001', 'R-000002', 'Akademie Süd', 'By mistake', '$670.59 USD']) {
    expect(page).toContain(text);
  }
  const pdf = await fetchPage(`${path}/pdf`, { cookie: verifier.cookie });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(pdf.headers.get('content-disposition')).toContain('certrace-credit-note-C-000001.pdf');
  for (const stranger of [`${path}`, `${path}/pdf`]) {
    expect((await fetchPage(stranger, { cookie: (await makeVerifier()).cookie })).status).toBe(404);
  }
  expect(await read(`/verify/receipts/${id}`, verifier.cookie)).toContain(`href="${path}"`);
  expect(await read(`/superadmin/payments/${id}`, superAdmin.cookie)).toContain(`href="${path}"`);
  expect(await read('/superadmin/payments?q=C-1', superAdmin.cookie)).toContain(`/superadmin/payments/${id}`);
  const mails = mailsTo(verifier.email);
  expect(mails.at(-1)?.text).toMatch(new RegExp(`refunded in full[^]*http://localhost:3000${path}`));
});

it('keeps a partly refunded payment paid until the rest is refunded, with a credit note for each part', async () => {
  const superAdmin = await makeSuperAdmin();
  setSellerDetails(superAdmin.browser, parseInput(sellerSchema, { name: 'Akademie Süd', taxRate: '19' }));
  const { verifier, id, session, state, refunded } = await charged();
  db().update(users).set({ language: 'de' }).where(eq(users.id, verifier.id)).run();
  // This event arrives before the one about the checkout.
  await refunded(100_000);
  expect(state()).toBe('paid');
  await post('checkout.session.completed', session ?? {});
  await refunded(100_000);
  expect(notes()).toMatchObject([{ number: 1, amountMinor: 100_000, taxMinor: 15_966 }]);
  const details = db().select().from(paymentEvents).where(eq(paymentEvents.paymentId, id)).all();
  expect(details.at(-1)).toMatchObject({ state: 'paid', detail: 'refunded-part|100000|420000' });
  const readIn = (language: string) => inLanguage(language, () => paymentDetails(superAdmin.actor, id));
  expect(readIn('en').history.at(-1)?.detail).toBe('$1,000 of $4,200 was refunded at the payment provider.');
  expect(readIn('de').history.at(-1)?.detail).toMatch(/^1\.000.\$ von 4\.200.\$ wurden beim/);
  await refunded(420_000);
  await refunded(420_000);
  expect(state()).toBe('refunded');
  expect(db().select().from(refunds).all()).toMatchObject([{ reason: 'refunded-at-provider' }]);
  expect(readIn('fr').refund?.reason).toBe('Il a été remboursé chez le prestataire de paiement.');
  // If each part's tax were rounded alone, their sum would be a cent less than the receipt's.
  expect(notes()).toMatchObject([
    { number: 1, taxMinor: 15_966, reason: 'Ein Teil davon wurde beim Zahlungsanbieter erstattet.' },
    { number: 2, amountMinor: 320_000, taxMinor: 67_059 - 15_966 },
  ]);
  expect(db().select().from(paymentDays).all()).toMatchObject([
    { receivedMinor: 420_000, refundedMinor: 420_000 },
  ]);
  const mails = mailsTo(verifier.email);
  expect(mails.filter(({ text }) => text.includes('teilweise erstattet'))).toHaveLength(2);
});

it.each([
  ['won', 'paid', 0],
  ['warning_closed', 'paid', 0],
  ['lost', 'disputed', 1],
])('after a dispute with the status %s the payment is %s', async (status, left, credited) => {
  const { id, intent, state } = await charged();
  const dispute = { id: 'dp_1', status: 'needs_response', amount: 420_000, payment_intent: intent };
  stripe.disputes.set('dp_1', dispute);
  await post('charge.dispute.created', dispute);
  expect(state()).toBe('disputed');
  stripe.disputes.set('dp_1', { ...dispute, status });
  // Sends the end twice, and the beginning after the end.
  for (const type of ['closed', 'closed', 'created']) await post(`charge.dispute.${type}`, dispute);
  expect(state()).toBe(left);
  expect(notes()).toHaveLength(credited);
  const states = db().select().from(paymentEvents).where(eq(paymentEvents.paymentId, id)).all();
  expect(states.filter((event) => event.state === 'disputed')).toHaveLength(1 + credited);
  // After a lost dispute the verification can be paid for again.
  expect(db().select().from(verifications).where(isNull(verifications.paidAt)).all()).toHaveLength(credited);
});
