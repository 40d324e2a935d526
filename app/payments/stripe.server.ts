import type StripeClient from 'stripe';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { log } from '#app/shared/log.server.ts';
import { spans } from '#db/spans.ts';
import { t } from '#messages';
import type { Gateway, GatewayEvent, GatewayPayment, Outcome } from './gateway.ts';
import {
  chargeSchema,
  currentDisputeSchema,
  disputeSchema,
  outcomeOfSession,
  parseEvent,
  parseSession,
  paymentFailed,
  paymentIntentSchema,
} from './stripe-objects.ts';

const TIMEOUT_MS = 10_000;
const SIGNATURE_TOLERANCE_S = 300;

export const providerDown = () => t('stripe.thePaymentProviderIsNotResponding');

/** Loaded on first use, so that sites without Stripe don't keep it in memory. */
const library = () => import('stripe').then(({ default: Stripe }) => Stripe);

let client: { stripe: StripeClient; secretKey: string; base: string | undefined } | undefined;

async function connect(): Promise<StripeClient> {
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_API_BASE: base } = env();
  if (client?.secretKey === secretKey && client.base === base) return client.stripe;
  const Stripe = await library();
  const { hostname, port, protocol } = new URL(base ?? 'https://api.stripe.com');
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  client = { stripe, secretKey, base };
  return stripe;
}

/** Calls Stripe. All failures become 'busy', because the payer can only try again. */
async function call<Result>(work: (stripe: StripeClient) => Promise<Result>): Promise<Result> {
  try {
    const stripe = await connect();
    return await spans.tracePromise(() => work(stripe), { name: 'call to Stripe', kind: 'client' });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { type, code, statusCode, requestId } = error as Record<string, unknown>;
    log.error({ gateway: 'stripe', type, code, statusCode, requestId }, 'call to Stripe failed');
    throw new AppError('busy', providerDown(), { retryAfterSeconds: 30 });
  }
}

const find = ({ checkoutReference }: GatewayPayment): Promise<Outcome | null> =>
  call(async (stripe) => {
    if (checkoutReference === null) return null;
    const session = await stripe.checkout.sessions.retrieve(checkoutReference, {
      expand: ['payment_intent'],
    });
    return outcomeOfSession(parseSession(session));
  });

/** Verifies an event with each secret, because two are valid during a rotation. */
async function verifiedEvent(body: Uint8Array, signature: string | null) {
  const { webhooks, errors } = await library();
  for (const secret of env().stripeWebhookSecrets) {
    try {
      const payload = Buffer.from(body);
      const at = now();
      return parseEvent(
        webhooks.constructEvent(payload, signature ?? '', secret, SIGNATURE_TOLERANCE_S, undefined, at),
      );
    } catch (error) {
      if (!(error instanceof errors.StripeSignatureVerificationError))
        throw invalid(t('stripe.theEventIsNotValid'));
    }
  }
  throw invalid(t('stripe.theSignatureIsNotValid'));
}

/** The payment of a payment intent. Its charges and disputes do not have our reference. */
const paymentIdOfIntent = (id: string) =>
  call(
    async (stripe) =>
      paymentIntentSchema.parse(await stripe.paymentIntents.retrieve(id)).metadata?.payment_id,
  );

async function subjectOf(type: string, object: unknown): Promise<GatewayEvent['subject']> {
  const concerning = (paymentId: string | null | undefined, outcome: Outcome) =>
    paymentId ? { paymentId, outcome } : null;
  if (type.startsWith('checkout.session.')) {
    const session = parseSession(object);
    const paymentId = session.client_reference_id ?? session.metadata?.payment_id;
    if (type === 'checkout.session.async_payment_failed') {
      return concerning(paymentId, paymentFailed(session.payment_intent?.id ?? null));
    }
    return concerning(paymentId, outcomeOfSession(session));
  }
  if (type === 'charge.refunded') {
    const { amount_refunded: refundedMinor, metadata, payment_intent } = chargeSchema.parse(object);
    const paymentId =
      metadata?.payment_id ?? (payment_intent && (await paymentIdOfIntent(payment_intent.id)));
    return concerning(paymentId, { state: 'refunded', refundedMinor });
  }
  const { id, payment_intent } = disputeSchema.parse(object);
  const paymentId = payment_intent && (await paymentIdOfIntent(payment_intent.id));
  if (!paymentId) return null;
  const dispute = await call(async (stripe) =>
    currentDisputeSchema.parse(await stripe.disputes.retrieve(id)),
  );
  return concerning(paymentId, dispute);
}

const refundRefused = (reason: unknown) =>
  new AppError('conflict', t('stripe.stripeRejectedTheRefundReason', { reason: String(reason) }));

const EVENTS = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  // Sent when an inquiry becomes a dispute.
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
]);

/** Stripe Checkout (https://docs.stripe.com/checkout): the payer enters the card on Stripe's page, never on ours. */
export const stripeGateway: Gateway = {
  name: 'stripe',
  live: true,
  takesCards: false,
  hasOwnPage: true,
  startCheckout: ({ paymentId, amountMinor, currency, description, email, ...checkout }) =>
    call(async (stripe) => {
      const metadata = { payment_id: paymentId };
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: paymentId,
          metadata,
          payment_intent_data: { metadata, description },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: amountMinor,
                product_data: { name: description },
              },
            },
          ],
          ...(email !== null && { customer_email: email }),
          success_url: checkout.returnUrl,
          cancel_url: checkout.cancelUrl,
          expires_at: Math.floor(checkout.expiresAt / 1_000),
        },
        { idempotencyKey: `checkout-${paymentId}` },
      );
      return outcomeOfSession(parseSession(session));
    }),
  find,
  async cancel(payment) {
    const { checkoutReference } = payment;
    const found = await find(payment);
    if (checkoutReference === null || found?.state !== 'pending' || found.url === null) return found;
    try {
      return await call(async (stripe) =>
        outcomeOfSession(parseSession(await stripe.checkout.sessions.expire(checkoutReference))),
      );
    } catch {
      // It was paid between the two calls, or Stripe stopped responding.
      return find(payment);
    }
  },
  refund: ({ gatewayReference }, attemptKey) =>
    call(async (stripe) => {
      if (gatewayReference === null) throw new Error('A payment without a charge cannot be refunded');
      try {
        const { status } = await stripe.refunds.create(
          { payment_intent: gatewayReference },
          { idempotencyKey: attemptKey },
        );
        if (status === 'failed' || status === 'canceled') throw refundRefused(status);
      } catch (error) {
        const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
        // It was refunded in Stripe's dashboard, or the response to an earlier attempt was lost.
        if (code === 'charge_already_refunded') return;
        // 409: the same attempt is still running. Stripe repeats any other response to the key for a day, including errors.
        if (typeof statusCode === 'number' && statusCode !== 409) throw refundRefused(code ?? statusCode);
        throw error;
      }
    }),
  async readWebhook(body, signature) {
    const { id, type, data } = await verifiedEvent(body, signature);
    try {
      return { id, subject: EVENTS.has(type) ? await subjectOf(type, data.object) : null };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw invalid(t('stripe.theEventIsNotValid'));
    }
  },
};
