import { describe, expect, it } from 'vitest';
import { couponEndSchema, couponSchema } from '#app/courses/coupon.schema.ts';
import { createCoupon, endCoupon, listCoupons } from '#app/courses/manage-coupons.server.ts';
import { checkPayments } from '#app/operations/check-payments.server.ts';
import { checkOpenPayments } from '#app/payments/reconcile.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db, sqlite } from '#db/client.ts';
import { enrolments } from '#db/schema/courses.ts';
import { couponUses, payments } from '#db/schema/payments.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { startStripe } from '#tests/support/stripe-stand-in.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

const CARD = { cardNumber: '4242 4242 4242 4242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };
const COUPON = { code: 'Spring-25', kind: 'percent', value: '25' };

async function offer(fields: Record<string, unknown> = {}) {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const { id } = await makeCourse(issuer, { title: 'SQL', price: '49' });
  createCoupon(issuer.actor, parseInput(couponSchema, { ...COUPON, ...fields }));
  return { issuer, learner, id };
}

const buy = (learner: Person, id: string, coupon?: string, card: object = CARD) =>
  fetchApi(`courses/${id}/purchase`, { token: learner.token, json: { ...card, coupon } });
const told = async (answer: Response) => [answer.status, (await answer.json()).errors];
const refused = (message: string) => [400, { coupon: [message] }];
const states = () =>
  db()
    .select()
    .from(payments)
    .all()
    .map(({ state, amountMinor }) => [state, amountMinor]);
const enrolled = () => db().select().from(enrolments).all().length;
const listed = ({ actor }: Person) => listCoupons(actor, parseInput(listQuerySchema, {})).coupons;

describe('a coupon', () => {
  it.each([
    [{}, 3_675],
    [{ kind: 'amount', value: '9.50' }, 3_950],
  ])('applies its discount in any letter case and counts one use (%o)', async (fields, amountMinor) => {
    const { issuer, learner, id } = await offer({ maxUses: '3', ...fields });
    const answer = await buy(learner, id, ' sprinG-25 ');
    expect(await answer.json()).toMatchObject({ enrolled: true, payment: { amount: amountMinor / 100 } });
    expect(states()).toEqual([['paid', amountMinor]]);
    expect(listed(issuer)).toMatchObject([{ code: 'SPRING-25', uses: 1, maxUses: 3, state: 'active' }]);
  });

  it.each(['SPRING–25', '\u00a0spring‑25\u200b', 'Spring−25\t', 'ＳＰＲＩＮＧ－２５'])(
    'is found as it is typed and pasted: %j',
    async (typed) => {
      const { learner, id } = await offer();
      expect((await buy(learner, id, typed)).status).toBe(200);
    },
  );

  it.each([
    { value: '100' },
    { kind: 'amount', value: '60' },
    // The remaining $0.40 is too small to be charged.
    { kind: 'amount', value: '48.60' },
  ])('that leaves nothing to pay enrols each buyer once without a card (%o)', async (fields) => {
    const { learner, id } = await offer({ ...fields, maxUses: '1' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(learner, id, 'SPRING-25', {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await answers[0]?.json()).toMatchObject({ enrolled: true, payment: null });
    expect([states(), enrolled(), db().select().from(couponUses).all().length]).toEqual([[], 1, 1]);
    const late = await buy(await makeVerifier(), id, 'SPRING-25', {});
    expect(await told(late)).toEqual(refused('This coupon is used up.'));
  });

  it('is rejected with a reason if it is unknown, of another course or author, or out of date', async () => {
    const { issuer, learner, id } = await offer();
    const other = await makeCourse(issuer, { price: '10' });
    const foreign = await makeCourse(await makeIssuer(), { price: '10' });
    createCoupon(issuer.actor, parseInput(couponSchema, { ...COUPON, code: 'ONLY-ONE', courseId: other.id }));
    createCoupon(
      issuer.actor,
      parseInput(couponSchema, {
        ...COUPON,
        code: 'IN-TIME',
        validFrom: '2026-03-01',
        validUntil: '2026-03-31',
      }),
    );
    const unknown = refused('This coupon is not known for this course.');
    expect(await told(await buy(learner, id, 'NONE'))).toEqual(unknown);
    expect(await told(await buy(learner, id, 'only-one'))).toEqual(unknown);
    expect(await told(await buy(learner, foreign.id, 'SPRING-25'))).toEqual(unknown);
    const at = async (day: string) => {
      setClock(() => Date.parse(`${day}T12:00:00Z`));
      return told(await buy(learner, id, 'IN-TIME', { ...CARD, cardNumber: '4000000000000002' }));
    };
    expect(await at('2026-02-28')).toEqual(refused('This coupon is valid from 01/03/2026.'));
    expect(await at('2026-04-01')).toEqual(refused('This coupon has ended.'));
    expect((await at('2026-03-31'))[0]).toBe(402);
    setClock();
    endCoupon(
      issuer.actor,
      parseInput(couponEndSchema, { id: listed(issuer).find(({ code }) => code === 'SPRING-25')?.id }),
    );
    expect(await told(await buy(learner, id, 'SPRING-25'))).toEqual(refused('This coupon has ended.'));
    expect(enrolled()).toBe(0);
  });

  it('is used no more often than its limit by fifty parallel buyers', async () => {
    const { issuer, id } = await offer({ maxUses: '3' });
    const buyers: Person[] = [];
    for (let count = 0; count < 10; count += 1) buyers.push(await makeVerifier());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => buy(buyers[index % 10] as Person, id, 'SPRING-25')),
    );
    expect(enrolled()).toBe(3);
    expect(states()).toEqual([1, 2, 3].map(() => ['paid', 3_675]));
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(7);
    expect(listed(issuer)).toMatchObject([{ uses: 3, state: 'used-up' }]);
  });

  it('cannot be guessed, because wrong codes are limited and right ones are not', async () => {
    const { learner, id } = await offer();
    const page = (coupon: string) =>
      fetchPage(`/course/${id}/purchase?coupon=${coupon}`, { cookie: learner.cookie });
    for (let count = 0; count < 25; count += 1)
      expect(await (await page('SPRING-25')).text()).toContain('$36.75');
    for (let count = 0; count < 20; count += 1) await (await page(`GUESS-${count}`)).text();
    expect(await (await page('SPRING-25')).text()).toContain('Too many attempts.');
    const answer = await buy(learner, id, 'SPRING-25');
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([429, true]);
  });
});

describe('with a checkout at Stripe', () => {
  const { stripe, post } = withStripe();
  const sessionOf = async (answer: Response) =>
    ((await answer.json()) as { checkoutUrl: string }).checkoutUrl.split('/').at(-1) ?? '';

  it('reserves a use while the checkout is open, and returns it when that expires', async () => {
    const { learner, id } = await offer({ maxUses: '1' });
    const first = await sessionOf(await buy(learner, id, 'SPRING-25', {}));
    expect(stripe().sessions.get(first)?.amount_total).toBe(3_675);
    expect(await sessionOf(await buy(learner, id, 'spring-25', {}))).toBe(first);
    const second = await makeVerifier();
    expect(await told(await buy(second, id, 'SPRING-25', {}))).toEqual(refused('This coupon is used up.'));
    const session = stripe().sessions.get(first);
    await post(stripe().event('checkout.session.expired', { ...session, status: 'expired' }));
    expect((await buy(second, id, 'SPRING-25', {})).status).toBe(200);
    // The first payer's payment arrives late.
    stripe().pay(first);
    await post(stripe().event('checkout.session.completed', { ...stripe().sessions.get(first) }));
    expect(states()).toEqual([
      ['refunded', 3_675],
      ['pending', 3_675],
    ]);
  });

  it('keeps the price of an open checkout after the coupon has ended', async () => {
    const { issuer, learner, id } = await offer();
    const first = await sessionOf(await buy(learner, id, 'SPRING-25', {}));
    endCoupon(issuer.actor, parseInput(couponEndSchema, { id: listed(issuer)[0]?.id }));
    const page = await (await fetchPage(`/course/${id}/purchase`, { cookie: learner.cookie })).text();
    expect(page).toContain('$36.75');
    expect(page).toContain(`action="/course/${id}/purchase?coupon=SPRING-25"`);
    expect(await sessionOf(await buy(learner, id, 'SPRING-25', {}))).toBe(first);
    const other = await makeVerifier();
    expect(await told(await buy(other, id, 'SPRING-25', {}))).toEqual(refused('This coupon has ended.'));
  });

  it('closes the checkout when the price changes or becomes free', async () => {
    const { issuer, learner, id } = await offer();
    createCoupon(issuer.actor, { code: 'GIFT', kind: 'percent', value: '100' });
    const first = await sessionOf(await buy(learner, id, 'SPRING-25', {}));
    const whole = await sessionOf(await buy(learner, id, undefined, {}));
    expect([stripe().sessions.get(first)?.status, stripe().sessions.get(whole)?.amount_total]).toEqual([
      'expired',
      4_900,
    ]);
    expect(await (await buy(learner, id, 'gift', {})).json()).toMatchObject({ enrolled: true });
    expect(stripe().sessions.get(whole)?.status).toBe('expired');
    expect([enrolled(), states().map(([state]) => state)]).toEqual([1, ['expired', 'expired']]);
  });
});

it('returns the use of an expired checkout at a gateway that is no longer configured', async () => {
  const stripe = await startStripe();
  try {
    testEnvironment(stripe.env);
    const { issuer, learner, id } = await offer({ maxUses: '1' });
    expect((await buy(learner, id, 'SPRING-25', {})).status).toBe(200);
    testEnvironment();
    const second = await makeVerifier();
    const after = async (minutes: number) => {
      setClock(() => Date.now() + minutes * 60_000);
      await checkOpenPayments();
      return listed(issuer)[0];
    };
    expect(await after(59)).toMatchObject({ uses: 1, state: 'used-up' });
    expect(await after(66)).toMatchObject({ uses: 0, state: 'active' });
    expect((await buy(second, id, 'SPRING-25')).status).toBe(200);
    expect(states().map(([state]) => state)).toEqual(['expired', 'paid']);
  } finally {
    await stripe.stop();
  }
});

it('keeps a counter of uses, which the list reads and fsck checks', async () => {
  const { issuer, learner, id } = await offer({ maxUses: '3' });
  const declined = { ...CARD, cardNumber: '4000000000000002' };
  for (let count = 0; count < 3; count += 1)
    expect((await buy(learner, id, 'SPRING-25', declined)).status).toBe(402);
  expect(listed(issuer)).toMatchObject([{ uses: 0 }]);
  const { payment } = await (await buy(learner, id, 'SPRING-25')).json();
  expect(listed(issuer)).toMatchObject([{ uses: 1 }]);
  const { cookie } = await makeSuperAdmin();
  await fetchPage(`/superadmin/payments/${payment._id}`, { cookie, form: { reason: 'By mistake' } });
  expect(listed(issuer)).toMatchObject([{ uses: 0 }]);
  expect(checkPayments()).toEqual([]);
  sqlite().exec('update coupons set uses = 7');
  expect(listed(issuer)).toMatchObject([{ uses: 7 }]);
  expect(checkPayments()).toEqual(['coupon SPRING-25 counts 7 uses instead of 0']);
});

it('allows a code again after the last day of its coupon', async () => {
  const { issuer } = await offer({ validUntil: '2026-01-31' });
  createCoupon(issuer.actor, parseInput(couponSchema, COUPON));
  expect(listed(issuer).map(({ state }) => state)).toEqual(['active', 'ended']);
});

describe('the page of coupons', () => {
  it('creates and ends coupons and names invalid fields', async () => {
    const { issuer, id } = await offer();
    const send = (form: Record<string, string>) =>
      fetchPage('/admin/coupons', { cookie: issuer.cookie, form: { intent: 'create', ...form } });
    const errors: [Record<string, string>, string][] = [
      [{ ...COUPON, code: 'a b' }, 'Code must have 4 to 30 letters, digits or hyphens.'],
      [{ ...COUPON, code: 'NEW-1', value: '101' }, 'Discount must be from 1 to 100 percent.'],
      [{ ...COUPON, code: 'NEW-1', kind: 'amount', value: '-1' }, 'Discount must be an amount in dollars'],
      [{ ...COUPON, code: 'NEW-1', maxUses: '0' }, 'Number of uses must be from 1 to 10000.'],
      [
        { ...COUPON, code: 'NEW-1', validFrom: '2026-02-02', validUntil: '2026-02-01' },
        'Valid until must not be before Valid from.',
      ],
      [{ ...COUPON, code: 'NEW-1', courseId: 'none' }, 'Course must be one of yours.'],
      [COUPON, 'You have a coupon with this code.'],
    ];
    for (const [form, message] of errors) {
      const answer = await send(form);
      expect([answer.status >= 400 && answer.status < 500, await answer.text()]).toEqual([
        true,
        expect.stringContaining(message),
      ]);
    }
    expect((await send({ ...COUPON, code: 'new-1', courseId: id, maxUses: '5' })).status).toBe(302);
    const html = await (await fetchPage('/admin/coupons', { cookie: issuer.cookie })).text();
    for (const text of ['NEW-1', '25%', '0 of 5', 'All your courses', 'Active']) expect(html).toContain(text);
    const ended = listed(issuer)[0]?.id ?? '';
    const end = (cookie: string) =>
      fetchPage('/admin/coupons', { cookie, form: { intent: 'end', id: ended } });
    expect((await end((await makeIssuer()).cookie)).status).toBe(404);
    expect((await end(issuer.cookie)).status).toBe(302);
    expect(listed(issuer).map(({ code, state }) => [code, state])).toEqual([
      ['NEW-1', 'ended'],
      ['SPRING-25', 'active'],
    ]);
    expect((await send({ ...COUPON, code: 'new-1' })).status).toBe(302);
  });
});
