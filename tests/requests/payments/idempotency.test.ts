import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { revokeCertificate } from '#app/certificates/revoke-certificate.server.ts';
import { courseReasonSchema } from '#app/courses/course.schema.ts';
import { createCoupon, endCoupon, listCoupons } from '#app/courses/manage-coupons.server.ts';
import { unpublishCourse } from '#app/courses/publish-course.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { paymentReversed } from '#app/verification/pay-verification.server.ts';
import { db, sqlite } from '#db/client.ts';
import { courses } from '#db/schema/courses.ts';
import { payments, sandboxCharges } from '#db/schema/payments.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  paymentInput,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

const CARD = { cardNumber: '4242 4242 4242 4242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };
const KEY = { 'idempotency-key': 'once' };

async function course(price = '49') {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { id } = await makeCourse(issuer, { title: 'SQL', price });
  const buy = async (json: object = CARD, headers = KEY) => {
    const answer = await fetchApi(`courses/${id}/purchase`, { token: learner.token, json, headers });
    return { status: answer.status, ...(await answer.json()) };
  };
  return { issuer, learner, id, buy };
}

const refund = async (paymentId: string) => {
  const { cookie } = await makeSuperAdmin();
  const answer = await fetchPage(`/superadmin/payments/${paymentId}`, {
    cookie,
    form: { reason: 'By mistake' },
  });
  expect(answer.status).toBe(302);
};
const states = () =>
  db()
    .select()
    .from(payments)
    .all()
    .map(({ state }) => state);

describe('the Idempotency-Key of a purchase', () => {
  it('returns the same answer after a refund, and another key buys again', async () => {
    const { buy } = await course();
    const first = await buy();
    await refund(first.payment._id);
    const again = await buy();
    expect(again).toEqual(first);
    expect(states()).toEqual(['refunded']);
    expect((await buy(CARD, { 'idempotency-key': 'twice' })).status).toBe(200);
    expect(states()).toEqual(['refunded', 'paid']);
    expect((await buy({ ...CARD, company: 'Other' })).status).toBe(422);
  });

  it.each(['unpublished', 'too expensive to be charged', 'without its coupon'])(
    'returns the purchase after the course became %s',
    async (change) => {
      const { buy, issuer, id } = await course();
      createCoupon(issuer.actor, { code: 'SPRING', kind: 'percent', value: '50' });
      const input = { ...CARD, coupon: 'SPRING' };
      const first = await buy(input);
      expect(first.status).toBe(200);
      await refund(first.payment._id);
      if (change === 'unpublished') {
        await unpublishCourse(
          (await makeSuperAdmin()).actor,
          id,
          parseInput(courseReasonSchema, { reason: 'It breaks the rules' }),
        );
      } else if (change === 'without its coupon') {
        const { coupons } = listCoupons(issuer.actor, { q: '' });
        endCoupon(issuer.actor, { id: coupons[0]?.id ?? '' });
      } else db().update(courses).set({ priceMinor: 100_000_000_00 }).where(eq(courses.id, id)).run();
      expect(await buy(input)).toMatchObject({ status: 200, payment: { _id: first.payment._id } });
      expect(states()).toEqual(['refunded']);
    },
  );

  it('of a free course buys nothing after the course got a price', async () => {
    const { buy, id } = await course('');
    expect(await buy({})).toMatchObject({ enrolled: true, payment: null });
    db().update(courses).set({ priceMinor: 4_900 }).where(eq(courses.id, id)).run();

    expect(await buy({})).toMatchObject({ status: 200, enrolled: true, payment: null });
    expect(states()).toEqual([]);
  });

  it('can be used again after a declined card', async () => {
    const { buy } = await course();
    const declined = { ...CARD, cardNumber: '4000000000000002' };
    expect([(await buy(declined)).status, (await buy(declined)).status]).toEqual([402, 402]);
    expect((await buy()).status).toBe(200);
  });
});

describe('the Idempotency-Key of a verification', () => {
  async function subject() {
    const [issuer, verifier] = [await makeIssuer(), await makeVerifier()];
    const { uniqueId } = await makeCertificate(issuer);
    const pay = async (json: unknown = paymentInput(uniqueId), headers = KEY) => {
      const { token } = verifier;
      const answer = await fetchApi('cert/verify/payment', { token, json, headers });
      return { status: answer.status, ...(await answer.json()) };
    };
    return { issuer, uniqueId, pay };
  }

  it('gets the same answer after a refund, and after 24 hours 409; another key pays again', async () => {
    const { pay } = await subject();
    const first = await pay();
    await refund(first.payment._id);
    expect(await pay()).toEqual(first);
    sqlite().exec('delete from remembered_answers');
    expect(await pay()).toMatchObject({ status: 409, message: paymentReversed() });
    expect(db().select().from(sandboxCharges).all()).toHaveLength(1);
    const second = await pay(undefined, { 'idempotency-key': 'twice' });
    expect([second.status, states()]).toEqual([200, ['refunded', 'paid']]);
    expect(await pay()).toMatchObject({ status: 200, payment: { _id: first.payment._id } });
  });

  describe('at Stripe', () => {
    const { stripe, post } = withStripe();

    it('does not restart a payment that was refunded on arrival', async () => {
      const { issuer, uniqueId, pay } = await subject();
      const { checkoutUrl } = await pay({ uniqueId });
      const session = stripe().pay(checkoutUrl.split('/').at(-1));
      setClock(() => Date.now() + 1_000);
      revokeCertificate(issuer.actor, uniqueId, { reason: 'Issued in error' });
      const refused = {
        status: 409,
        message: 'The certificate was revoked before the payment arrived. Your payment was refunded.',
      };
      expect(await pay({ uniqueId })).toMatchObject(refused);
      await post(stripe().event('checkout.session.completed', session));
      expect(await pay({ uniqueId })).toMatchObject(refused);
      expect([stripe().sessions.size, states()]).toEqual([1, ['refunded']]);
    });

    it('restarts an expired checkout once', async () => {
      const { uniqueId, pay } = await subject();
      const first = await pay({ uniqueId });
      Object.assign(stripe().sessions.get(first.checkoutUrl.split('/').at(-1)) ?? {}, { status: 'expired' });
      const second = await pay({ uniqueId });
      expect(second.payment._id).not.toBe(first.payment._id);
      stripe().pay(second.checkoutUrl.split('/').at(-1));
      const paid = await pay({ uniqueId });
      expect(paid.status).toBe(200);
      await refund(second.payment._id);
      expect(await pay({ uniqueId })).toEqual(paid);
      expect(states()).toEqual(['expired', 'refunded']);
    });
  });
});
