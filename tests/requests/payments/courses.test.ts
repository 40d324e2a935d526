import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { courseReasonSchema, courseSchema } from '#app/courses/course.schema.ts';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { enrol, rateCourse } from '#app/courses/enrol.server.ts';
import { unpublishCourse } from '#app/courses/publish-course.server.ts';
import { notSold } from '#app/courses/purchase-course.server.ts';
import { updateCourse } from '#app/courses/save-course.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { courses, enrolments, ratings } from '#db/schema/courses.ts';
import { paymentEvents, payments, sandboxCharges } from '#db/schema/payments.ts';
import { makeLesson, makeWholeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi, fetchPage, fetchRaw } from '#tests/support/handler.ts';
import { mailsTo, subjectsTo } from '#tests/support/mails.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

const CARD = { cardNumber: '4242 4242 4242 4242', expiryMonth: '12', expiryYear: '39', cvCode: '123' };

async function priced(fields: Record<string, unknown> = {}) {
  const [issuer, learner] = [await makeIssuer(), await makeVerifier()];
  const made = await makeWholeCourse(issuer, { title: 'SQL', price: '49', ...fields });
  return { issuer, learner, ...made, id: made.course.id };
}

const buy = (learner: Person, id: string, json: unknown = CARD, headers = {}) =>
  fetchApi(`courses/${id}/purchase`, { token: learner.token, json, headers });
const isEnrolled = ({ id: userId }: Person, courseId: string) =>
  db()
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.userId, userId), eq(enrolments.courseId, courseId)))
    .all().length === 1;
const statesOf = () =>
  db()
    .select()
    .from(payments)
    .all()
    .map(({ state }) => state);

