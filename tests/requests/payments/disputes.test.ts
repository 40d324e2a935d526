import { asc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deleteCourse } from '#app/courses/delete-course.server.ts';
import { unpublishCourse } from '#app/courses/publish-course.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { paymentDetails, refundAsSuperAdmin } from '#app/payments/payment-details.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db } from '#db/client.ts';
import { enrolments } from '#db/schema/courses.ts';
import { creditNotes, paymentEvents, payments, refunds } from '#db/schema/payments.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import {
  makeCertificate,
  makeIssuer,
  makeSuperAdmin,
  makeVerifier,
  type Person,
} from '#tests/support/factories.ts';
import { fetchApi, fetchPage } from '#tests/support/handler.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { testEnvironment } from '#tests/support/setup.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

const { stripe, post } = withStripe();
afterEach(() => vi.restoreAllMocks());

/** Collects the log lines with `alert`. */
function alerts() {
  const error = vi.spyOn(log, 'error');
  return () =>
    error.mock.calls.flatMap(([facts, line]) => ((facts as object & { alert?: true }).alert ? [line] : []));
}

async function start(payer: Person, path: string, json: object) {
  const answer = await fetchApi(path, { token: payer.token, json });
  const { checkoutUrl, payment } = (await answer.json()) as { checkoutUrl: string; payment: { _id: string } };
  return { id: payment._id, sessionId: checkoutUrl.split('/').at(-1) ?? '' };
}

/** Pays for a course or verification at Stripe, and returns functions that send its events. */
async function paid(kind: 'course' | 'verification') {
  const [issuer, payer] = [await makeIssuer(), await makeVerifier()];
  const course = await makeCourse(issuer, { title: 'SQL', price: '49' });
  const { id, sessionId } =
    kind === 'course'
      ? await start(payer, `courses/${course.id}/purchase`, {})
      : await start(payer, 'cert/verify/payment', { uniqueId: (await makeCertificate(issuer)).uniqueId });
  const session = stripe().pay(sessionId);
  const complete = (changes = {}) =>
    post(stripe().event('checkout.session.completed', { ...session, ...changes }));
  const dispute = async (status: string, type = 'created') => {
    const { amount_total: amount, payment_intent } = session;
    const object = { id: 'dp_1', status, amount, payment_intent: payment_intent ?? '' };
    stripe().disputes.set('dp_1', object);
    expect((await post(stripe().event(`charge.dispute.${type}`, object))).status).toBe(200);
  };
  return { id, payer, courseId: course.id, complete, dispute };
}

const stateOf = (id: string) => db().select().from(payments).where(eq(payments.id, id)).get()?.state;
const historyOf = (id: string) =>
  db()
    .select({ state: paymentEvents.state, detail: paymentEvents.detail })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(asc(paymentEvents.seq))
    .all()
    .slice(3);
const enrolled = () => db().select().from(enrolments).all().length;

describe('an inquiry', () => {
  it.each(['warning_needs_response', 'warning_under_review'])(
    '%s is recorded without effect, and becomes a dispute when the money is withdrawn',
    async (status) => {
      const { id, payer, complete, dispute } = await paid('course');
      await complete();
      const told = alerts();
      await dispute(status);
      await dispute(status, 'funds_withdrawn');
      expect([stateOf(id), enrolled(), told()]).toEqual(['paid', 1, ['a payment is disputed']]);
      expect(historyOf(id)).toMatchObject([{ state: 'paid', detail: 'dispute-inquiry' }]);
      expect(mailsTo(payer.email).at(-1)?.subject).toBe('Your payment was received');
      await dispute('needs_response', 'funds_withdrawn');
      expect([stateOf(id), enrolled()]).toEqual(['disputed', 0]);
    },
  );

  it('leaves the payment unchanged when it is closed', async () => {
    const { id, complete, dispute } = await paid('course');
    await complete();
    await dispute('warning_needs_response');
    await dispute('warning_closed', 'closed');
    expect([stateOf(id), enrolled(), historyOf(id).length]).toEqual(['paid', 1, 1]);
  });
});

