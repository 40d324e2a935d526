import { expect, it } from 'vitest';
import { createCoupon } from '#app/courses/manage-coupons.server.ts';
import { db } from '#db/client.ts';
import { payments } from '#db/schema/payments.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
  payFor,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';

const REFUSED = {
  success: false,
  code: expect.any(String),
  message: 'Payments are turned off on this site. Nothing was charged.',
};
const SHOWN = 'Payments are turned off on this site';

const turnOff = () => testEnvironment({ PAYMENT_GATEWAY: 'none' });
const count = () => db().select().from(payments).all().length;

const verify = ({ token }: Person, uniqueId: string, input: object = paymentInput(uniqueId)) =>
  fetchApi('cert/verify/payment', { token, json: { uniqueId, ...input } });

it('refuses payments of verifications, and still opens paid ones', async () => {
  const issuer = await makeIssuer();
  const [verifier, paid, unpaid] = [
    await makeVerifier(),
    await makeCertificate(issuer),
    await makeCertificate(issuer),
  ];
  await payFor(verifier, paid.uniqueId);
  turnOff();
  for (const input of [paymentInput(unpaid.uniqueId), {}, { gateway: 'none' }]) {
    const answer = await verify(verifier, unpaid.uniqueId, input);
    expect([answer.status, await answer.json()]).toEqual([409, expect.objectContaining(REFUSED)]);
  }
  expect((await verify(verifier, unpaid.uniqueId, { gateway: 'sandbox' })).status).toBe(400);
  expect((await verify(verifier, paid.uniqueId)).status).toBe(200);
  expect((await fetchPage(`/certificates/${paid.uniqueId}.png`, { cookie: verifier.cookie })).status).toBe(
    200,
  );
  expect(count()).toBe(1);
});

it('says on the payment page that payments are turned off, without a form', async () => {
  const [verifier, certificate] = [await makeVerifier(), await makeCertificate(await makeIssuer())];
  turnOff();
  await fetchPage('/verify', { cookie: verifier.cookie, form: { uniqueId: certificate.uniqueId } });
  const page = await (await fetchPage('/verify/payment', { cookie: verifier.cookie })).text();
  expect(page).toContain(SHOWN);
  expect(page).not.toContain('cardNumber');
  expect(page).not.toContain('Test mode');
});

it('refuses purchases of courses, except those that cost nothing', async () => {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { id } = await makeCourse(issuer, { title: 'SQL', price: '49' });
  const free = await makeCourse(issuer, { title: 'Free', price: '0' });
  createCoupon(issuer.actor, { code: 'GIFT', kind: 'percent', value: '100' });
  turnOff();
  const { token, cookie } = learner;
  const refused = await fetchApi(`courses/${id}/purchase`, { token, json: {} });
  expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining(REFUSED)]);
  expect(await (await fetchPage(`/course/${id}/purchase`, { cookie })).text()).toContain(SHOWN);
  const gift = await fetchApi(`courses/${id}/purchase`, { token, json: { coupon: 'GIFT' } });
  expect(await gift.json()).toMatchObject({ enrolled: true, payment: null });
  expect((await fetchApi(`courses/${free.id}/purchase`, { token, json: {} })).status).toBe(200);
  expect(count()).toBe(0);
});

it('has payment pages, lists and a description of the API', async () => {
  const [verifier, root] = [await makeVerifier(), await makeSuperAdmin()];
  turnOff();
  for (const path of ['/payments', '/verify/payment']) {
    expect((await fetchPage(path, { cookie: verifier.cookie })).status, path).toBe(200);
  }
  for (const path of ['/superadmin/payments', '/superadmin/credit', '/superadmin/status']) {
    expect((await fetchPage(path, { cookie: root.cookie })).status, path).toBe(200);
  }
  expect((await fetchApi('openapi.json')).status).toBe(200);
});