describe('a course with a price', () => {
  it('closes its lessons, videos and enrolment to those who did not buy it', async () => {
    const { learner, issuer, id, lesson } = await priced();
    const [visitor, superAdmin] = [{ cookie: '' }, await makeSuperAdmin()];
    const watch = async ({ cookie }: { cookie: string }) => {
      const answer = await fetchPage(lesson.videoPath, { cookie, headers: { accept: 'video/*' } });
      return { status: answer.status, text: answer.ok ? '' : await answer.text() };
    };
    expect(await watch(learner)).toMatchObject({
      status: 403,
      text: expect.stringContaining('Please buy this course to watch its lessons.'),
    });
    expect([(await watch(issuer)).status, (await watch(superAdmin)).status]).toEqual([200, 200]);
    expect((await watch(visitor)).status).toBe(403);
    const details = (token?: string) => fetchApi(`admin/course/modules/fetchCourseDetails/${id}`, { token });
    const catalogue = (token?: string) => fetchApi('users/courses', { token });
    for (const token of [learner.token, undefined]) {
      expect((await (await details(token)).json()).modules[0].lessons[0].videoUrl).toBeNull();
      expect(await (await catalogue(token)).text()).not.toContain(lesson.videoPath);
    }
    expect(await (await catalogue(issuer.token)).text()).toContain(lesson.videoPath);
    const page = await (await fetchPage(`/course/${id}`, { cookie: learner.cookie })).text();
    expect(page).toContain('Buy the course once to watch all of its lessons.');
    expect(page).toContain('Buy for $49');
    expect(page).not.toMatch(/Enrol in this course|\/videos\//);
    const enrolled = await fetchPage(`/course/${id}`, { cookie: learner.cookie, form: { intent: 'enrol' } });
    expect([enrolled.status, await enrolled.text()]).toEqual([
      403,
      expect.stringContaining('Please buy this course to enrol in it.'),
    ]);
    expect(isEnrolled(learner, id)).toBe(false);
  });

  it('opens only its first lesson as a preview', async () => {
    const { learner, issuer, id, lesson, module } = await priced({ firstLessonFree: 'on' });

    const second = await makeLesson(issuer, module.id, { title: 'Second' });
    const watch = async (path: string, cookie: string) =>
      (await fetchPage(path, { cookie, headers: { accept: 'video/*' } })).status;
    expect(await watch(lesson.videoPath, learner.cookie)).toBe(200);
    expect(await watch(lesson.videoPath, '')).toBe(403);
    expect(await watch(second.videoPath, learner.cookie)).toBe(403);
    const page = await (await fetchPage(`/course/${id}`, { cookie: learner.cookie })).text();
    expect(page).toContain('Free preview');
    expect(page).toContain(lesson.videoPath);
    expect(page).not.toContain(second.videoPath);
  });

  it('stays open to those who enrolled before it had a price', async () => {
    const { learner, issuer, id, lesson } = await priced({ price: '' });
    enrol(learner.actor, id);
    await updateCourse(
      issuer.actor,
      id,
      parseInput(courseSchema, { title: 'SQL', description: 'All of it', price: '99' }),
    );
    expect((await fetchPage(lesson.videoPath, { cookie: learner.cookie })).status).toBe(200);
    expect(await (await buy(learner, id, {})).json()).toMatchObject({ enrolled: true, payment: null });
    expect(statesOf()).toEqual([]);
  });

  it('is bought in the sandbox with one charge, an enrolment, a mail and a receipt', async () => {
    const { learner, id, lesson } = await priced();
    const key = { 'idempotency-key': 'once' };
    const declined = await buy(learner, id, { ...CARD, cardNumber: '4000000000000002' }, key);
    expect([declined.status, (await declined.json()).message]).toEqual([402, 'Your card was declined.']);
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(learner, id, CARD, key)));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(bodies.map(({ payment }) => payment._id)).size).toBe(1);
    expect(bodies[0]).toMatchObject({
      success: true,
      message: 'You are enrolled in this course!',
      enrolled: true,
      payment: { state: 'paid', amount: 49, for: 'course', courseId: id, card: { last4: '4242' } },
    });
    expect(statesOf()).toEqual(['failed', 'paid']);
    expect(db().select().from(sandboxCharges).all()).toHaveLength(2);
    expect(isEnrolled(learner, id)).toBe(true);
    expect(db().select().from(courses).where(eq(courses.id, id)).get()?.studentCount).toBe(1);
    expect(subjectsTo(learner.email).filter((line) => line === 'Your payment was received')).toHaveLength(1);
    expect((await fetchPage(lesson.videoPath, { cookie: learner.cookie })).status).toBe(200);
    const other = await buy(learner, id, { ...CARD, cardNumber: '4111 1111 1111 1111' }, key);
    expect(other.status).toBe(422);
    const list = await (await fetchPage('/payments', { cookie: learner.cookie })).text();
    expect(list).toContain('Course &#x27;SQL&#x27;');
    const receipt = await fetchPage(`/verify/receipts/${bodies[0].payment._id}`, { cookie: learner.cookie });
    expect([receipt.status, await receipt.text()]).toEqual([200, expect.stringContaining('>SQL<')]);
  });

  it('is bought on its page, which does not echo the card and redirects after payment', async () => {
    const { learner, id } = await priced();
    const path = `/course/${id}/purchase`;
    const post = (form: Record<string, string>) => fetchPage(path, { cookie: learner.cookie, form });
    const wrong = await post({ ...CARD, cardNumber: '4242 4242 4242 4241' });
    const html = await wrong.text();
    expect([wrong.status, html.includes('Card Number is not valid.')]).toEqual([400, true]);
    expect(html).not.toContain('4242 4242 4242 4241');
    const paid = await post(CARD);
    expect([paid.status, paid.headers.get('location')]).toEqual([302, `/course/${id}`]);
    const again = await fetchPage(path, { cookie: learner.cookie });
    expect([again.status, again.headers.get('location')]).toEqual([302, `/course/${id}`]);
  });

  it('rejects prices that cannot be charged', async () => {
    const { issuer, id } = await priced();
    const change = async (price: string) =>
      updateCourse(
        issuer.actor,
        id,
        parseInput(courseSchema, { title: 'SQL', description: 'All of it', price }),
      );
    await expect(change('0.49')).rejects.toThrow('Price must be at least 0.50, or 0 for a free course.');
    for (const price of ['1,000,000', '999999999'])
      await expect(change(price)).rejects.toThrow('Price must be at most 999,999.99.');
    await change('999,999.99');
    await change('0');
    const learner = await makeVerifier();
    expect(await (await buy(learner, id, {})).json()).toEqual({
      success: true,
      message: 'You are enrolled in this course!',
      enrolled: true,
      payment: null,
    });
    // Earlier versions allowed lower prices.
    db().update(courses).set({ priceMinor: 49 }).where(eq(courses.id, id)).run();
    const later = await makeVerifier();
    expect(await (await buy(later, id, {})).json()).toMatchObject({ enrolled: true, payment: null });
  });
});

