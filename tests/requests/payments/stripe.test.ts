import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { checkOpenPayments, sendRefunds } from '#app/payments/reconcile.server.ts';
import { reasonText } from '#app/payments/stored-reasons.ts';
import { providerDown } from '#app/payments/stripe.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { db, sqlite } from '#db/client.ts';
import { creditNotes, paymentEvents, payments, refunds } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import {
  makeCertificate,
  makeIssuer,
  makeVerifier,
  type Person,
  paymentInput,
} from '#tests/support/factories.ts';
import { browserSession, fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { subjectsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { signatureOf, startStripe } from '#tests/support/stripe-stand-in.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(() => stripe.stop());

beforeEach(() => {
  testEnvironment(stripe.env);
  stripe.state.down = false;
  stripe.sessions.clear();
  stripe.intents.clear();
});

type Started = {
  message: string;
  checkoutUrl: string;
  cert?: { uniqueId: string };
  payment: { _id: string; state: string; card: null; receiptUrl: string | null };
};

async function subject() {
  const issuer = await makeIssuer();
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(issuer);
  return { issuer, verifier, uniqueId };
}

const start = (verifier: Person, uniqueId: string, headers = {}) =>
  fetchApi('cert/verify/payment', { token: verifier.token, json: { uniqueId }, headers });

async function started() {
  const made = await subject();
  const answer = await start(made.verifier, made.uniqueId);
  expect(answer.status).toBe(200);
  const { checkoutUrl, payment } = (await answer.json()) as Started;
  const sessionId = checkoutUrl.split('/').at(-1) ?? '';
  return { ...made, checkoutUrl, sessionId, paymentId: payment._id };
}

const post = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  fetchRaw('/webhooks/stripe', { method: 'POST', body, headers });

const completed = (sessionId: string, changes = {}, options = {}) =>
  stripe.event('checkout.session.completed', { ...stripe.sessions.get(sessionId), ...changes }, options);

const goBack = (verifier: Person, paymentId: string) =>
  fetchPage(`/verify/payment/return?payment=${paymentId}`, { cookie: verifier.cookie });

const paymentRow = (id: string) => db().select().from(payments).where(eq(payments.id, id)).get();
const historyOf = (id: string) =>
  db()
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .all()
    .map(({ state }) => state);
const receipts = () =>
  sqlite().prepare("select count(*) from log_entries where type = 'verify'").pluck().get();

/** Expects a paid payment with one receipt, log entry and mail. */
function expectPaid({ paymentId, verifier }: { paymentId: string; verifier: Person }) {
  expect(paymentRow(paymentId)).toMatchObject({
    state: 'paid',
    receiptNumber: 1,
    cardBrand: null,
    cardLast4: null,
  });
  expect(db().select().from(verifications).get()).toMatchObject({ paymentId });
  expect(historyOf(paymentId)).toEqual(['created', 'pending', 'paid']);
  expect(subjectsTo(verifier.email).filter((line) => line === 'Your payment was received')).toHaveLength(1);
  expect(receipts()).toBe(1);
}

describe('a payment at Stripe', () => {
  it('starts with a redirect, carries the payment’s ID, and accepts no card data', async () => {
    const { verifier, uniqueId } = await subject();
    const browser = browserSession({ headers: { cookie: verifier.cookie } });
    const { cookie } = verifier;
    await (await browser.fetch('/verify', { form: { uniqueId }, cookie })).text();
    const page = await browser.fetch('/verify/payment', { cookie });
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${stripe.url}`);
    const html = await page.text();
    expect(html).not.toMatch(/cardNumber|cvCode|Test mode/);
    const sent = await browser.fetch('/verify/payment', { form: { uniqueId, gateway: 'stripe' }, cookie });
    const [session] = stripe.sessions.values();
    expect([sent.status, sent.headers.get('location')]).toEqual([303, session?.url]);
    const payment = db().select().from(payments).get();
    expect(session).toMatchObject({
      client_reference_id: payment?.id,
      metadata: { payment_id: payment?.id },
      amount_total: 420_000,
      currency: 'usd',
    });
    expect(await (await browser.fetch('/verify/payment', { cookie })).text()).toContain(
      'Your payment is not complete yet',
    );
    const cards = await fetchApi('cert/verify/payment', {
      token: verifier.token,
      json: paymentInput(uniqueId),
    });
    expect([cards.status, (await cards.json()).message]).toEqual([400, 'Card data is not accepted here.']);
    const posted = await browser.fetch('/verify/payment', {
      form: { ...(paymentInput(uniqueId) as Record<string, string>), gateway: 'stripe' },
      cookie,
    });
    expect(posted.status).toBe(400);
    expect(await posted.text()).not.toMatch(/4242 ?4242/);
    expect(sqlite().serialize().toString('latin1')).not.toMatch(/4242 ?4242/);
  });

  it('returns the checkout’s URL over the API, and the certificate after payment', async () => {
    const { verifier, uniqueId, sessionId, checkoutUrl, paymentId } = await started();
    const resumed = (await (await start(verifier, uniqueId)).json()) as Started;
    expect(resumed).toMatchObject({ message: 'Continue at the payment page.', checkoutUrl });
    expect(resumed.payment).toMatchObject({ _id: paymentId, state: 'pending', card: null, receiptUrl: null });
    stripe.pay(sessionId);
    const paid = (await (await start(verifier, uniqueId)).json()) as Started;
    expect(paid).toMatchObject({ message: 'Payment successful!', cert: { uniqueId } });
    expectPaid({ paymentId, verifier });
    const own = await fetchApi('payments', { token: verifier.token });
    expect(await own.json()).toMatchObject({
      payments: [{ _id: paymentId, state: 'paid' }],
      nextCursor: null,
    });
    const others = await fetchApi('payments', { token: (await makeVerifier()).token });
    expect((await others.json()).payments).toEqual([]);
  });

  it.each<[string, (paid: Awaited<ReturnType<typeof started>>) => Promise<unknown>]>([
    [
      'the webhook first',
      async ({ sessionId, verifier, paymentId }) => {
        await post(completed(sessionId));
        await goBack(verifier, paymentId);
      },
    ],
    [
      'the payer first',
      async ({ sessionId, verifier, paymentId }) => {
        await goBack(verifier, paymentId);
        await post(completed(sessionId));
      },
    ],
    [
      'both at once',
      ({ sessionId, verifier, paymentId }) =>
        Promise.all([post(completed(sessionId)), goBack(verifier, paymentId)]),
    ],
    [
      'fifty copies of one event and fifty events',
      ({ sessionId }) => {
        const event = completed(sessionId);
        return Promise.all(
          Array.from({ length: 50 }, () => [post(event), post(completed(sessionId))]).flat(),
        );
      },
    ],
    [
      'a webhook between expiry events',
      async ({ sessionId }) => {
        const expired = stripe.event('checkout.session.expired', {
          ...stripe.sessions.get(sessionId),
          status: 'expired',
          payment_status: 'unpaid',
        });
        await post(expired);
        await post(completed(sessionId));
        await post(expired);
        const events = db().select().from(paymentEvents).where(eq(paymentEvents.state, 'expired'));
        expect(events.all()).toHaveLength(1);
        db().delete(paymentEvents).where(eq(paymentEvents.state, 'expired')).run();
      },
    ],
    [
      'the background check',
      async () => {
        setClock(() => Date.now() + 6 * 60_000);
        await checkOpenPayments();
      },
    ],
  ])('is settled once by %s', async (_name, settle) => {
    const made = await started();
    stripe.pay(made.sessionId);
    await settle(made);
    expectPaid(made);
  });

  it('returns the payer to the certificate and its files', async () => {
    const { verifier, uniqueId, sessionId, paymentId } = await started();
    stripe.pay(sessionId);
    const back = await goBack(verifier, paymentId);
    expect([back.status, back.headers.get('location')]).toEqual([302, '/verify/payment']);
    const page = await fetchPage('/verify/payment', { cookie: verifier.cookie });
    expect(await page.text()).toContain('Payment Successful! Here&#x27;s your Certificate');
    const file = await fetchPage(`/certificates/${uniqueId}.pdf`, { cookie: verifier.cookie });
    expect(file.status).toBe(200);
    await file.body?.cancel();
    const receipt = await fetchPage(`/verify/receipts/${paymentId}`, { cookie: verifier.cookie });
    expect(await receipt.text()).toMatch(/Paid through.*Stripe/s);
    const stranger = await makeVerifier();
    expect((await goBack(stranger, paymentId)).status).toBe(404);
  });

  it('starts one checkout for fifty parallel starts', async () => {
    const { verifier, uniqueId } = await subject();
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(verifier, uniqueId)));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Started[];
    expect(new Set(bodies.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1);
    expect(stripe.sessions.size).toBe(1);
    expect(db().select().from(payments).all()).toHaveLength(1);
  });

  it('starts a new payment after the checkout expired', async () => {
    const { verifier, uniqueId, sessionId, paymentId } = await started();
    Object.assign(stripe.sessions.get(sessionId) ?? {}, { status: 'expired', url: null });
    const again = (await (await start(verifier, uniqueId)).json()) as Started;
    expect(again.payment._id).not.toBe(paymentId);
    expect(paymentRow(paymentId)?.state).toBe('expired');
  });

  it('responds 503 while Stripe is down, and settles the payment later', async () => {
    const { verifier, uniqueId } = await subject();
    stripe.state.down = true;
    const refused = await start(verifier, uniqueId);
    expect([refused.status, (await refused.json()).message]).toEqual([503, providerDown()]);
    expect(refused.headers.get('retry-after')).toBe('30');
    stripe.state.down = false;
    const { checkoutUrl, payment } = (await (await start(verifier, uniqueId)).json()) as Started;
    stripe.pay(checkoutUrl.split('/').at(-1) ?? '');
    stripe.state.down = true;
    expect((await goBack(verifier, payment._id)).status).toBe(302);
    expect(paymentRow(payment._id)?.state).toBe('pending');
    stripe.state.down = false;
    await goBack(verifier, payment._id);
    expect(paymentRow(payment._id)?.state).toBe('paid');
  });
});

describe('the webhook', () => {
  it.each<[string, (body: string) => string]>([
    ['no signature', () => ''],
    ['the signature of another secret', (body) => signatureOf(body, { secret: 'whsec_other' })],
    ['a signature of 301 seconds ago', (body) => signatureOf(body, { at: Date.now() - 301_000 })],
    ['a malformed signature', () => 't=now,v1=yes'],
  ])('rejects %s', async (_name, sign) => {
    const { sessionId, paymentId } = await started();
    stripe.pay(sessionId);
    const { body, headers } = completed(sessionId);
    expect((await post({ body, headers: { ...headers, 'stripe-signature': sign(body) } })).status).toBe(400);
    expect(paymentRow(paymentId)?.state).toBe('pending');
  });

  it('accepts every configured secret, without a cookie and from any origin', async () => {
    testEnvironment({ ...stripe.env, STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' });
    const { sessionId, paymentId, verifier } = await started();
    stripe.pay(sessionId);
    const event = completed(sessionId, {}, { secret: 'whsec_old' });
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await post({ ...event, headers: { ...event.headers, ...foreign } })).status).toBe(200);
    expectPaid({ paymentId, verifier });
  });

  it.each([
    ['a wrong amount', { amount_total: 100 }],
    ['a wrong currency', { currency: 'inr' }],
  ])('fails the payment for %s, with the reason in its history', async (_name, changes) => {
    const { sessionId, paymentId } = await started();
    stripe.pay(sessionId);
    expect((await post(completed(sessionId, changes))).status).toBe(200);
    expect(paymentRow(paymentId)).toMatchObject({ state: 'failed', receiptNumber: null });
    expect(db().select().from(verifications).get()?.paidAt).toBeNull();
    const [, , failed] = db()
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, paymentId))
      .all();
    expect(reasonText(failed?.detail ?? '')).toMatch(/^The gateway reports .* instead of 420000 USD\.$/);
  });

  it('leaves a completed but unpaid checkout pending until its asynchronous payment fails', async () => {
    const { sessionId, paymentId, verifier, uniqueId } = await started();
    Object.assign(stripe.sessions.get(sessionId) ?? {}, { status: 'complete', url: null });
    await post(completed(sessionId));
    expect(paymentRow(paymentId)?.state).toBe('pending');
    expect((await start(verifier, uniqueId)).status).toBe(409);
    await post(stripe.event('checkout.session.async_payment_failed', stripe.sessions.get(sessionId) ?? {}));
    expect(paymentRow(paymentId)?.state).toBe('failed');
    expect((await start(verifier, uniqueId)).status).toBe(200);
  });

  it('ignores unknown events and payments, rejects malformed bodies, and is 404 without Stripe', async () => {
    const known = stripe.event('customer.created', { id: 'cus_1' });
    const strange = stripe.event('checkout.session.completed', {
      id: 'cs_other',
      payment_status: 'paid',
      client_reference_id: 'somebody else',
    });
    expect([(await post(known)).status, (await post(strange)).status]).toEqual([200, 200]);
    const body = '[1]';
    expect((await post({ body, headers: { 'stripe-signature': signatureOf(body) } })).status).toBe(400);
    const large = 'x'.repeat(300 * 1_024);
    const sent = await post({ body: large, headers: { 'stripe-signature': signatureOf(large) } });
    expect(sent.status).toBe(413);
    testEnvironment();
    expect((await post(known)).status).toBe(404);
  });

  it('records a refund at Stripe, even before the payment is settled, and a dispute', async () => {
    const first = await started();
    const { payment_intent } = stripe.pay(first.sessionId);
    const metadata = { payment_id: first.paymentId };
    await post(stripe.event('charge.refunded', { amount_refunded: 420_000, payment_intent, metadata }));
    await post(completed(first.sessionId));
    expect(paymentRow(first.paymentId)?.state).toBe('refunded');
    expect(db().select().from(verifications).get()?.paidAt).toBeNull();
    const second = await started();
    await post(completed(stripe.pay(second.sessionId).id));
    const intent = stripe.sessions.get(second.sessionId)?.payment_intent ?? '';
    const dispute = { id: 'dp_1', status: 'needs_response', amount: 420_000, payment_intent: intent };
    stripe.disputes.set('dp_1', dispute);
    await post(stripe.event('charge.dispute.created', dispute));
    expect(paymentRow(second.paymentId)?.state).toBe('disputed');
  });
});

describe('a payment that arrives late', () => {
  it.each(['revoked', 'paid twice'])('is refunded if the certificate was %s', async (change) => {
    const { issuer, verifier, uniqueId, sessionId, paymentId } = await started();
    stripe.pay(sessionId);
    const { payment_intent } = stripe.sessions.get(sessionId) ?? {};
    if (change === 'revoked') {
      setClock(() => Date.now() + 1_000);
      revokeCertificate(issuer.actor, uniqueId, { reason: 'Issued in error' });
    } else {
      db().update(verifications).set({ paidAt: 1 }).run();
    }
    await post(completed(sessionId));
    expect(paymentRow(paymentId)).toMatchObject({ state: 'refunded', receiptNumber: 1 });
    expect(receipts()).toBe(0);
    expect(db().select().from(creditNotes).all()).toMatchObject([
      { number: 1, paymentId, amountMinor: 420_000 },
    ]);
    expect(subjectsTo(verifier.email).at(-1)).toBe('Your payment was refunded');
    stripe.state.down = true;
    await sendRefunds();
    expect(stripe.state.refunds).not.toContain(payment_intent);
    stripe.state.down = false;
    setClock(() => Date.now() + 10 * 60_000);
    await sendRefunds();
    await sendRefunds();
    expect(stripe.state.refunds.filter((id) => id === payment_intent)).toHaveLength(1);
    expect(db().select().from(refunds).get()?.completedAt).toEqual(expect.any(Number));
  });
});
