import { expect, it } from 'vitest';
import { checkStorage } from '#app/operations/check-storage.server.ts';
import { countRows } from '#app/operations/site-status.server.ts';
import { sqlite } from '#db/client.ts';
import { BATCH_STATES } from '#db/schema/batches.ts';
import { PAYMENT_STATES } from '#db/schema/payments.ts';
import { makeBatch, makeCertificate, makeIssuer, makeVerifier, payFor } from '#tests/support/factories.ts';

const MAIL_STATES = ['waiting', 'retrying', 'sent', 'failed'];
const counted = (subject: Parameters<typeof countRows>[0], states: readonly string[]) =>
  Object.fromEntries(countRows(subject, states).map(({ state, count }) => [state, count]));
const databaseProblems = async () => (await checkStorage())[0]?.problems;

/** Creates three certificates, two paid verifications, a batch, and their mail. */
async function site() {
  const issuer = await makeIssuer();
  const verifier = await makeVerifier();
  for (const isPaid of [true, true, false]) {
    const { uniqueId } = await makeCertificate(issuer, { allowDuplicate: true });
    if (isPaid) await payFor(verifier, uniqueId);
  }
  await makeBatch(issuer);
  // All messages should be in the same lane.
  sqlite().exec('update outbox set attempts = 0; delete from outbox where lane <> 1');
}

it('triggers update the counters on every insert, change of state and deletion', async () => {
  await site();
  expect(counted('payments', PAYMENT_STATES)).toMatchObject({ paid: 2, pending: 0, refunded: 0 });
  expect(counted('verifications', ['paid', 'unpaid'])).toEqual({ paid: 2, unpaid: 0 });
  expect(counted('batches', BATCH_STATES)).toMatchObject({ ready: 1, checking: 0 });
  const { waiting = 0 } = counted('mail 1', MAIL_STATES);
  expect(waiting).toBe(sqlite().prepare('select count(*) from outbox').pluck().get());
  expect(waiting).toBeGreaterThan(2);

  const [first, second, third] = sqlite().prepare('select seq from outbox limit 3').pluck().all();
  sqlite().prepare('update outbox set attempts = 1, next_attempt_at = 5 where seq = ?').run(first);
  sqlite().prepare('update outbox set attempts = 2 where seq = ?').run(first);
  sqlite().prepare('update outbox set delivered_at = 1, next_attempt_at = null where seq = ?').run(second);
  sqlite().prepare('update outbox set failed_at = 1, next_attempt_at = null where seq = ?').run(third);
  expect(counted('mail 1', MAIL_STATES)).toEqual({
    waiting: waiting - 3,
    retrying: 1,
    sent: 1,
    failed: 1,
  });
  sqlite().prepare('delete from outbox where seq = ?').run(third);
  sqlite().exec("update payments set state = 'refunded' where seq = 1");
  sqlite().exec('update verifications set paid_at = null where seq = 1');
  sqlite().exec('delete from batches');
  expect(counted('mail 1', MAIL_STATES).failed).toBe(0);
  expect(counted('payments', PAYMENT_STATES)).toMatchObject({ paid: 1, refunded: 1 });
  expect(counted('verifications', ['paid', 'unpaid'])).toEqual({ paid: 1, unpaid: 1 });
  expect(counted('batches', BATCH_STATES)).toMatchObject({ ready: 0 });
  expect(await databaseProblems()).toEqual([]);
});

it('fsck reports a wrong counter', async () => {
  await site();
  sqlite().exec("update row_counts set count = 9 where subject = 'payments' and state = 'paid'");
  sqlite().exec("delete from row_counts where subject = 'batches'");
  expect(await databaseProblems()).toEqual(
    expect.arrayContaining([
      'the counter of paid payments is 9 instead of 2',
      'the counter of ready batches is 0 instead of 1',
    ]),
  );
});