it('does not sell a course whose old price is too high until its author lowers it', async () => {
  const { issuer, learner, id } = await priced();
  db().update(courses).set({ priceMinor: 100_000_000 }).where(eq(courses.id, id)).run();
  const refused = await buy(learner, id);
  expect([refused.status, (await refused.json()).message]).toEqual([409, notSold()]);
  const page = await (await fetchPage(`/admin/courses/${id}/edit`, { cookie: issuer.cookie })).text();
  expect(page).toContain('value="1000000"');
  await updateCourse(
    issuer.actor,
    id,
    parseInput(courseSchema, { title: 'SQL', description: 'All of it', price: '20' }),
  );
  expect((await buy(learner, id)).status).toBe(200);
});

describe('a refund', () => {
  it('ends access, keeps the rating, and allows buying the course again', async () => {
    const { learner, id, lesson } = await priced();
    const superAdmin = await makeSuperAdmin();
    const { payment } = await (await buy(learner, id)).json();
    rateCourse(learner.actor, id, { stars: 4 });
    const refunded = await fetchPage(`/superadmin/payments/${payment._id}`, {
      cookie: superAdmin.cookie,
      form: { reason: 'It was not for you' },
    });
    expect(refunded.status).toBe(302);
    expect(isEnrolled(learner, id)).toBe(false);
    expect((await fetchPage(lesson.videoPath, { cookie: learner.cookie })).status).toBe(403);
    expect(mailsTo(learner.email).at(-1)?.text).toMatch(/Course 'SQL'.*It was not for you/s);
    expect(db().select().from(ratings).all()).toHaveLength(1);
    expect((await buy(learner, id)).status).toBe(200);
    expect(isEnrolled(learner, id)).toBe(true);
    expect(statesOf()).toEqual(['refunded', 'paid']);
    const found = await fetchPage('/superadmin/payments?q=sql', { cookie: superAdmin.cookie });
    expect(await found.text()).toContain(payment._id);
  });
});

