import { expect, it } from 'vitest';
import { setClock } from '#app/shared/clock.server.ts';
import { makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';
import { fetchPage } from '#tests/support/handler.ts';

const PAID_NOW = 'Payment Successful! Here&#x27;s your Certificate';
const PAID_BEFORE = 'You have already paid for this verification.';
const CARD = { cardNumber: '4242 4242 4242 4242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };

it('says that a verification was paid before, and never that it was paid now', async () => {
  const { uniqueId } = await makeCertificate(await makeIssuer());
  const { cookie } = await makeVerifier();
  const heading = async () => {
    const html = await (await fetchPage('/verify/payment', { cookie })).text();
    return /<h1[^>]*>([^<]+)/.exec(html)?.[1];
  };
  const lookUp = () => fetchPage('/verify', { cookie, form: { uniqueId } });
  await lookUp();
  expect(await heading()).toBe('Payment Details');
  await fetchPage('/verify/payment', { cookie, form: { uniqueId, ...CARD } });
  expect(await heading()).toBe(PAID_NOW);
  // A reload shows the same.
  expect(await heading()).toBe(PAID_NOW);
  setClock(() => Date.now() + 60_000);
  await lookUp();
  expect(await heading()).toBe(PAID_BEFORE);
});

it('says so for a payment over the API too', async () => {
  const { uniqueId } = await makeCertificate(await makeIssuer());
  const verifier = await makeVerifier();
  await payFor(verifier, uniqueId);
  setClock(() => Date.now() + 60_000);
  await fetchPage('/verify', { cookie: verifier.cookie, form: { uniqueId } });
  expect(await (await fetchPage('/verify/payment', { cookie: verifier.cookie })).text()).toContain(
    PAID_BEFORE,
  );
});
