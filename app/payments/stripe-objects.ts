import { z } from 'zod';
import type { Outcome } from './gateway.ts';
import { storedReason } from './stored-reasons.ts';

/* The fields of Stripe's objects that we read (https://docs.stripe.com/api). Others are ignored. */

/** A reference that Stripe sends as an ID or as the expanded object. */
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

/** @throws ZodError unless it is a checkout session */
export const parseSession = (value: unknown): Session => sessionSchema.parse(value);

export const paymentFailed = (reference: string | null): Outcome => ({
  state: 'failed',
  reference,
  message: storedReason('payment-failed'),
});

/** The outcome of a checkout session's payment. */
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
  // A bank debit is pending until its payment intent requires another payment method.
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

/** Stripe's statuses (https://docs.stripe.com/api/disputes/object#dispute_object-status). All others mean an open dispute. */
const DISPUTE_STATUSES: Record<string, DisputeStatus> = {
  won: 'won',
  lost: 'lost',
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  // Stripe refunds the charge instead and sends a separate event.
  prevented: 'inquiry',
};

/** The present state of a dispute. Its events may arrive out of order. */
export const currentDisputeSchema = z.object({ status: z.string(), amount: z.number() }).transform(
  ({ status, amount }): Outcome => ({
    state: 'disputed',
    status: DISPUTE_STATUSES[status] ?? 'open',
    amountMinor: amount,
  }),
);

export const paymentIntentSchema = z.object({ metadata });
