import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sandboxGateway } from '#app/payments/gateways.server.ts';
import { reconcilePayments } from '#app/payments/reconcile.server.ts';
import { db } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';
import { payments, sandboxCharges } from '#db/schema/payments.ts';
import { verifications } from '#db/schema/verification.ts';
import {
  certificateInput,
  mailedToken,
  makeCertificate,
  makeIssuer,
  makeVerifier,
  PASSWORD,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchRaw } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const json = async (response: Response) => ({ status: response.status, body: await response.json() });

describe('issuing and verifying over the API', () => {
  it('runs from registration to the files of a verified certificate', async () => {
    testEnvironment({ ISSUER_APPROVAL: 'auto' });
    const people = [
      { name: 'Aurora Institute', email: 'registrar@aurora.example', password: PASSWORD, role: 'admin' },
      { name: 'Mara Osei', email: 'mara@osei.example', password: PASSWORD, role: 'individual' },
    ];
    const tokens: string[] = [];
    for (const person of people) {
      expect(await json(await fetchApi('users/register', { json: person }))).toEqual({
        status: 201,
        body: { success: true, message: 'Please verify your email!' },
      });
      const early = await json(await fetchApi('users/login', { json: person }));
      expect(early).toMatchObject({
        status: 403,
        body: { success: false, code: expect.any(String), message: 'Please verify your email!' },
      });
      const verified = await fetchApi(`users/verify/${mailedToken(person.email, 'verify')}`);
      expect(await json(verified)).toEqual({
        status: 200,
        body: { success: true, message: 'Email verified successfully!' },
      });
      const { status, body } = await json(
        await fetchApi('users/login', { json: { email: person.email, password: PASSWORD } }),
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        message: 'Login successful!',
        user: { email: person.email, role: person.role, status: 'active' },
      });
      tokens.push(body.token);
    }
    const [issuer = '', verifier = ''] = tokens;

    const issued = await json(await fetchApi('certs/issue', { token: issuer, json: certificateInput() }));
    expect(issued).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: 'Certificate issued successfully!',
        certificate: {
          studentName: 'Ingrid Sørensen',
          issueDate: '2026-02-28',
          verified: false,
          status: 'valid',
          revocation: null,
        },
      },
    });
    const { uniqueId, imageLink } = issued.body.certificate;
    expect(uniqueId).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const mail = db().select().from(outbox).where(eq(outbox.toAddress, 'ingrid@students.example')).get();
    expect(mail?.text).toContain(uniqueId);

    const found = await json(
      await fetchApi('cert/verify', { token: verifier, json: { uniqueId: uniqueId.toLowerCase() } }),
    );
    expect(found).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Certificate found! Proceed to payment',
        cert: {
          uniqueId,
          courseName: 'Distributed Systems',
          issuedBy: { name: 'Aurora Institute' },
          issueDate: '2026-02-28',
          status: 'valid',
          revocation: null,
          replacedBy: null,
          renewedBy: null,
          shareUrl: null,
          paid: false,
        },
      },
    });
    expect((await fetchRaw(imageLink, { headers: { authorization: `Bearer ${verifier}` } })).status).toBe(
      403,
    );

    const paid = await json(
      await fetchApi('cert/verify/payment', { token: verifier, json: paymentInput(uniqueId) }),
    );
    expect(paid).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment successful!',
        cert: { uniqueId, verified: true },
        payment: { amount: 4200, currency: 'USD', card: { brand: 'Visa', last4: '4242' } },
      },
    });
    const png = await fetchRaw(
      new URL(paid.body.cert.pngUrl).pathname + new URL(paid.body.cert.pngUrl).search,
    );
    expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const pdf = await fetchRaw(
      new URL(paid.body.cert.pdfUrl).pathname + new URL(paid.body.cert.pdfUrl).search,
    );
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});

describe('a payment', () => {
  it('that is declined leaves the verification unpaid', async () => {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const declined = await json(
      await fetchApi('cert/verify/payment', {
        token: verifier.token,
        json: paymentInput(uniqueId, { cardNumber: '4000000000000002' }),
      }),
    );
    expect(declined).toEqual({
      status: 402,
      body: { success: false, code: expect.any(String), message: 'Your card was declined.' },
    });
    expect(db().select().from(verifications).get()?.paidAt).toBeNull();
    expect(db().select().from(payments).get()).toMatchObject({ state: 'failed', cardLast4: '0002' });
  });

  it.each([
    [{ uniqueId: undefined }, 400, 'No uniqueId found. Please verify certificate first.'],
    [{ cardNumber: '4242' }, 400, 'Card Number is not valid.'],
    [
      { cardNumber: '6011111111111117' },
      402,
      'Only test cards are accepted here. No real card is ever charged.',
    ],
    [{ uniqueId: 'nonsense' }, 404, 'Invalid certificate or verification failed.'],
  ])('with %j gets %i', async (fields, status, message) => {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const answer = await json(
      await fetchApi('cert/verify/payment', { token: verifier.token, json: paymentInput(uniqueId, fields) }),
    );
    expect(answer).toMatchObject({ status, body: { success: false, code: expect.any(String), message } });
  });

  it('that is made fifty times in parallel charges once, and each request gets the certificate', async () => {
    testEnvironment({ RATE_LIMITS: 'off' });
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        fetchApi('cert/verify/payment', {
          token: verifier.token,
          json: paymentInput(uniqueId),
          headers: index % 2 ? { 'Idempotency-Key': 'one' } : {},
        }).then(json),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.payment._id)).size).toBe(1);
    expect(db().select().from(sandboxCharges).all()).toHaveLength(1);
  });

  it('that was interrupted by a crash is settled or expired at start', async () => {
    const verifier = await makeVerifier();
    const { uniqueId } = await makeCertificate(await makeIssuer());
    await fetchApi('cert/verify', { token: verifier.token, json: { uniqueId } });
    const verification = db().select().from(verifications).get();
    const intent = (id: string) => ({
      id,
      payerId: verifier.id,
      verificationId: verification?.id ?? '',
      state: 'created' as const,
      amountMinor: 420_000,
      currency: 'USD',
      cardBrand: 'visa' as const,
      cardLast4: '4242',
      gateway: 'sandbox',
      createdAt: Date.now(),
    });
    // The first payment never reached the gateway. The second was charged, and its response was lost.
    db().insert(payments).values(intent('never-sent')).run();
    await reconcilePayments();
    expect(db().select().from(payments).where(eq(payments.id, 'never-sent')).get()?.state).toBe('expired');
    db().insert(payments).values(intent('charged')).run();
    await sandboxGateway.startCheckout({
      paymentId: 'charged',
      amountMinor: 420_000,
      currency: 'USD',
      description: 'Verification',
      email: null,
      returnUrl: '',
      cancelUrl: '',
      expiresAt: 0,
      card: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2039, code: '123' },
    });
    await reconcilePayments();
    expect(db().select().from(payments).where(eq(payments.id, 'charged')).get()).toMatchObject({
      state: 'paid',
      receiptNumber: 1,
    });
    expect(db().select().from(verifications).get()).toMatchObject({ paymentId: 'charged' });
  });
});
