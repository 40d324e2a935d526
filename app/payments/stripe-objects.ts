import { z } from 'zod';
import type { Outcome } from './gateway.ts';

/* The fields that we read of Stripe's objects (https://docs.stripe.com/api). Everything else is ignored. */

/** A reference that Stripe sends as an ID, or expanded as the object. */
const reference = z
  .union([z.string(), z.object({ id: z.string(), status: z.string().optional() })])
  .nullish()
  .transform((value) => (typeof value === 'string' ? { id: value, status: undefined } : (value ?? null)));

const metadata = z.object({ payment_id: z.string().optional() }).nullish();

const sessionSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  client_reference_id: z.string().nullish(),
  metadata,
  amount_total: z.number().nullish(),
  currency: z.string().nullish(),
  url: z.string().nullish(),
  payment_intent: reference,
});

export type Session = z.output<typeof sessionSchema>;

/** @throws ZodError for what is not a checkout session */
export const parseSession = (value: unknown): Session => sessionSchema.parse(value);

export const paymentFailed = (reference: string | null): Outcome => ({
  state: 'failed',
  reference,
  message: 'The payment failed. You were not charged.',
});

/** What a checkout session says about its payment. */
export function outcomeOfSession(session: Session): Outcome {
  const { id, status, payment_status, amount_total, currency, url, payment_intent } = session;
  if (payment_status !== 'unpaid') {
    return {
      state: 'paid',
      reference: payment_intent?.id ?? id,
      amountMinor: amount_total ?? 0,
      currency: (currency ?? '').toUpperCase(),
    };
  }
  if (status === 'expired') return { state: 'expired' };
  if (status === 'open') return { state: 'pending', checkoutReference: id, url: url ?? null };
  // A bank debit is under way until its payment intent needs another means of payment.
  const isOver = /^(?:requires_payment_method|canceled)$/.test(payment_intent?.status ?? '');
  return isOver
    ? paymentFailed(payment_intent?.id ?? null)
    : { state: 'pending', checkoutReference: id, url: null };
}

const eventSchema = z.object({
  id: z.string().max(255),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

export const parseEvent = (value: unknown) => eventSchema.parse(value);

export const chargeSchema = z.object({
  amount_refunded: z.number(),
  metadata,
  payment_intent: reference,
});
export const disputeSchema = z.object({ id: z.string(), payment_intent: reference });

type DisputeStatus = Extract<Outcome, { state: 'disputed' }>['status'];

/** Stripe's statuses (https://docs.stripe.com/api/disputes/object#dispute_object-status). Others are an open dispute. */
const DISPUTE_STATUSES: Record<string, DisputeStatus> = {
  won: 'won',
  lost: 'lost',
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  // Stripe refunds the charge instead, and says so in an event of its own.
  prevented: 'inquiry',
};

/** A dispute as it is now: its events may come out of order. */
export const currentDisputeSchema = z.object({ status: z.string(), amount: z.number() }).transform(
  ({ status, amount }): Outcome => ({
    state: 'disputed',
    status: DISPUTE_STATUSES[status] ?? 'open',
    amountMinor: amount,
  }),
);

export const paymentIntentSchema = z.object({ metadata });