describe('at Stripe', () => {
  const { stripe, post } = withStripe();

  type Started = { checkoutUrl: string; payment: { _id: string } };

  async function started(fields = {}) {
    const made = await priced(fields);
    const answer = await buy(made.learner, made.id, {});
    expect(answer.status).toBe(200);
    const { checkoutUrl, payment } = (await answer.json()) as Started;
    return { ...made, checkoutUrl, sessionId: checkoutUrl.split('/').at(-1) ?? '', paymentId: payment._id };
  }
  const completed = (sessionId: string) =>
    stripe().event('checkout.session.completed', { ...stripe().sessions.get(sessionId) });
  const goBack = ({ learner, id, paymentId }: Awaited<ReturnType<typeof started>>) =>
    fetchPage(`/course/${id}/purchase/return?payment=${paymentId}`, { cookie: learner.cookie });

  it('starts one checkout for fifty parallel purchases, and accepts no card data', async () => {
    const { learner, id } = await priced();
    const cards = await buy(learner, id);
    expect([cards.status, (await cards.json()).message]).toEqual([400, 'Card data is not accepted here.']);
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(learner, id, {})));
    const urls = await Promise.all(answers.map(async (answer) => (await answer.json()).checkoutUrl));
    expect(new Set(urls).size).toBe(1);
    expect([stripe().sessions.size, statesOf()]).toEqual([1, ['pending']]);
    const page = `/course/${id}/purchase`;
    const html = await (await fetchPage(page, { cookie: learner.cookie })).text();
    expect(html).toContain('Your payment is not complete yet');
    expect(html).not.toMatch(/cardNumber|Test mode/);
    const sent = await fetchPage(page, { cookie: learner.cookie, form: { gateway: 'stripe' } });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, urls[0]]);
  });

  it('enrols once for fifty webhooks and the returning payer', async () => {
    const made = await started();
    stripe().pay(made.sessionId);
    const event = completed(made.sessionId);
    const [back] = await Promise.all([
      goBack(made),
      ...Array.from({ length: 25 }, () => [post(event), post(completed(made.sessionId))]).flat(),
    ]);
    expect([back?.status, back?.headers.get('location')]).toEqual([302, `/course/${made.id}`]);
    expect(statesOf()).toEqual(['paid']);
    expect(isEnrolled(made.learner, made.id)).toBe(true);
    const history = db().select().from(paymentEvents).all();
    expect(history.map(({ state }) => state)).toEqual(['created', 'pending', 'paid']);
    expect(
      subjectsTo(made.learner.email).filter((line) => line === 'Your payment was received'),
    ).toHaveLength(1);
    const stranger = { ...made, learner: await makeVerifier() };
    expect((await goBack(stranger)).status).toBe(404);
  });

  it('closes the checkout when the price changes', async () => {
    const { issuer, learner, id, sessionId } = await started();
    await updateCourse(
      issuer.actor,
      id,
      parseInput(courseSchema, { title: 'SQL', description: 'All of it', price: '20' }),
    );
    expect((await buy(learner, id, {})).status).toBe(200);
    expect(stripe().sessions.get(sessionId)?.status).toBe('expired');
    expect([...stripe().sessions.values()].at(-1)?.amount_total).toBe(2_000);
    expect(statesOf()).toEqual(['expired', 'pending']);
  });

  it.each(['unpublished', 'removed', 'enrolled'])(
    'refunds a course that was %s before the payment arrived',
    async (change) => {
      const { issuer, learner, id, sessionId } = await started();
      stripe().pay(sessionId);
      if (change === 'unpublished') {
        await unpublishCourse(
          (await makeSuperAdmin()).actor,
          id,
          parseInput(courseReasonSchema, { reason: 'It breaks the rules' }),
        );
      } else if (change === 'removed') await deleteCourse(issuer.actor, id, { buyers: 'keep' });
      else db().insert(enrolments).values({ courseId: id, userId: learner.id, enrolledAt: 1 }).run();
      expect((await post(completed(sessionId))).status).toBe(200);
      expect(statesOf()).toEqual(['refunded']);
      expect(mailsTo(learner.email).at(-1)).toMatchObject({
        subject: 'Your payment was refunded',
        text: expect.stringMatching(new RegExp(`Course 'SQL'.*${change}`, 's')),
      });
      expect(isEnrolled(learner, id)).toBe(change === 'enrolled');
    },
  );

  it('ends access on a dispute, and keeps a second purchase when the first is refunded', async () => {
    const { learner, id, sessionId, paymentId } = await started();
    const { payment_intent, amount_total: amount } = stripe().pay(sessionId);
    await post(completed(sessionId));
    const dispute = { id: 'dp_1', status: 'needs_response', amount, payment_intent: payment_intent ?? '' };
    stripe().disputes.set('dp_1', dispute);
    await post(stripe().event('charge.dispute.created', dispute));
    expect(isEnrolled(learner, id)).toBe(false);
    const { checkoutUrl } = (await (await buy(learner, id, {})).json()) as Started;
    const second = checkoutUrl.split('/').at(-1) ?? '';
    stripe().pay(second);
    await post(completed(second));
    expect(isEnrolled(learner, id)).toBe(true);
    const charge = { amount_refunded: amount, payment_intent, metadata: { payment_id: paymentId } };
    await post(stripe().event('charge.refunded', charge));
    expect([statesOf(), isEnrolled(learner, id)]).toEqual([['refunded', 'paid'], true]);
  });

  it.each([
    ['not bought again', ['paid']],
    ['bought again', ['refunded', 'paid']],
  ])(
    'restores access after a won dispute, or refunds it if the course was bought again (%s)',
    async (change, states) => {
      const { learner, id, sessionId } = await started();
      const { payment_intent, amount_total: amount } = stripe().pay(sessionId);
      await post(completed(sessionId));
      const dispute = { id: 'dp_2', status: 'needs_response', amount, payment_intent: payment_intent ?? '' };
      stripe().disputes.set('dp_2', dispute);
      await post(stripe().event('charge.dispute.created', dispute));
      if (change === 'bought again') {
        const { checkoutUrl } = (await (await buy(learner, id, {})).json()) as Started;
        const second = checkoutUrl.split('/').at(-1) ?? '';
        stripe().pay(second);
        await post(completed(second));
      }
      stripe().disputes.set('dp_2', { ...dispute, status: 'won' });
      await post(stripe().event('charge.dispute.closed', dispute));
      expect([statesOf(), isEnrolled(learner, id)]).toEqual([states, true]);
    },
  );

  it('returns signed video URLs over the API after the purchase', async () => {
    const { learner, id, sessionId } = await started();
    stripe().pay(sessionId);
    await post(completed(sessionId));
    const details = await fetchApi(`admin/course/modules/fetchCourseDetails/${id}`, { token: learner.token });
    const { videoUrl } = (await details.json()).modules[0].lessons[0];
    expect((await fetchRaw(videoUrl)).status).toBe(200);
  });
});
