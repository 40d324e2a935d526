import { and, eq, isNull } from 'drizzle-orm';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { db } from '#db/client.ts';
import { sandboxCharges } from '#db/schema/payments.ts';
import type { Gateway, Outcome } from './gateway.ts';
import { storedReason } from './stored-reasons.ts';

/** The card industry's published test numbers, with their outcomes. */
const OUTCOMES: Record<string, 'succeeded' | { declined: string }> = {
  '4242424242424242': 'succeeded',
  '4111111111111111': 'succeeded',
  '5555555555554444': 'succeeded',
  '378282246310005': 'succeeded',
  '4000000000000002': { declined: storedReason('card-declined') },
  '4000000000009995': { declined: storedReason('insufficient-funds') },
  '4000000000000119': { declined: storedReason('processing-error') },
};

const find = (paymentId: string): Outcome | null => {
  const row = db().select().from(sandboxCharges).where(eq(sandboxCharges.paymentId, paymentId)).get();
  if (!row) return null;
  const { reference, amountMinor, currency, declineMessage } = row;
  return declineMessage === null
    ? { state: 'paid', reference, amountMinor, currency }
    : { state: 'failed', reference, message: declineMessage };
};

/**
 * The built-in gateway, which accepts only test numbers. Like a payment provider it keeps its own ledger, from which the
 * outcome of a lost response can be recovered.
 */
export const sandboxGateway: Gateway = {
  name: 'sandbox',
  live: false,
  takesCards: true,
  hasOwnPage: false,
  async startCheckout({ paymentId, amountMinor, currency, card }) {
    const outcome = (card && OUTCOMES[card.number]) ?? { declined: storedReason('only-test-cards') };
    db()
      .insert(sandboxCharges)
      .values({
        paymentId,
        reference: newId(),
        amountMinor,
        currency,
        declineMessage: outcome === 'succeeded' ? null : outcome.declined,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .run();
    const charged = find(paymentId);
    if (!charged) throw new Error('The sandbox lost a charge that it has just recorded');
    return charged;
  },
  find: async ({ id }) => find(id),
  cancel: async ({ id }) => find(id),
  async refund({ id }) {
    db()
      .update(sandboxCharges)
      .set({ refundedAt: now() })
      .where(and(eq(sandboxCharges.paymentId, id), isNull(sandboxCharges.refundedAt)))
      .run();
  },
  async readWebhook() {
    throw notFound();
  },
};
