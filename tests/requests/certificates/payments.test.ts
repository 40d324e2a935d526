import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { lastAttemptFor } from '#app/payments/attempts.server.ts';
import { paymentDetails } from '#app/payments/payment-details.server.ts';
import { db, sqlite } from '#db/client.ts';
import { idempotencyKeys } from '#db/schema/accounts.ts';
import { payments } from '#db/schema/payments.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const charges = () => db().select().from(payments).where(eq(payments.state, 'paid')).all().length;

describe('the Idempotency-Key of a payment', () => {
  it('returns the same payment again, rejects another card or certificate with 422, and stores no card', async () => {
    const issuer = await makeIssuer();
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(issuer);
    const other = (await makeCertificate(issuer)).uniqueId;
    const pay = (json: Record<string, unknown>) =>
      fetchApi('cert/verify/payment', {
        token: verifier.token,
        json,
        headers: { 'idempotency-key': 'once' },
      });
    const first = await pay(paymentInput(uniqueId));
    const again = await pay(paymentInput(uniqueId));
    expect(again.status).toBe(200);
    expect((await again.json()).payment).toEqual((await first.json()).payment);
    expect((await pay(paymentInput(uniqueId, { cardNumber: '4111111111111111' }))).status).toBe(422);
    expect((await pay(paymentInput(other))).status).toBe(422);
    expect(charges()).toBe(1);
    const kept = JSON.stringify(db().select().from(idempotencyKeys).all());
    expect(kept).not.toMatch(/4242 ?4242|4111 ?1111/);
  });

  it('can be used again after a declined card', async () => {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const pay = (fields: Record<string, unknown>) =>
      fetchApi('cert/verify/payment', {
        token: verifier.token,
        json: paymentInput(uniqueId, fields),
        headers: { 'idempotency-key': 'again' },
      });
    expect((await pay({ cardNumber: '4000000000000002' })).status).toBe(402);
    expect((await pay({})).status).toBe(200);
  });

  it('charges once for fifty parallel requests', async () => {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetchApi('cert/verify/payment', {
          token: verifier.token,
          json: paymentInput(uniqueId),
          headers: { 'idempotency-key': 'fifty' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(charges()).toBe(1);
  });
});

describe('a payment for a paid verification', () => {
  it.each([
    ['an object for a card number', { cardNumber: { toString: 'x' } }, 'cardNumber'],
    ['a number for a year', { expiryYear: 39 }, 'expiryYear'],
    ['no code', { cvCode: undefined }, 'cvCode'],
    ['a list for the certificate', { uniqueId: ['7K3M-9QZX-2HVB-4TND'] }, 'uniqueId'],
  ])('is still rejected with %s', async (_name, fields, field) => {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const pay = (json: unknown) => fetchApi('cert/verify/payment', { token: verifier.token, json });
    const before = await pay(paymentInput(uniqueId, fields));
    expect((await pay(paymentInput(uniqueId))).status).toBe(200);
    const after = await pay(paymentInput(uniqueId, fields));
    expect([before.status, after.status]).toEqual([400, 400]);
    const body = await after.json();
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body).toEqual(await before.json());
    expect(charges()).toBe(1);
  });
});

describe('the payment page', () => {
  it('refuses a payment without a looked up certificate', async () => {
    const verifier = await makeVerifier();
    const page = await fetchPage('/verify/payment', { cookie: verifier.cookie });
    expect(await page.text()).toContain('No uniqueId found. Please verify certificate first.');
    const { uniqueId: _, ...card } = paymentInput('');
    const sent = await fetchPage('/verify/payment', {
      cookie: verifier.cookie,
      form: card as Record<string, string>,
    });
    expect(sent.status).toBe(400);
    expect(await sent.text()).toContain('No uniqueId found. Please verify certificate first.');
  });

  it('leads from the look-up through a declined card to the files, without echoing a card', async () => {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const cookie = verifier.cookie;
    const found = await fetchPage('/verify', { cookie, form: { uniqueId: uniqueId.toLowerCase() } });
    const foundHtml = await found.text();
    expect(foundHtml).toContain('Certificate found! Proceed to payment');
    expect(foundHtml).toMatch(/http-equiv="refresh" content="2;url=\/verify\/payment"/i);
    const declined = await fetchPage('/verify/payment', {
      cookie,
      form: paymentInput(uniqueId, { cardNumber: '4000 0000 0000 0002' }) as Record<string, string>,
    });
    expect(declined.status).toBe(402);
    const html = await declined.text();
    expect(html).toContain('Your card was declined.');
    expect(html).not.toMatch(/4000 ?0000 ?0000 ?0002/);
    const paid = await fetchPage('/verify/payment', {
      cookie,
      form: paymentInput(uniqueId) as Record<string, string>,
    });
    expect([paid.status, paid.headers.get('location')]).toEqual([302, '/verify/payment']);
    const flash = paid.headers.getSetCookie().find((line) => line.startsWith('certrace_flash='));
    const shown = await fetchPage('/verify/payment', { cookie: `${cookie}; ${flash?.split(';', 1)[0]}` });
    const paidHtml = await shown.text();
    expect(paidHtml).toContain('Payment successful!');
    expect(paidHtml).toContain('Payment Successful! Here&#x27;s your Certificate');
    expect(paidHtml).toContain('Download PDF');
    expect(paidHtml).toContain('Download PNG');
    expect(sqlite().prepare('select count(*) from payments where card_last4 = ?').pluck().get('4242')).toBe(
      1,
    );
  });
});

it('limits look-ups to 30 a minute and payments to 10 an hour', async () => {
  testEnvironment({ RATE_LIMITS: 'on' });
  const verifier = await makeVerifier();
  const { uniqueId } = await makeCertificate(await makeIssuer());
  const lookUp = () => fetchApi('cert/verify', { token: verifier.token, json: { uniqueId } });
  const statuses = [];
  for (let index = 0; index < 31; index += 1) statuses.push((await lookUp()).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  const payer = await makeVerifier();
  const declined = () =>
    fetchApi('cert/verify/payment', {
      token: payer.token,
      json: paymentInput(uniqueId, { cardNumber: '4000000000000002' }),
    });
  for (let index = 0; index < 10; index += 1) expect((await declined()).status).toBe(402);
  const refused = await declined();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('a payment whose payer reads German', () => {
  async function declined(cardNumber: string) {
    const payer = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const answer = await fetchApi('cert/verify/payment', {
      token: payer.token,
      json: paymentInput(uniqueId, { cardNumber }),
      headers: { 'accept-language': 'de' },
    });
    const row = db().select().from(payments).get();
    if (!row) throw new Error('No payment was recorded');
    const { actor } = await makeSuperAdmin();
    const readIn = (language: string) => inLanguage(language, () => paymentDetails(actor, row.id));
    return { answer, payer, row, readIn };
  }

  it('names the kind of its card to each reader in the language of that reader', async () => {
    const { row, readIn } = await declined('6011111111111117');
    expect(row.cardBrand).toBe('card');
    expect([readIn('en').card?.brand, readIn('fr').card?.brand]).toEqual(['Card', 'Carte']);
  });

  it('tells each reader in the language of that reader why it failed', async () => {
    const { answer, payer, row, readIn } = await declined('4000000000000002');
    expect((await answer.json()).message).toBe('Ihre Karte wurde abgelehnt.');
    expect(row.failureMessage).toBe('card-declined');
    expect(readIn('fr').history.at(-1)?.detail).toBe('Votre carte a été refusée.');
    const item = { verificationId: row.verificationId ?? '' };
    expect(inLanguage('en', () => lastAttemptFor(payer.id, item)?.reason)).toBe('Your card was declined.');
  });
});