describe('a dispute of a payment without effect', () => {
  it.each(['refunded', 'failed'])('is recorded and alerts the operator once (%s)', async (state) => {
    const { id, complete, dispute } = await paid('course');
    await complete(state === 'failed' ? { amount_total: 1 } : {});
    if (state === 'refunded')
      await refundAsSuperAdmin((await makeSuperAdmin()).browser, id, { reason: 'By mistake' });
    expect(stateOf(id)).toBe(state);
    const told = alerts();
    const before = historyOf(id).length;
    await dispute('needs_response');
    testEnvironment({ ...stripe().env, DEFAULT_LANGUAGE: 'de' });
    await dispute('needs_response', 'funds_withdrawn');
    expect(told()).toEqual(['a payment is disputed']);
    await dispute('lost', 'closed');
    expect(told()).toHaveLength(2);
    expect(stateOf(id)).toBe(state);
    expect(historyOf(id).slice(before)).toEqual([
      { state, detail: 'dispute-open' },
      { state, detail: 'dispute-lost' },
    ]);
    const { actor } = await makeSuperAdmin();
    const readIn = (language: string) =>
      inLanguage(language, () =>
        paymentDetails(actor, id)
          .history.slice(-2)
          .map(({ detail }) => detail),
      );
    expect(readIn('en')).toEqual(['It is disputed at the payment provider.', 'The dispute was lost.']);
    expect(readIn('fr')).toEqual([
      'Il est contesté chez le prestataire de paiement.',
      'La contestation a été perdue.',
    ]);
    expect(db().select().from(creditNotes).all()).toHaveLength(state === 'refunded' ? 1 : 0);
  });
});

describe('the payer', () => {
  const subjects = (payer: Person) =>
    mailsTo(payer.email)
      .map(({ subject }) => subject)
      .filter((line) => line.startsWith('Your payment'))
      .slice(1);

  it('of a course is mailed that access ended and that the dispute was lost', async () => {
    const { payer, complete, dispute } = await paid('course');
    await complete();
    await dispute('needs_response');
    await dispute('needs_response', 'funds_withdrawn');
    for (const type of ['closed', 'closed']) await dispute('lost', type);
    expect(subjects(payer)).toEqual(['Your payment is disputed', 'Your payment was returned by your bank']);
    const note = db().select().from(creditNotes).get();
    expect(mailsTo(payer.email).at(-1)?.text).toMatch(
      new RegExp(`Course 'SQL'.*\\$49 USD.*/verify/credit-notes/${note?.id}`, 's'),
    );
  });

  it('of a course is mailed that access is back', async () => {
    const { payer, courseId, complete, dispute } = await paid('course');
    await complete();
    await dispute('needs_response');
    await dispute('won', 'closed');
    expect(subjects(payer)).toEqual(['Your payment is disputed', 'Your payment is no longer disputed']);
    expect(mailsTo(payer.email).at(-1)?.text).toContain(`/course/${courseId}`);
    expect(enrolled()).toBe(1);
  });

  it('of a verification is mailed only when the dispute is lost', async () => {
    const { payer, complete, dispute } = await paid('verification');
    await complete();
    await dispute('needs_response');
    expect(subjects(payer)).toEqual([]);
    await dispute('lost', 'closed');
    expect(subjects(payer)).toEqual(['Your payment was returned by your bank']);
  });

  it.each(['unpublished', 'removed'])(
    'of a course that was %s for new buyers keeps it if the dispute is won',
    async (how) => {
      const { id, payer, courseId, complete, dispute } = await paid('course');
      await complete();
      await dispute('needs_response');
      const { actor } = await makeSuperAdmin();
      const withdraw = how === 'removed' ? deleteCourse : unpublishCourse;
      await withdraw(actor, courseId, { reason: 'It breaks the rules', buyers: 'keep' });
      expect((await fetchPage(`/course/${courseId}`, { cookie: payer.cookie })).status).toBe(404);
      await dispute('won', 'closed');
      expect([stateOf(id), enrolled(), db().select().from(refunds).all().length]).toEqual(['paid', 1, 0]);
      expect((await fetchPage(`/course/${courseId}`, { cookie: payer.cookie })).status).toBe(200);
      expect(mailsTo(payer.email).at(-1)?.text).toContain(`/course/${courseId}`);
    },
  );

  it('of a course that was unpublished before the dispute was won is mailed the refund and its reason', async () => {
    const { payer, courseId, complete, dispute } = await paid('course');
    await complete();
    await dispute('needs_response');
    await unpublishCourse((await makeSuperAdmin()).actor, courseId, {
      reason: 'It breaks the rules',
      buyers: 'refund',
    });
    await dispute('won', 'closed');
    const reason = 'The course was unpublished before the dispute was won.';
    expect(db().select().from(refunds).all()).toMatchObject([
      { reason: 'course-unpublished-before|dispute' },
    ]);
    expect(mailsTo(payer.email).at(-1)?.text).toContain(reason);
  });
});
