import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completeWithdrawals } from '#app/courses/delete-course.server.ts';
import { sendRefunds } from '#app/payments/reconcile.server.ts';
import { setClock } from '#app/shared/clock.server.ts';
import { sqlite } from '#db/client.ts';
import { makeCourse } from '#tests/support/course-factories.ts';
import { makeIssuer, makeSuperAdmin, makeVerifier, type Person } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { withStripe } from '#tests/support/with-stripe.ts';

const { stripe, post } = withStripe();
const REASON = 'The videos belong to another school';
const BUYERS = 3;

let issuer: Person;
let superAdmin: Awaited<ReturnType<typeof makeSuperAdmin>>;
let id: string;

async function buy({ token }: Person) {
  const { checkoutUrl } = await (await fetchApi(`courses/${id}/purchase`, { token, json: {} })).json();
  await post(
    stripe().event('checkout.session.completed', stripe().pay(String(checkoutUrl).split('/').at(-1) ?? '')),
  );
}

beforeEach(async () => {
  [issuer, superAdmin] = [await makeIssuer(), await makeSuperAdmin()];
  id = (await makeCourse(issuer, { title: 'SQL', price: '49' })).id;
  for (let made = 0; made < BUYERS; made += 1) await buy(await makeVerifier());
});
afterEach(() => setClock());

const count = (sql: string) => Number(sqlite().prepare(`select count(*) from ${sql}`).pluck().get());
const refunded = () => count("payments where state = 'refunded'");
const publication = (method: 'POST' | 'DELETE', json?: object) =>
  fetchApi(`admin/course/${id}/unpublication`, { token: superAdmin.token, method, json });

/** Unpublishes with refunds, and runs out of time after the first, as with a slow gateway or a crash. */
async function stopAfterFirstRefund() {
  let time = Date.now();
  setClock(() => {
    time += 600;
    return time;
  });
  expect((await publication('POST', { reason: REASON, buyers: 'refund' })).status).toBe(201);
  setClock();
  expect(refunded()).toBe(1);
}

describe('refunds that a withdrawal has ordered', () => {
  it.each([{}, { buyers: 'keep', reason: 'Out of date' }])(
    'continue, with their reason, when the author deletes the course with %j meanwhile',
    async (json) => {
      await stopAfterFirstRefund();
      const deleted = await fetchApi(`admin/course/${id}`, { token: issuer.token, method: 'DELETE', json });
      expect(deleted.status).toBe(200);
      await completeWithdrawals();
      expect([refunded(), stripe().state.refunds.length, count('courses')]).toEqual([BUYERS, BUYERS, 0]);
      expect(count(`refunds where reason like '%${REASON}'`)).toBe(BUYERS);
      expect(count("outbox where subject like '%efund%'")).toBe(BUYERS);
    },
  );

  it('are finished before the course is published again', async () => {
    await stopAfterFirstRefund();
    const early = await publication('DELETE');
    expect([early.status, (await early.json()).message]).toEqual([
      409,
      'The purchases of this course are still being refunded. Please try again in a minute.',
    ]);
    await completeWithdrawals();
    expect((await publication('DELETE')).status).toBe(200);
    expect([refunded(), count('courses')]).toEqual([BUYERS, 1]);
  });

  it('are all ordered, with their mails, while the gateway does not respond', async () => {
    stripe().state.down = true;
    await publication('POST', { reason: REASON, buyers: 'refund' });
    expect([refunded(), count("outbox where subject like '%efund%'")]).toEqual([BUYERS, BUYERS]);
    // Only the first one waited for the gateway.
    expect(count('refunds where attempts > 0')).toBe(1);
    stripe().state.down = false;
    setClock(() => Date.now() + 3_600_000);
    await sendRefunds();
    await sendRefunds();
    expect([stripe().state.refunds.length, new Set(stripe().state.refunds).size]).toEqual([BUYERS, BUYERS]);
  });
});
